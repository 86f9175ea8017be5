import DiceGames
import DiceModel
import DiceTable
import DiceWire
import Logging
import Unix

/// Every table of the daemon, by name. A table is loaded on first use and evicted when others need
/// the memory or the daemon is quiet.
@TableActor
final class Tables {
    private(set) var names: Set<TableName> = []
    /// The numbers of the tables in the order in which they were created.
    private var creation: [TableName: Int] = [:]
    /// The owners of the owned tables.
    private var owners: [TableName: String] = [:]
    private(set) var loaded: [TableName: Table] = [:]
    /// The weight of all loaded tables.
    private var weight = 0
    /// The weight at which idle tables are evicted.
    private var weightLimit: Int
    private let restingWeight: Int
    /// An upper bound for the revisions of evicted and deleted tables.
    private var highestRevision = 0
    private var uses = 0
    let store: any TableStore
    private let inFlight: DiceInFlight
    let clock: any TableClock
    private let times: ServerTimes
    private let randomness: DiceRandomness
    let now: @Sendable () -> Timestamp
    private let logger: Logger
    let counts: ServerCounts
    private let quota: StorageQuota
    /// Called when a table is added, removed or changed.
    var activity: () -> Void = {}
    /// The backup in progress.
    var backup: Task<BackupResult, any Error>?
    /// The running statistics queries, by query number.
    var statistics: [Int: Task<HistoryTally, any Error>] = [:]
    var nextStatistic = 0
    /// Held while a table is added or removed.
    private let lock = WriteLock()
    /// The connections that watch the list of tables.
    private(set) lazy var lists = ListWatches(clock: clock, interval: times.listing) {
        [weak self] in
        try await self?.summaries(among: nil) ?? []
    }

    /// - Parameters:
    ///   - restingWeight: the approximate number of dice in idle tables that stay in memory; the
    ///     default takes about 30 MB.
    init(
        store: any TableStore,
        clock: any TableClock,
        randomness: DiceRandomness,
        now: @escaping @Sendable () -> Timestamp,
        logger: Logger,
        restingWeight: Int = 200_000,
        times: ServerTimes = ServerTimes(),
        counts: ServerCounts = ServerCounts(),
        quota: Int? = nil
    ) {
        self.counts = counts
        self.quota = StorageQuota(limit: quota, store: store)
        inFlight = DiceInFlight(on: clock)
        self.restingWeight = restingWeight
        weightLimit = restingWeight
        self.store = store
        self.clock = clock
        self.times = times
        self.randomness = randomness
        self.now = now
        self.logger = logger
    }

    /// Reads the list of tables; a new store gets the table `default`. Throws `StoreError`.
    func load(isNew: Bool) async throws(StoreError) {
        try await store.endLeftThrows(at: now())
        let stored = try await store.names()
        names = Set(stored)
        creation = Dictionary(zip(stored, 1...)) { first, _ in first }
        owners = try await store.owners()
        if isNew, names.isEmpty {
            let stored = StoredTable(
                new: .default,
                sides: [6, 6, 6, 6, 6],
                seeds: randomness.seeds
            )
            try await store.create(stored)
            add(stored)
        }
    }

    var count: Int { names.count }
    var animatingDice: Int {
        loaded.values.reduce(0) {
            $1.group.flights.reduce($0) { $0 + $1.animatingCount }
        }
    }
    var watchers: Int { loaded.values.reduce(0) { $0 + $1.subscribers.count } }

