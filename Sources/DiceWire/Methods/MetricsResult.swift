public import DiceModel

/// The result of `server.metrics`. Counters start with the daemon.
public struct MetricsResult: Message, Hashable {
    /// The number of rolls, void ones included.
    public var rolls: Int
    /// The number of throws, secret ones included.
    public var throwCount: Int
    /// The number of ended turns.
    public var turns: Int
    /// The number of refused requests, by reason.
    public var refusals: [Refusals]
    /// The number of open connections.
    public var clients: Int
    /// The number of watched tables, summed over the connections.
    public var watchers: Int
    /// The size of the store's files in bytes; `nil` if unknown.
    public var storeBytes: Int?
    /// The age in whole seconds of the newest copy that the daemon knows of; `nil` if none.
    public var backupAge: Int?
    /// The latencies of stored changes.
    public var writes: DurationCounts

    /// The number of requests refused for one reason.
    public struct Refusals: Message, Hashable {
        /// The value of `data.reason`.
        public var reason: String
        public var count: Int

        public init(reason: String, count: Int) {
            self.reason = reason
            self.count = count
        }

        static let members = Members(
            component: "Refusals",
            Self.init,
            Member("reason", \.reason),
            Member("count", \.count, .count)
        )
    }

    public init(
        rolls: Int,
        throwCount: Int,
        turns: Int,
        refusals: [Refusals],
        clients: Int,
        watchers: Int,
        storeBytes: Int? = nil,
        backupAge: Int? = nil,
        writes: DurationCounts
    ) {
        self.rolls = rolls
        self.throwCount = throwCount
        self.turns = turns
        self.refusals = refusals
        self.clients = clients
        self.watchers = watchers
        self.storeBytes = storeBytes
        self.backupAge = backupAge
        self.writes = writes
    }

    static let members = Members(
        component: "Metrics",
        Self.init,
        Member("rolls", \.rolls, .count),
        Member("throws", \.throwCount, .count),
        Member("turns", \.turns, .count),
        Member("refusals", \.refusals),
        Member("clients", \.clients, .count),
        Member("watchers", \.watchers, .count),
        Member("storeBytes", ifPresent: \.storeBytes, .count),
        Member("backupAge", ifPresent: \.backupAge, .count),
        Member("writes", \.writes)
    )
}

extension DurationCounts: Message {
    static let members = Members(
        component: "DurationCounts",
        Self.init(bounds:counts:sum:),
        Member("bounds", \.bounds, .anyNumbers),
        Member("counts", \.counts, .anyCounts),
        Member("sum", \.sum, .count)
    )

    public init(json: JSONValue) throws(JSONMismatch) {
        self = try Self.members.read(json)
        guard isPossible else {
            throw JSONMismatch(wanted: "ascending bounds and one more count than bounds")
        }
    }
}
