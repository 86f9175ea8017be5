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

        static var blank: Self { Self(reason: "", count: 0) }

        mutating func visit(_ field: inout Fields) {
            field("reason", &reason)
            field("count", &count, .count)
        }
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

    static let component = "Metrics"
    static var blank: Self {
        Self(
            rolls: 0,
            throwCount: 0,
            turns: 0,
            refusals: [],
            clients: 0,
            watchers: 0,
            writes: .blank
        )
    }

    mutating func visit(_ field: inout Fields) {
        field("rolls", &rolls, .count)
        field("throws", &throwCount, .count)
        field("turns", &turns, .count)
        field("refusals", &refusals)
        field("clients", &clients, .count)
        field("watchers", &watchers, .count)
        field("storeBytes", &storeBytes, .count)
        field("backupAge", &backupAge, .count)
        field("writes", &writes)
    }
}

extension DurationCounts: Message {
    static var blank: Self { Self() }

    mutating func visit(_ field: inout Fields) {
        var bounds = bounds
        var counts = counts
        var sum = sum
        field("bounds", &bounds, .anyNumbers)
        field("counts", &counts, .anyCounts)
        field("sum", &sum, .count)
        self = Self(bounds: bounds, counts: counts, sum: sum)
        field.require(isPossible, "ascending bounds and one more count than bounds")
    }
}
