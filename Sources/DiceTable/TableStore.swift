package import DiceModel
import DiceNotation
import DiceProof
import NIOConcurrencyHelpers

/// The persistent storage of tables and their history. Each call is atomic.
///
/// Every method throws `StoreError` if the storage fails, and in that case changes nothing.
package protocol TableStore: Sendable {
    /// Returns the names of all stored tables in the order in which they were created.
    func names() async throws(StoreError) -> [TableName]

    /// Returns the names of all who play at a table, have created one or have saved a roll.
    func playerNames() async throws(StoreError) -> Set<String>

    /// Returns the owner of each table that has an owner.
    func owners() async throws(StoreError) -> [TableName: String]

    /// Returns a summary of every stored table, by name.
    func summaries() async throws(StoreError) -> [StoredSummary]

    /// Returns a table; `nil` if there is no table with this name.
    func table(_ name: TableName) async throws(StoreError) -> StoredTable?

    /// Adds a table durably (it survives a power loss).
    func create(_ table: StoredTable) async throws(StoreError)

    /// Durably removes a table with its open turn and its history. All of this is gone when the
    /// call returns, but the disk space may be freed later.
    func delete(_ name: TableName) async throws(StoreError)

    /// Replaces a table's stored state and, with `roll`, adds a roll to its open turn, replacing
    /// the roll with the same number. Survives a crash of the daemon.
    func save(_ table: StoredTable, adding roll: RollRecord?) async throws(StoreError)

    /// Saves a roll that is waiting for contributors, with the outcome that history will report if
    /// the daemon dies before the roll is made. Backups omit it.
    func ask(_ table: StoredTable, for roll: RollRecord) async throws(StoreError)

    /// Sets the outcome of a roll in the open turn.
    func setOutcome(_ outcome: RollOutcome, ofRoll roll: Int, in table: TableName)
        async throws(StoreError)

    /// Moves the open turn into history and replaces the table's state with `table`, durably.
    ///
    /// The store fills `ending.rolls` from the stored open turn and assigns `ending.id`.
    func endTurn(_ ending: Turn, leaving table: StoredTable) async throws(StoreError)
        -> Turn

    /// Adds a rest to history and replaces the table's state with `table`, durably.
    ///
    /// The store assigns the entry's id, digest and chain hash.
    func rest(_ rest: Rest, leaving table: StoredTable) async throws(StoreError) -> Rest

    /// Adds a correction of `turn` to history and replaces the table's state with `table`, durably.
    /// Assigns the entry's id and chain hash.
    func correct(
        _ turn: Turn,
        by correction: Correction,
        leaving table: StoredTable
    ) async throws(StoreError) -> Correction

    /// Adds a throw that has begun; `thrown` contains the result that counts if the daemon dies.
    /// Survives a crash of the daemon.
    func begin(_ thrown: StoredThrow, at: Timestamp) async throws(StoreError)

    /// Moves all or none of these open throws into history with the results in `ended`, and counts
    /// their faces. Durable, because their seeds are disclosed afterwards and must not be used
    /// again. Returns their entries.
    func end(_ ended: [(thrown: SealedThrow, at: Timestamp)]) async throws(StoreError)
        -> [SealedThrow]

    /// Begins and ends a throw at once, durably.
    func add(_ thrown: StoredThrow, at: Timestamp) async throws(StoreError)
        -> SealedThrow

    /// Makes a secret throw public and counts its faces, durably. Returns the throw's previous
    /// entry; `nil` if none of `viewers` sees a secret throw with this number.
    func show(_ number: Int, of table: TableName, by viewers: [String])
        async throws(StoreError)
        -> SealedThrow?

    /// Ends every throw that an earlier daemon left open, with its stored result.
    func endLeftThrows(at: Timestamp) async throws(StoreError)

    /// Returns the entries that match `query`, newest first, and whether older ones remain.
    ///
    /// A page may be shorter than its limit if its entries are large; such a page then has `more`.
    ///
    /// A stranger's result does not depend on secret faces.
    ///
    /// - Parameter among: The tables to include; `nil` for all.
    func history(_ query: HistoryQuery, among: Set<TableName>?) async throws(StoreError)
        -> HistoryPage

    /// Counts the faces of all entries that match `query`, ignoring its limit, as the query's
    /// viewers see them. Does not delay other calls, and ends when the task is cancelled.
    ///
    /// - Parameters:
    ///   - among: The tables to include; `nil` for all.
    ///   - progress: Receives the progress.
    func tally(
        _ query: HistoryQuery,
        among: Set<TableName>?,
        _ progress: WorkProgress
    ) async throws(StoreError) -> HistoryTally

    /// Returns a table's matches in which a turn has ended, newest first, and whether older ones
    /// remain. May return fewer than `limit` matches if the matches are large.
    ///
    /// - Parameters:
    ///   - before: Only matches before the match with this number.
    ///   - limit: The maximum number of matches.
    func matches(
        of table: TableName,
        before: Int?,
        limit: Int
    ) async throws(StoreError) -> (page: [MatchRecord], more: Bool)

    /// Returns the faces rolled at a table, filtered by `query`; `nil` if there is no table with
    /// this name.
    ///
    /// The faces of a roll are included once `save` has stored it, and remain when its turn ends.
    func faces(_ query: FaceQuery, at table: TableName) async throws(StoreError)
        -> StoredFaces?

    /// Returns the bytes that a player uses in the history of all tables, including entries of
    /// which a deletion or pruning has left a part. A throw that is secret or in flight counts with
    /// its maximum size.
    func storedBytes(by name: String) async throws(StoreError) -> Int

    /// Removes the oldest entries of a table's history, up to and including `last`, durably and at
    /// once. Secret throws among them remain for `show`, as do face counts and matches.
    ///
    /// - Parameters:
    ///   - last: The id of the last entry to remove. 0, or the last entry already archived, removes
    ///     nothing.
    ///   - chain: The chain hash of that entry; `Chain.start` for an entry without one.
    ///   - open: The entries that cannot be archived yet.
    func prune(
        _ table: TableName,
        through last: Int,
        chain: String,
        keeping open: OpenEntries?
    ) async throws(StoreError) -> Pruning

    /// Returns all saved rolls, by name, everyone's before a person's.
    func savedRolls() async throws(StoreError) -> [SavedRoll]

    /// Returns the users who saved everyone's rolls, where known.
    func rollSavers() async throws(StoreError) -> [SavedRoll.Key: String]

    /// Saves a roll durably, replacing its owner's roll of the same name.
    ///
    /// - Parameter saver: the user who saves a roll for everyone; `nil` if unknown.
    func save(_ roll: SavedRoll, by saver: String?) async throws(StoreError)

    /// Deletes a saved roll, durably.
    func deleteRoll(_ key: SavedRoll.Key) async throws(StoreError)

    /// Copies every table and the history, as they are now, into a file that only the current user
    /// may read. May take long, but does not delay other calls, and ends when the task is
    /// cancelled.
    ///
    /// - Parameters:
    ///   - progress: Receives the progress in bytes.
    ///   - untold: Called once everything is copied, before the file is visible. Returns the data
    ///     that the backup must omit; anything not named is public by then.
    func backup(
        _ target: BackupTarget,
        _ progress: WorkProgress,
        untold: @escaping @Sendable () async -> WithheldData
    ) async throws(StoreError) -> Backup

    /// Frees disk space that is no longer needed. Call it when nothing has been written for a
    /// while. Returns true if all of it was freed.
    func tidy() async -> Bool
}