    /// Returns a summary of every table, sorted by name.
    ///
    /// - Parameter among: the tables to include; `nil` for all.
    func summaries(among: Set<TableName>?) async throws(WireError) -> [TableSummary] {
        var summaries: [TableName: TableSummary] = [:]
        if loaded.count < names.count {
            do throws(StoreError) {
                for stored in try await store.summaries()
                where names.contains(stored.name) {
                    summaries[stored.name] = TableSummary(stored)
                }
            } catch { throw WireError.notRead("the list of tables", error) }
        }
        for (name, table) in loaded {
            summaries[name] = table.summary
        }
        summaries = summaries.filter { among?.contains($0.key) != false }
        let created = summaries.keys.sorted { creation[$0, default: 0] < creation[$1, default: 0] }
        for (index, name) in created.enumerated() {
            summaries[name]?.created = index + 1
        }
        return summaries.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Returns the table if it is in memory, `nil` if it must be read. Throws `tableNotFound`.
    func loaded(_ name: TableName) throws(WireError) -> Table? {
        guard names.contains(name) else { throw .tableNotFound(name) }
        guard let table = loaded[name] else { return nil }
        uses += 1
        table.lastUse = uses
        return table
    }

    /// Returns the table and reads it from the store if necessary. This instance remains the only
    /// one with its name for as long as anything holds it.
    func table(_ name: TableName) async throws(WireError) -> Table {
        if let table = try loaded(name) {
            return table
        }
        return try await lock.whileHolding { () throws(WireError) in
            if let table = try loaded(name) {
                return table
            }
            do throws(StoreError) {
                if let stored = try await store.table(name) {
                    return add(stored, after: try await lastTurn(of: stored))
                }
            } catch { throw .notRead("the table", error) }
            // Another connection has deleted it.
            names.remove(name)
            throw .tableNotFound(name)
        }
    }

    /// Returns the last turn of a table, if it may be corrected.
    private func lastTurn(of table: StoredTable) async throws(StoreError) -> Turn? {
        guard table.match?.progress.filled != nil else { return nil }
        let query = HistoryQuery(of: table.name, limit: 1)
        return try await store.history(query, among: nil).turns.first
    }

    /// - Parameter among: the tables to include; `nil` for all.
    func history(_ query: HistoryQuery, among: Set<TableName>?) async throws(WireError)
        -> HistoryPage
    {
        if case .one(let name) = query.table, !names.contains(name) {
            throw .tableNotFound(name)
        }
        do throws(StoreError) {
            let page = try await store.history(query, among: among)
            // No face is sent before its die settles. A secret throw may be in history while some
            // of its dice are still moving for those who see it.
            for thrown in page.entries.compactMap(\.thrown) where thrown.hidden != true {
                let flights =
                    TableName(thrown.table).flatMap { loaded[$0]?.group.throwsInFlight }
                    ?? []
                for flight in flights where flight.number == thrown.number {
                    await flight.settled()
                }
            }
            // If the store has ended a turn while its dice are still moving, memory ends it in a
            // moment, and the dice settle with it.
            for entry in page.entries {
                guard let turn = entry.turn, let name = TableName(turn.table),
                    let table = loaded[name],
                    table.group.turn <= turn.turn
                else { continue }
                await table.lock.whileHolding {}
            }
            return page
        } catch { throw .notRead("the history", error) }
    }

    /// Creates a table. Throws `WireError` or `StoreError`.
    ///
    /// - Parameter owner: the owner; `nil` if the table belongs to everyone.
    func create(
        _ params: CreateParams,
        owner: String? = nil,
        isAdministrator: Bool = true
    )
        async throws -> Table
    {
        let game = try params.game?.game()
        var settings = params.settings
        settings.dice = try settings.dice.map(Self.checked)
        guard let sides = game?.shapes ?? settings.dice else {
            throw WireError(.neitherDiceNorGame, ["param": "dice"])
        }
        guard settings.dice.map({ $0 == sides }) ?? true else {
            throw WireError(.diceOfGame, ["param": "dice"])
        }
        settings.rollsPerTurn = game?.rollsPerTurn ?? settings.rollsPerTurn
        return try await lock.whileHolding { [settings] in
            guard !names.contains(params.table) else {
                throw WireError(.tableExists, ["table": params.table])
            }
            guard !params.table.isReadOtherwise else {
                throw WireError(
                    .nameReadOtherwise,
                    ["table": params.table, "param": "table"]
                )
            }
            guard names.count < Limits.tables else {
                throw WireError(.tablesOfDaemon, ["limit": Limits.tables])
            }
            let owned = isAdministrator ? 0 : owners.values.count { $0 == owner }
            if let owner, owned >= Limits.tablesPerUser {
                throw WireError(
                    .tablesOfUser,
                    ["owner": owner, "limit": Limits.tablesPerUser]
                )
            }
            var stored = StoredTable(
                new: params.table,
                sides: sides,
                owner: owner,
                seeds: randomness.seeds
            )
            stored.settings.apply(settings)
            let maxRolls = Limits.valuesPerTurn / sides.count
            guard stored.settings.rollsPerTurn ?? 0 <= maxRolls else {
                throw WireError.tooManyRolls(maxRolls)
            }
            stored.match = game.map {
                Match($0, players: stored.settings.players ?? [])
            }
            try await store.create(stored)
            let table = add(stored)
            table.logger.info("table created", metadata: ["dice": "\(sides.count)"])
            return table
        }
    }

    /// Throws `notAllowed` if `mayChange` rejects the table's owner.
    func check(_ mayChange: @TableActor (_ owner: String?) -> Bool, _ table: TableName)
        throws(WireError)
    {
        guard names.contains(table) else { throw .tableNotFound(table) }
        guard mayChange(owners[table]) else { throw .belongs(table, to: owners[table]) }
    }

    /// Deletes a table. Throws `WireError` or `StoreError`.
    ///
    /// - Parameter mayChange: returns true if a table of this owner may be deleted.
    func delete(
        _ name: TableName,
        if mayChange: @TableActor (_ owner: String?) -> Bool = {
            _ in true
        }
    ) async throws {
        try await lock.whileHolding {
            try check(mayChange, name)
            if let table = try loaded(name) {
                try await table.delete()
            } else {
                try await store.delete(name)
            }
            remove(name)
            names.remove(name)
            creation[name] = nil
            owners[name] = nil
            activity()
        }
    }

    /// Settles every die, notifies every watcher, and returns when everything is stored.
    ///
    /// - Parameter progress: called after each table is stored.
    func stop(progress: () -> Void) async {
        for table in loaded.values {
            table.asked?.stop(.serverStopping)
            table.stopAnimation(.serverStopping)
        }
        for table in loaded.values {
            table.announce(.serverStopping)
        }
        for table in loaded.values {
            await table.lock.whileHolding { await table.tryToStore() }
            progress()
        }
    }

    @discardableResult
    private func add(_ stored: StoredTable, after lastTurn: Turn? = nil) -> Table {
        let group = DiceGroup(
            stored,
            after: lastTurn,
            revision: highestRevision + 1,
            clock: clock,
            randomness: randomness
        )
        let table = Table(
            group,
            store: store,
            inFlight: inFlight,
            clock: clock,
            times: times,
            logger: logger,
            counts: counts,
            quota: quota,
            now: now
        ) { [weak self] in self?.activity() }
        uses += 1
        table.lastUse = uses
        if names.insert(stored.name).inserted {
            creation[stored.name] = (creation.values.max() ?? 0) + 1
        }
        owners[stored.name] = stored.owner
        loaded[stored.name] = table
        weight += table.weight
        // Frees half of the budget. The remaining tables are in use, so the next check follows once
        // the same amount has been added.
        if weight > weightLimit {
            evictIdleTables(downTo: restingWeight / 2)
        }
        // The previous daemon may have died between a roll and the end of the lost turn.
        table.perform(table.diceSettled())
        activity()
        return table
    }

    private func remove(_ name: TableName) {
        guard let table = loaded.removeValue(forKey: name) else { return }
        weight -= table.weight
        highestRevision = max(highestRevision, table.group.revision)
    }
}

// MARK: memory

extension Tables {
    /// Releases unused memory and storage. Returns true if all of it could be released.
    func tidy() async -> Bool {
        evictIdleTables(downTo: 0)
        ProcessMemory.giveBack()
        return await store.tidy()
    }

    /// Evicts the tables that nothing holds, least recently used first.
    private func evictIdleTables(downTo rest: Int) {
        let lastUses = loaded.map { (name: $0.key, lastUse: $0.value.lastUse) }
        for (name, _) in lastUses.sorted(by: { $0.lastUse < $1.lastUse }) {
            if weight <= rest {
                break
            }
            if isKnownUniquelyReferenced(&loaded[name]), loaded[name]?.isAtRest == true {
                remove(name)
            }
        }
        weightLimit = max(restingWeight, weight * 2)
    }
}

extension TableSummary {
    fileprivate init(_ stored: StoredSummary) {
        self.init(
            table: stored.name.description,
            dice: stored.diceCount,
            turn: stored.turn,
            roll: stored.rollCount,
            rolling: false,
            watchers: 0,
            owner: stored.owner
        )
    }
}
