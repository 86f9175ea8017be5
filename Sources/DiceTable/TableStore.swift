package import DiceModel
import DiceNotation
import DiceProof
import NIOConcurrencyHelpers

/// Where tables and their history outlive the daemon. All of a call happens, or none of it.
///
/// Every method throws `StoreError` when the storage fails, and has then changed nothing.
package protocol TableStore: Sendable {
    /// The name of every stored table.
    func names() async throws(StoreError) -> [TableName]

    /// Everybody who plays at a table, has made one, or has saved a roll.
    func playerNames() async throws(StoreError) -> Set<String>

    /// Who made the tables that have an owner.
    func owners() async throws(StoreError) -> [TableName: String]

    /// Every stored table in short, by name.
    func summaries() async throws(StoreError) -> [StoredSummary]

    /// nil if there is no table of this name.
    func table(_ name: TableName) async throws(StoreError) -> StoredTable?

    /// Adds a table, durably (it survives a loss of power).
    func create(_ table: StoredTable) async throws(StoreError)

    /// Removes a table with its open turn and its history, durably. All of it is gone when this
    /// returns, though its storage may be given back later.
    func delete(_ name: TableName) async throws(StoreError)

    /// Replaces a table's stored state and, with `roll`, adds a roll to its open turn, in the place
    /// of the one of its number. Survives the daemon's own death.
    func save(_ table: StoredTable, adding roll: RollRecord?) async throws(StoreError)

    /// The same for a roll that waits for contributors, as it ends if the daemon dies before it has
    /// been made: a backup knows nothing of it.
    func ask(_ table: StoredTable, for roll: RollRecord) async throws(StoreError)

    /// Sets how a roll of the open turn ended.
    func setOutcome(_ outcome: RollOutcome, ofRoll roll: Int, in table: TableName)
        async throws(StoreError)

    /// Moves the open turn into history and replaces the table's state with `table`, durably.
    ///
    /// `ending.rolls` is filled from the stored open turn, and `ending.id` is assigned here.
    func endTurn(_ ending: Turn, leaving table: StoredTable) async throws(StoreError)
        -> Turn

    /// Adds the entry of a correction of `turn` and replaces the table's state with `table`,
    /// durably. Its id and its link are assigned here.
    func correct(
        _ turn: Turn,
        by correction: Correction,
        leaving table: StoredTable
    ) async throws(StoreError) -> Correction

    /// Adds a throw that has begun, which `thrown` holds as it will end if the daemon dies.
    /// Survives the daemon's own death.
    func begin(_ thrown: StoredThrow, at: Timestamp) async throws(StoreError)

    /// Moves throws that have begun into history, all or none, as `ended` tells, and counts their
    /// faces: durably, as their seeds are shown from then on and must not be drawn from again.
    /// Returns their entries.
    func end(_ ended: [(thrown: SealedThrow, at: Timestamp)]) async throws(StoreError)
        -> [SealedThrow]

    /// Both at once, durably.
    func add(_ thrown: StoredThrow, at: Timestamp) async throws(StoreError)
        -> SealedThrow

    /// Shows the secret throw of this number to everybody from now on, and counts its faces,
    /// durably. Returns its entry as it was until now; nil if there is none that one of `viewers`
    /// sees.
    func show(_ number: Int, of table: TableName, by viewers: [String])
        async throws(StoreError)
        -> SealedThrow?

    /// Ends every throw that an earlier daemon has begun, as it left them.
    func endLeftThrows(at: Timestamp) async throws(StoreError)

    /// The entries that `query` asks for, newest first, and whether older ones remain.
    ///
    /// A page may be shorter than its limit if its entries are large; it then has `more`.
    ///
    /// What a stranger gets does not depend on secret faces.
    ///
    /// - Parameter among: the only tables to tell of; nil for all.
    func history(_ query: HistoryQuery, among: Set<TableName>?) async throws(StoreError)
        -> HistoryPage

    /// Counts the faces of the entries that `query` asks for, whatever its limit is, as its viewers
    /// see them. Delays no other call, and ends with the task.
    ///
    /// - Parameters:
    ///   - among: the only tables to count; nil for all.
    ///   - progress: told how far it is.
    func tally(
        _ query: HistoryQuery,
        among: Set<TableName>?,
        _ progress: WorkProgress
    ) async throws(StoreError) -> HistoryTally

    /// The matches of a table of which a turn has ended, newest first, and whether older ones
    /// remain. There may be fewer than `limit` if they are large.
    ///
    /// - Parameters:
    ///   - before: only those before the match of this number.
    ///   - limit: how many at the most.
    func matches(
        of table: TableName,
        before: Int?,
        limit: Int
    ) async throws(StoreError) -> (page: [MatchRecord], more: Bool)

    /// The faces rolled at a table, of which `query` may leave some out; nil if there is no table
    /// of this name.
    ///
    /// The faces of a roll are there once `save` has stored it, and stay when its turn ends.
    func faces(_ query: FaceQuery, at table: TableName) async throws(StoreError)
        -> StoredFaces?

    /// The bytes that a player keeps in the history of all tables: of entries of which a deletion
    /// or a pruning has left something, too. A secret throw, and one in flight, counts its
    /// `mostBytes`.
    func storedBytes(by name: String) async throws(StoreError) -> Int

    /// Removes the oldest entries of a table's history, up to the one of this id, durably: they are
    /// gone at once. Hidden throws among them stay for `show`, and so do face counts and matches.
    ///
    /// - Parameters:
    ///   - last: 0, or the last one that is archived already, removes nothing.
    ///   - chain: the chain hash of that entry, `Chain.start` of one without.
    ///   - open: those that stay.
    func prune(
        _ table: TableName,
        through last: Int,
        chain: String,
        keeping open: OpenEntries?
    ) async throws(StoreError) -> Pruning

    /// Every saved roll, by name.
    func savedRolls() async throws(StoreError) -> [SavedRoll]

    /// Who saved the rolls that have an owner.
    func rollOwners() async throws(StoreError) -> [RollName: String]

    /// Keeps a roll in the place of the one of its name, durably.
    func save(_ roll: SavedRoll, owner: String?) async throws(StoreError)

    /// Forgets the saved roll of this name, durably.
    func deleteRoll(_ name: RollName) async throws(StoreError)

    /// Copies every table and the history, as they are now, into a file that only the user who asks
    /// may read. It may take long, delays no other call and ends with the task.
    ///
    /// - Parameters:
    ///   - progress: told how far it is, in bytes.
    ///   - untold: asked for once all is copied, before the file is there. What it does not name is
    ///     told by then.
    func backup(
        _ target: BackupTarget,
        _ progress: WorkProgress,
        untold: @escaping @Sendable () async -> Untold
    ) async throws(StoreError) -> Backup

    /// Gives back storage that is needed no more. To be called when nothing has been written for a
    /// while; returns whether all could be given back.
    func tidy() async -> Bool
}

