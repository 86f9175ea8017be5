internal import DiceModel
internal import DiceTable
internal import DiceWire
internal import Logging

/// Every table of the daemon, by name.
@TableActor
final class Tables {
    private var tables: [TableName: Table] = [:]
    private let store: any TableStore
    private let clock: any TableClock
    private let randomness: DiceRandomness
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    /// Told when a table comes or goes, or a roll starts or ends.
    var activity: () -> Void = {}
    /// Held while a table is added or removed.
    private let lock = WriteLock()

    init(
        store: any TableStore, clock: any TableClock, randomness: DiceRandomness,
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        self.store = store
        self.clock = clock
        self.randomness = randomness
        self.now = now
        self.logger = logger
    }

    /// Reads what is stored; a new store gets the table `default`. Throws `StoreError`.
    func load(isNew: Bool) async throws(StoreError) {
        for stored in try await store.tables() { add(stored) }
        if isNew, tables.isEmpty {
            let stored = StoredTable(new: .default, sides: [6, 6, 6, 6, 6])
            try await store.create(stored)
            add(stored)
        }
    }

    var count: Int { tables.count }
    var animatingDice: Int {
        tables.values.reduce(0) { $0 + ($1.group.roll == nil ? 0 : $1.group.dice.count { $0.isAnimating }) }
    }
    var watchers: Int { tables.values.reduce(0) { $0 + $1.subscribers.count } }
    var summaries: [TableSummary] { tables.values.sorted { $0.group.name < $1.group.name }.map(\.summary) }

    /// Throws `tableNotFound`.
    func table(_ name: TableName) throws(WireError) -> Table {
        guard let table = tables[name] else { throw .tableNotFound(name) }
        return table
    }

    /// Throws `WireError` or `StoreError`.
    func create(_ params: CreateParams) async throws -> Table {
        try Self.check(params.dice)
        return try await lock.whileHolding {
            guard tables[params.table] == nil else { throw WireError.tableExists(params.table) }
            guard tables.count < Limits.tables else {
                throw WireError(
                    .limitExceeded, "there are \(Limits.tables) tables already; delete one first", limit: Limits.tables)
            }
            let stored = StoredTable(new: params.table, sides: params.dice)
            try await store.create(stored)
            let table = add(stored)
            table.logger.info("table created", metadata: ["dice": "\(params.dice.count)"])
            return table
        }
    }

    /// Throws `WireError` or `StoreError`.
    func delete(_ name: TableName) async throws {
        try await lock.whileHolding {
            try await table(name).delete()
            tables[name] = nil
            activity()
        }
    }

    /// Settles every die, tells every watcher, and returns when all of it is stored.
    ///
    /// - Parameter progress: called whenever a table's are stored.
    func stop(progress: () -> Void) async {
        for table in tables.values { table.group.stopAnimation(.serverStopping) }
        for table in tables.values { table.announce(.serverStopping) }
        for table in tables.values {
            await table.lock.whileHolding { await table.tryToStoreOutcomes() }
            progress()
        }
    }

    @discardableResult
    private func add(_ stored: StoredTable) -> Table {
        let group = DiceGroup(stored, clock: clock, randomness: randomness)
        let table = Table(group, store: store, clock: clock, logger: logger, now: now) { [weak self] in
            self?.activity()
        }
        tables[stored.name] = table
        activity()
        return table
    }

    private static func check(_ sides: [Int]) throws(WireError) {
        guard Limits.dicePerTable.contains(sides.count) else {
            throw WireError(
                .limitExceeded, "a table has 1 to 1000 dice, not \(sides.count)",
                limit: sides.isEmpty ? Limits.dicePerTable.lowerBound : Limits.dicePerTable.upperBound)
        }
        if let wrong = sides.first(where: { !Limits.sidesPerDie.contains($0) }) {
            throw WireError(
                .limitExceeded, "a die has 2 to 1000 sides, not \(wrong)",
                limit: wrong < 2 ? Limits.sidesPerDie.lowerBound : Limits.sidesPerDie.upperBound)
        }
    }
}
