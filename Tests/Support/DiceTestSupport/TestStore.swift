import DiceGames
package import DiceModel
import DiceProof
package import DiceTable
import DiceWire
import NIOConcurrencyHelpers

/// A store in memory whose writes can be made to fail or to wait.
package final class TestStore: TableStore {
    private struct State {
        var tables: [TableName: StoredTable] = [:]
        var rolls: [TableName: [RollRecord]] = [:]
        var history: [HistoryEntry] = []
        /// The secret throws among the entries, by id.
        var secrets: [Int: SealedThrow] = [:]
        /// The ids of the throws that were secret when they were archived.
        var keptSecrets: Set<Int> = []
        var openThrows: [(thrown: StoredThrow, at: Timestamp)] = []
        var matches: [TableName: [MatchRecord]] = [:]
        var chains: [String: String] = [:]
        var saved: [SavedRoll.Key: SavedRoll] = [:]
        var rollSavers: [SavedRoll.Key: String] = [:]
        var drawn: [String: Set<String>] = [:]
        var untold = WithheldData()
        var writes = 0
        var tidied = 0
        var isTidy = true
        var failing: Set<Int> = []
        var failsAll = false
        var isHeld = false
        var isHeldWhenDone = false
        var holdsReads = false
        /// The number of requested pages of history.
        var reads = 0
        var held: [CheckedContinuation<Void, Never>] = []
        var holdsBackups = false
        /// The number of held backups that have started.
        var backups = 0
        var copied: [UInt8] = []
        var bytesRead = 0
        var awaitingHeld: [Wait] = []

        mutating func count(_ thrown: StoredThrow) {
            guard let name = TableName(thrown.result.table) else { return }
            tables[name]?.throwCount = thrown.result.number
            tables[name]?.throwSeed = thrown.nextSeed
        }

        @discardableResult
        mutating func addToHistory(
            _ thrown: SealedThrow,
            seed: CommittedSeed?,
            _ at: Timestamp
        )
            -> SealedThrow
        {
            var (entry, hidden) = thrown.unsealed
            entry.id = history.count + 1
            entry.endedAt = at
            entry.seed = seed?.seed?.hex
            entry.proof.take(
                extendChain(of: entry.table) { Chain.link(entry, after: $0) }
            )
            history.append(.thrown(entry))
            hidden?.id = entry.id
            hidden?.endedAt = at
            hidden?.proof.digest = entry.digest
            hidden?.chain = entry.chain
            let sealed = SealedThrow(entry, hidden: hidden)
            if hidden != nil {
                secrets[history.count] = sealed
            }
            return sealed
        }

        /// Stores the state of a match after this turn of the match, which ended or was corrected
        /// at `instant`.
        mutating func keep(_ turn: Turn, at instant: Timestamp, of table: StoredTable) {
            guard let match = table.match else { return }
            let before = matches[table.name]?.last { $0.match == match.number }
            matches[table.name, default: []].removeAll { $0.match == match.number }
            matches[table.name, default: []].append(
                MatchRecord(match, after: turn, at: instant, before)
            )
        }

        mutating func extendChain(of table: String, _ link: (String) -> ChainLink)
            -> ChainLink
        {
            let next = link(chains[table] ?? Chain.start)
            chains[table] = next.chain
            return next
        }
    }

    private let state = NIOLockedValueBox(State())

    package init() {}

    /// The number of requested writes.
    package var writes: Int { state.withLockedValue { $0.writes } }

    package func stored(_ name: TableName = .default) -> StoredTable? {
        state.withLockedValue { $0.tables[name] }
    }
    package func openRolls(_ name: TableName = .default) -> [RollRecord] {
        state.withLockedValue { $0.rolls[name] ?? [] }
    }

    /// The data to be stored for each roll and throw, whether or not the write succeeded: entropy,
    /// reveals and faces. Void rolls are omitted.
    package var drawn: [String: Set<String>] { state.withLockedValue { $0.drawn } }

    private func note(
        _ what: String,
        _ entropy: String?,
        _ reveals: [String]?,
        _ faces: [Int]
    ) {
        let text = "\(entropy ?? "") \(reveals ?? []) \(faces)"
        state.withLockedValue { _ = $0.drawn[what, default: []].insert(text) }
    }

    private func note(_ thrown: StoredThrow) {
        let result = thrown.result
        note(
            "\(result.table) throw \(result.number)",
            result.entropy,
            result.reveals,
            result.faces ?? []
        )
    }

    /// Makes the write with this number, from 1, fail.
    package func fail(write number: Int) {
        state.withLockedValue { _ = $0.failing.insert(number) }
    }

    /// Makes the write with this number succeed again.
    package func heal(write number: Int) {
        state.withLockedValue { _ = $0.failing.remove(number) }
    }

    /// Makes every write fail, as on a full disk, until this is called with false.
    package func fail(_ fails: Bool) {
        state.withLockedValue { $0.failsAll = fails }
    }

    /// Holds every backup until it is cancelled.
    package func holdBackups() {
        state.withLockedValue { $0.holdsBackups = true }
    }

    /// Holds every write until `goOn()`.
    ///
    /// - Parameter done: true if a held write is already in the store, but its caller has not been
    ///   told yet.
    package func hold(done: Bool = false) {
        state.withLockedValue { state in
            state.isHeld = true
            state.isHeldWhenDone = done
        }
    }

    /// Holds every write, and every page of history, until `goOn()`.
    package func holdReads() {
        state.withLockedValue { state in
            state.isHeld = true
            state.holdsReads = true
        }
    }

    /// The number of requested pages of history.
    package var reads: Int { state.withLockedValue { $0.reads } }

    /// Returns when a write or a backup is waiting. Throws `Missing` if none arrives in time.
    package func waitForHeldWrite() async throws {
        let wait = Wait()
        let isThere = state.withLockedValue { state in
            if !state.held.isEmpty || state.backups > 0 {
                return true
            }
            state.awaitingHeld.append(wait)
            return false
        }
        if !isThere {
            try await wait.ended { "no write has come that waits" }
        }
    }

    package func goOn() {
        let held = state.withLockedValue { state in
            defer {
                state.held = []
            }
            state.isHeld = false
            return state.held
        }
        for write in held {
            write.resume()
        }
    }

    /// Releases the write that has waited longest; later ones keep waiting.
    package func letOneGo() {
        let first = state.withLockedValue {
            $0.held.isEmpty ? nil : $0.held.removeFirst()
        }
        first?.resume()
    }

    private func write<Value: Sendable>(
        _ body: @Sendable (inout State) -> Value
    ) async throws(StoreError) -> Value {
        if !state.withLockedValue({ $0.isHeldWhenDone }) {
            await waitWhileHeld()
        }
        let value: Value? = state.withLockedValue { state in
            state.writes += 1
            return state.failsAll || state.failing.contains(state.writes)
                ? nil : body(&state)
        }
        if state.withLockedValue({ $0.isHeldWhenDone }) {
            await waitWhileHeld()
        }
        guard let value else {
            throw StoreError(.unavailable, "the disk is full; make room and try again")
        }
        return value
    }

    private func waitWhileHeld() async {
        await withCheckedContinuation { continuation in
            let (goesOn, waiting) = state.withLockedValue { state in
                guard state.isHeld else { return (true, [Wait]()) }
                state.held.append(continuation)
                defer {
                    state.awaitingHeld = []
                }
                return (false, state.awaitingHeld)
            }
            if goesOn {
                continuation.resume()
            }
            for waiter in waiting {
                waiter.end()
            }
        }
    }

    package func names() async throws(StoreError) -> [TableName] {
        state.withLockedValue { Array($0.tables.keys) }
    }

    package func playerNames() async throws(StoreError) -> Set<String> {
        state.withLockedValue { state in
            Set(
                state.tables.values.flatMap {
                    ($0.settings.players ?? []) + [$0.owner].compactMap(\.self)
                }
            )
        }
    }

    package func owners() async throws(StoreError) -> [TableName: String] {
        state.withLockedValue { $0.tables.compactMapValues(\.owner) }
    }

    package func summaries() async throws(StoreError) -> [StoredSummary] {
        state.withLockedValue { $0.tables.values.sorted { $0.name < $1.name } }.map { table in
            StoredSummary(
                name: table.name,
                turn: table.turn,
                rollCount: table.rollCount,
                diceCount: table.dice.count,
                owner: table.owner
            )
        }
    }

    package func table(_ name: TableName) async throws(StoreError) -> StoredTable? {
        stored(name)
    }

    /// Returns the size of entries on the wire; for open or secret throws, their maximum size.
    package func storedBytes(by name: String) async throws(StoreError) -> Int {
        state.withLockedValue { state in
            let ended = state.history.reduce(0) { sum, entry in
                switch entry {
                case .turn(let turn) where turn.by == name: sum + turn.jsonBytes().count
                case .thrown(let thrown) where thrown.by == name:
                    sum + thrown.jsonBytes().count
                default: sum
                }
            }
            let open = state.openThrows.filter { $0.thrown.result.by == name }
            return open.reduce(ended) { $0 + $1.thrown.maxBytes }
        }
    }

    package func backup(
        _ target: BackupTarget,
        _ progress: WorkProgress,
        untold: @escaping @Sendable () async -> WithheldData
    ) async throws(StoreError) -> Backup {
        let (fails, isHeld, waiting): (Bool, Bool, [Wait]) = state.withLockedValue { state in
            guard state.holdsBackups else { return (state.failsAll, false, []) }
            state.backups += 1
            defer {
                state.awaitingHeld = []
            }
            return (state.failsAll, true, state.awaitingHeld)
        }
        if fails {
            throw StoreError(.unavailable, "the disk is full; make room")
        }
        progress.set(done: 1, of: 4)
        for waiter in waiting {
            waiter.end()
        }
        // Held until it is cancelled.
        if isHeld, (try? await Wait().ended { "the backup goes on" }) == nil {
            throw StoreError(.unavailable, "it was ended")
        }
        let tables = await untold()
        let copied = state.withLockedValue { state in
            state.untold = tables
            return state.copied
        }
        switch target {
        case .file(let path, _): return Backup(path: path, bytes: copied.count)
        case .row(let count, let instant):
            return Backup(
                path: "/backups/\(BackupName(at: instant)) of \(count)",
                bytes: copied.count
            )
        case .reader:
            return Backup(
                bytes: copied.count,
                reader: TestCopy(copied) { self.noteReading($0) }
            )
        }
    }

    /// Sets the contents of the copies that backups make.
    package func copies(_ bytes: [UInt8]) {
        state.withLockedValue { $0.copied = bytes }
    }

    /// The number of bytes that have been read from copies.
    package var bytesRead: Int { state.withLockedValue { $0.bytesRead } }

    private func noteReading(_ count: Int) {
        state.withLockedValue { $0.bytesRead += count }
    }

    /// The draws that the last backup had to omit.
    package var untold: WithheldData { state.withLockedValue { $0.untold } }

    package func tidy() async -> Bool {
        state.withLockedValue { state in
            state.tidied += 1
            return state.isTidy
        }
    }

    /// The number of requests to tidy up.
    package var tidied: Int { state.withLockedValue { $0.tidied } }

    /// True if everything could be released at that time.
    package var isTidy: Bool {
        get { state.withLockedValue { $0.isTidy } }
        set { state.withLockedValue { $0.isTidy = newValue } }
    }

    package func create(_ table: StoredTable) async throws(StoreError) {
        try await write { $0.tables[table.name] = table }
    }

    package func delete(_ name: TableName) async throws(StoreError) {
        try await write { state in
            state.tables[name] = nil
            state.rolls[name] = nil
            state.history.removeAll { $0.table == name.description }
            state.openThrows.removeAll { $0.thrown.result.table == name.description }
            state.chains[name.description] = nil
        }
    }

    package func save(_ table: StoredTable, adding roll: RollRecord?)
        async throws(StoreError)
    {
        if let roll, roll.outcome != .void {
            note(
                "\(table.name) \(table.turn) roll \(roll.roll)",
                roll.entropy,
                roll.reveals,
                roll.values
            )
        }
        try await write { state in
            var saved = table
            // Only throws change these members.
            if let before = state.tables[table.name] {
                saved.throwCount = before.throwCount
                saved.throwSeed = before.throwSeed
                saved.archived = before.archived
            }
            state.tables[table.name] = saved
            guard let roll else { return }
            state.rolls[table.name, default: []].removeAll { $0.roll == roll.roll }
            state.rolls[table.name, default: []].append(roll)
        }
    }

    package func ask(_ table: StoredTable, for roll: RollRecord)
        async throws(StoreError)
    {
        try await save(table, adding: roll)
    }

    package func setOutcome(
        _ outcome: RollOutcome,
        ofRoll roll: Int,
        in table: TableName
    )
        async throws(StoreError)
    {
        try await write { state in
            for index in (state.rolls[table] ?? []).indices
            where state.rolls[table]?[index].roll == roll {
                state.rolls[table]?[index].outcome = outcome
            }
        }
    }

    package func endTurn(_ ending: Turn, leaving table: StoredTable)
        async throws(StoreError)
        -> Turn
    {
        try await write { state in
            var ending = ending
            ending.id = state.history.count + 1
            ending.take(state.rolls.removeValue(forKey: table.name) ?? [])
            if ending.commitment != nil {
                let link = state.extendChain(of: ending.table) { last in
                    Chain.link(ending, after: last) { $0.jsonBytes() }
                }
                ending.proof.take(link)
            }
            state.history.append(.turn(ending))
            if ending.score != nil {
                state.keep(ending, at: ending.endedAt, of: table)
            }
            state.tables[table.name] = table
            return ending
        }
    }

    package func rest(_ rest: Rest, leaving table: StoredTable) async throws(StoreError) -> Rest {
        try await write { state in
            var entry = rest
            entry.id = state.history.count + 1
            let link = state.extendChain(of: entry.table) { last in
                Chain.link(entry, after: last, players: table.match?.players ?? [])
            }
            entry.take(link)
            state.history.append(.rested(entry))
            state.tables[table.name]?.match = table.match
            state.tables[table.name]?.settings.up = table.settings.up
            return entry
        }
    }

    package func correct(
        _ turn: Turn,
        by correction: Correction,
        leaving table: StoredTable
    ) async throws(StoreError) -> Correction {
        try await write { state in
            var entry = correction
            entry.id = state.history.count + 1
            let link = state.extendChain(of: entry.table) { last in
                Chain.link(entry, after: last, players: table.match?.players ?? [])
            }
            entry.take(link)
            state.history.append(.corrected(entry))
            state.keep(turn, at: correction.endedAt, of: table)
            state.tables[table.name]?.match = table.match
            return entry
        }
    }

    /// The throws that have started and have not ended.
    package var openThrows: [ThrowResult] {
        state.withLockedValue { $0.openThrows.map(\.thrown.result) }
    }

    package func begin(_ thrown: StoredThrow, at: Timestamp) async throws(StoreError) {
        note(thrown)
        try await write { state in
            state.openThrows.append((thrown, at))
            state.count(thrown)
        }
    }

    package func end(_ ended: [(thrown: SealedThrow, at: Timestamp)])
        async throws(StoreError)
        -> [SealedThrow]
    {
        try await write { state in
            ended.map { thrown, at in
                let whole = thrown.unsealed.whole
                let isMeant = { (open: StoredThrow) in
                    open.result.table == whole.table
                        && open.result.number == whole.number
                }
                let seed = state.openThrows.first { isMeant($0.thrown) }?.thrown.seed
                state.openThrows.removeAll { isMeant($0.thrown) }
                return state.addToHistory(thrown, seed: seed, at)
            }
        }
    }

    package func add(_ thrown: StoredThrow, at: Timestamp) async throws(StoreError)
        -> SealedThrow
    {
        note(thrown)
        return try await write { state in
            state.count(thrown)
            return state.addToHistory(
                SealedThrow(thrown.result, hidden: thrown.hidden),
                seed: thrown.seed,
                at
            )
        }
    }

    package func show(
        _ number: Int,
        of table: TableName,
        by viewers: [String]
    ) async throws(StoreError) -> SealedThrow? {
        try await write { state in
            let index = state.history.lastIndex {
                $0.thrown?.number == number && $0.thrown?.table == table.description
            }
            guard let index, var entry = state.history[index].thrown else { return nil }
            guard let sealed = state.secrets[index + 1] else {
                return SealedThrow(entry)
            }
            guard sealed.recipients.include(viewers) else { return nil }
            entry.seenBy = nil
            state.secrets[index + 1] = nil
            state.history[index] = .thrown(entry)
            return sealed
        }
    }

    package func endLeftThrows(at: Timestamp) async throws(StoreError) {
        state.withLockedValue { state in
            for (thrown, _) in state.openThrows {
                state.addToHistory(
                    SealedThrow(thrown.result, hidden: thrown.hidden),
                    seed: thrown.seed,
                    at
                )
            }
            state.openThrows = []
        }
    }

    package func matches(
        of table: TableName,
        before: Int?,
        limit: Int
    ) async throws(StoreError) -> (page: [MatchRecord], more: Bool) {
        state.withLockedValue { state in
            let all = (state.matches[table] ?? []).reversed().filter {
                $0.match < before ?? .max
            }
            return (Array(all.prefix(limit)), all.count > limit)
        }
    }

    package func faces(_ query: FaceQuery, at name: TableName) async throws(StoreError)
        -> StoredFaces?
    {
        state.withLockedValue { state in
            guard let table = state.tables[name] else { return nil }
            var ended = FaceTally()
            for case .turn(let turn) in state.history
            where turn.table == name.description {
                ended.add(turn)
            }
            return StoredFaces(
                ended: ended,
                turn: table.turn,
                sides: table.dice.map(\.countedSides),
                open: state.rolls[name] ?? []
            )
        }
    }

    package func prune(
        _ table: TableName,
        through last: Int,
        chain: String,
        keeping open: OpenEntries?
    ) async throws(StoreError) -> Pruning {
        try await write { state in
            let archived = state.tables[table]?.archived
            let known = archived?.last ?? 0
            guard last > 0, last != known || chain != archived?.chain else {
                return .done(0, archived)
            }
            let left = state.history.filter {
                $0.table == table.description && $0.id > known
            }
            guard let entry = left.first(where: { $0.id == last }) else {
                return last == known ? .otherChain : .noEntry
            }
            guard chain == entry.proof.chain ?? Chain.start else { return .otherChain }
            let first = left.first { open?.includes($0) == true }
            if let first, first.id <= last {
                return .open(first.id)
            }
            let count = left.count { $0.id <= last }
            let now = Archived(
                entries: (archived?.entries ?? 0) + count,
                last: last,
                chain: chain,
                at: entry.endedAt ?? Timestamp(millisecondsSinceEpoch: 0)
            )
            state.tables[table]?.archived = now
            state.keptSecrets.formUnion(
                left.map(\.id).filter { $0 <= last && state.secrets[$0] != nil }
            )
            return .done(count, now)
        }
    }

    package func savedRolls() async throws(StoreError) -> [SavedRoll] {
        state.withLockedValue { $0.saved.values.sorted { $0.key < $1.key } }
    }

    package func rollSavers() async throws(StoreError) -> [SavedRoll.Key: String] {
        state.withLockedValue { $0.rollSavers }
    }

    package func save(_ roll: SavedRoll, by saver: String?) async throws(StoreError) {
        try await write {
            $0.saved[roll.key] = roll
            $0.rollSavers[roll.key] = saver
        }
    }

    package func deleteRoll(_ key: SavedRoll.Key) async throws(StoreError) {
        try await write { $0.saved[key] = nil }
    }

    package func history(_ query: HistoryQuery, among: Set<TableName>?)
        async throws(StoreError)
        -> HistoryPage
    {
        let isHeld = state.withLockedValue { state in
            state.reads += 1
            return state.holdsReads
        }
        if isHeld {
            await waitWhileHeld()
        }
        return state.withLockedValue { state in
            let told = state.history.map { entry in
                state.secrets[entry.id].map { .thrown($0.shown(to: query.viewers)) }
                    ?? entry
            }
            let all = told.reversed().filter { entry in
                let ended =
                    entry.turn?.endedAt ?? entry.thrown?.endedAt
                    ?? entry.correction?.endedAt
                let at = ended?.millisecondsSinceEpoch ?? 0
                let by = entry.turn?.by ?? entry.thrown?.by ?? entry.correction?.by
                let other: HistoryKind = entry.thrown != nil ? .throw : .correction
                let kind: HistoryKind = entry.turn != nil ? .turn : other
                let archived =
                    TableName(entry.table).flatMap { state.tables[$0]?.archived?.last }
                    ?? 0
                let isThere =
                    query.archived
                    ? entry.id <= archived && state.keptSecrets.contains(entry.id)
                    : entry.id > archived
                return isThere
                    && among?.contains(where: { $0.description == entry.table })
                        != false
                    && (query.table == .all
                        || query.table == TableName(entry.table).map { .one($0) })
                    && (query.kind == .all || query.kind == kind)
                    && entry.id < query.before ?? .max && query.by ?? by == by
                    && query.since.map { at >= $0.millisecondsSinceEpoch } ?? true
                    && query.until.map { at < $0.millisecondsSinceEpoch } ?? true
            }
            return HistoryPage(
                entries: Array(all.prefix(query.limit)),
                more: all.count > query.limit,
                archived: query.table.name.flatMap { state.tables[$0]?.archived }
            )
        }
    }
}