/// The faces of entries of history.
package struct HistoryTally: Sendable {
    /// The numbers of the newest turn and throw of a table, 0 for none; hidden throws are left out.
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
        for draw in evaluation.draws {
            faces.add(
                draw.face,
                sides: draw.sides,
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

/// How a request to prune ended.
package enum Pruning: Sendable, Hashable {
    /// This many entries were removed; all that is archived now.
    case done(Int, Archived?)
    /// The table has no such entry, or it is archived, and it is not the last one of these.
    case noEntry
    /// The entry has another chain hash.
    case otherChain
    /// An entry among them cannot be archived yet: the one of this id is the first.
    case open(Int)
}

/// Where a copy of everything goes.
package enum BackupTarget: Sendable, Hashable {
    /// To this path, where an older backup may be replaced.
    case file(String, replacing: Bool)
    /// Into the folder `backups` beside the store, named by the instant; no more than `keeping`
    /// copies remain there.
    case row(keeping: Int, at: Timestamp)
    /// To whoever reads it; nobody else finds it.
    case reader
}

/// A copy of everything.
package struct Backup: Sendable {
    /// Nil for one that is to be read.
    package var path: String?
    /// Its size.
    package var bytes: Int
    /// What reads it; nil for one that has a path.
    package var reader: (any BackupReader)?
    /// What could not be done besides the copy, which is there; nil if there is nothing to complain
    /// about.
    package var complaint: String?

    package init(path: String? = nil, bytes: Int, reader: (any BackupReader)? = nil) {
        self.path = path
        self.bytes = bytes
        self.reader = reader
    }
}

/// Reads a copy once, from its start. It is gone with its last reference.
package protocol BackupReader: Sendable {
    /// The next bytes, at most `count` of them, in base64; empty at the end. Not on the caller's
    /// thread.
    func next(_ count: Int) async throws(StoreError) -> String

    /// The SHA-256 of what was read, in lower-case hex.
    func digest() async -> String
}

/// How far something is that takes long. One thread works, another looks.
package final class WorkProgress: Sendable {
    private let counts = NIOLockedValueBox((done: 0, total: 0))

    package init() {}

    /// In one unit; a total of 0 is not known yet.
    package var current: (done: Int, total: Int) { counts.withLockedValue { $0 } }

    package func set(done: Int, of total: Int) {
        counts.withLockedValue { $0 = (done, total) }
    }
}

/// What is stored, and is not to be in a backup.
package struct Untold: Sendable, Hashable {
    /// The tables whose dice move, as they were before the roll.
    package var tables: [StoredTable]
    /// The numbers of the secret throws whose dice may move for those who see them, by their table.
    package var hidden: [TableName: [Int]]

    package init(tables: [StoredTable] = [], hidden: [TableName: [Int]] = [:]) {
        self.tables = tables
        self.hidden = hidden
    }
}

/// When the request came that a task carries out: what waits longer than the storage is patient is
/// refused at once, however many wait before it.
package enum RequestTime {
    @TaskLocal package static var arrival: ContinuousClock.Instant?
}