/// The faces counted in history entries.
package struct HistoryTally: Sendable {
    /// The numbers of a table's newest turn and throw, 0 for none; secret throws are not counted.
    package struct Newest: Sendable, Hashable {
        package var turn = 0
        package var thrown = 0
    }

    package private(set) var faces = FaceTally()
    package private(set) var newest: [String: Newest] = [:]

    package init() {}

    package mutating func add(_ entry: HistoryEntry) {
        if let turn = entry.turn {
            faces.add(turn)
            newest[turn.table, default: Newest()].turn.raise(to: turn.turn)
        }
        guard let thrown = entry.thrown, thrown.hidden != true else { return }
        newest[thrown.table, default: Newest()].thrown.raise(to: thrown.number)
        guard let evaluation = Edition.evaluate(thrown) else { return }
        for (draw, sides) in zip(evaluation.draws, evaluation.countedSides) {
            faces.add(
                draw.face,
                sides: sides,
                by: thrown.by,
                entered: thrown.entered == true
            )
        }
    }
}

extension Int {
    fileprivate mutating func raise(to other: Int) {
        self = Swift.max(self, other)
    }
}

/// The result of a request to prune.
package enum Pruning: Sendable, Hashable {
    /// The number of entries removed, and everything that is now archived.
    case done(Int, Archived?)
    /// The table has no such entry, or the entry is archived already without being the last
    /// archived one.
    case noEntry
    /// The entry has another chain hash.
    case otherChain
    /// An entry in the range cannot be archived yet; the value is the id of the first such entry.
    case open(Int)
}