extension TestStore {
    package func tally(
        _ query: HistoryQuery,
        among: Set<TableName>?,
        _ progress: WorkProgress
    ) async throws(StoreError) -> HistoryTally {
        let waiting: [Wait]? = state.withLockedValue { state in
            guard state.holdsBackups else { return nil }
            state.backups += 1
            defer {
                state.awaitingHeld = []
            }
            return state.awaitingHeld
        }
        if let waiting {
            for waiter in waiting {
                waiter.end()
            }
            // Held until it is cancelled.
            _ = try? await Wait().ended { "the statistic goes on" }
        }
        var tally = HistoryTally()
        var rest = query
        rest.limit = 100
        var page: HistoryPage
        repeat {
            page = try await history(rest, among: among)
            for entry in page.entries {
                tally.add(entry)
            }
            rest.before = page.entries.last?.id
        } while page.more && !Task.isCancelled
        return tally
    }

    package func history(_ query: HistoryQuery) async throws(StoreError) -> HistoryPage {
        try await history(query, among: nil)
    }
}

/// A copy in memory.
private actor TestCopy: BackupReader {
    private var rest: ArraySlice<UInt8>
    private let bytes: [UInt8]
    private let note: @Sendable (Int) -> Void

    init(_ bytes: [UInt8], _ note: @escaping @Sendable (Int) -> Void) {
        self.bytes = bytes
        self.note = note
        rest = bytes[...]
    }

    func next(_ count: Int) -> String {
        let part = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        note(part.count)
        return Base64.text(of: part)
    }

    func digest() -> String {
        Hex.text(bytes.prefix(32))
    }
}

extension OpenEntries {
    fileprivate func includes(_ entry: HistoryEntry) -> Bool {
        switch entry {
        case .turn(let entry): entry.turn >= turn
        case .rested(let rest): rest.match == match
        case .thrown, .corrected: false
        }
    }
}
