public import DiceModel

/// The result of `server.metrics`. What is counted is counted since the daemon started.
public struct MetricsResult: Message, Hashable {
    /// Rolls, void ones included.
    public var rolls: Int
    /// Throws, secret ones included.
    public var throwCount: Int
    /// Turns that have ended.
    public var turns: Int
    /// The requests that were refused, for each reason that there was.
    public var refusals: [Refusals]
    /// Open connections.
    public var clients: Int
    /// Watched tables, summed over the connections.
    public var watchers: Int
    /// The size of the store's files; nil if that is not known.
    public var storeBytes: Int?
    /// Whole seconds since the newest copy was made that the daemon knows of; nil if it knows of
    /// none.
    public var backupAge: Int?
    /// How long changes took until they were stored.
    public var writes: DurationCounts

    /// How many requests were refused for one reason.
    public struct Refusals: Message, Hashable {
        /// The word in the `data` of the error.
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
            throw JSONMismatch(wanted: "ascending bounds and a count more")
        }
    }
}