/// The destination of a backup.
package enum BackupTarget: Sendable, Hashable {
    /// A file at this path; `replacing` permits overwriting an older backup.
    case file(String, replacing: Bool)
    /// The folder `backups` beside the store, under a name that contains the time; at most
    /// `keeping` copies remain there.
    case row(keeping: Int, at: Timestamp)
    /// A reader that delivers the copy, which has no path.
    case reader
}

/// A copy of everything.
package struct Backup: Sendable {
    /// The path; `nil` for a backup with a reader.
    package var path: String?
    /// The size in bytes.
    package var bytes: Int
    /// The reader; `nil` for a backup with a path.
    package var reader: (any BackupReader)?
    /// A problem that did not prevent the backup; `nil` if there was none.
    package var complaint: String?

    package init(path: String? = nil, bytes: Int, reader: (any BackupReader)? = nil) {
        self.path = path
        self.bytes = bytes
        self.reader = reader
    }
}

/// Reads a copy once, from its start. The copy is deleted when the last reference to the reader is
/// released.
package protocol BackupReader: Sendable {
    /// Returns the next bytes in base64, at most `count` of them; empty at the end. Does not run on
    /// the caller's thread.
    func next(_ count: Int) async throws(StoreError) -> String

    /// Returns the SHA-256 of the bytes read, in lower-case hex.
    func digest() async -> String
}

/// The progress of a long operation; one thread updates it, another reads it.
package final class WorkProgress: Sendable {
    private let counts = NIOLockedValueBox((done: 0, total: 0))

    package init() {}

    /// The work done and the total, in the same unit; the total is 0 until it is known.
    package var current: (done: Int, total: Int) { counts.withLockedValue { $0 } }

    package func set(done: Int, of total: Int) {
        counts.withLockedValue { $0 = (done, total) }
    }
}

/// The stored data that a backup must omit.
package struct WithheldData: Sendable, Hashable {
    /// The tables with a roll in flight, each in its state before the roll.
    package var tables: [StoredTable]
    /// The numbers, by table, of secret throws whose dice may still be in flight for their viewers.
    package var hidden: [TableName: [Int]]

    package init(tables: [StoredTable] = [], hidden: [TableName: [Int]] = [:]) {
        self.tables = tables
        self.hidden = hidden
    }
}

/// The arrival time of the request that a task is executing. A request that has waited longer than
/// the storage's timeout is refused at once, however many requests are waiting ahead of it.
package enum RequestTime {
    @TaskLocal package static var arrival: ContinuousClock.Instant?
}
