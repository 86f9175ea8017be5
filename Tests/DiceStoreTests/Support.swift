import CSQLite
import DiceModel
import DiceProof
import DiceTable
import Foundation
import NIOConcurrencyHelpers
import ProgramTestSupport
import Testing

@testable import DiceStore

/// Runs `body` with the path of a new folder, then removes the folder.
func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    defer {
        folder.remove()
    }
    try await body(folder.path)
}

/// Runs `body` with an open store, then closes the store.
func withStore(
    removesInBackground: Bool = true,
    _ body: (SQLiteStore) async throws -> Void
) async throws {
    try await withFolder { folder in
        let store = try SQLiteStore(
            directory: folder + "/state",
            removesInBackground: removesInBackground
        )
        try await body(store)
        try await store.close()
    }
}

/// A gate that blocks the store's thread until it is opened.
struct Gate: Sendable {
    private let isOpen = ConditionLock(value: false)

    /// Queues the block ahead of every later call.
    init(_ store: SQLiteStore) {
        Task.immediate { [isOpen] in await store.wait(for: isOpen) }
    }

    func open() {
        isOpen.lock()
        isOpen.unlock(withValue: true)
    }
}

extension SQLiteStore {
    /// Returns all stored tables, by name.
    func tables() async throws(StoreError) -> [StoredTable] {
        var tables: [StoredTable] = []
        for name in try names().sorted() {
            if let table = try table(name) {
                tables.append(table)
            }
        }
        return tables
    }

    /// Runs `sql` on the store's own connection.
    func execute(_ sql: String) throws {
        try perform { try $0.execute(sql) }
    }

    /// Returns the first column of the first row, as seen by the store's own connection.
    func integer(_ sql: String) throws -> Int64? {
        try perform { try $0.first(sql) { $0.integer(0) } ?? nil }
    }
    func text(_ sql: String) throws -> String? {
        try perform { try $0.first(sql) { $0.text(0) } ?? nil }
    }

    /// Recounts the history, as for a store without counts.
    func countHistory() throws {
        try perform { connection in
            try connection.execute("DELETE FROM faces")
            try Self.countHistory(&connection)
        }
    }

    func totalChanges() throws -> Int32 {
        try perform { sqlite3_total_changes($0.handle) }
    }

    /// Returns how many of `count` writes are kept and how many are refused if, for each write, the
    /// answer changes with every query.
    func sort(_ count: Int) -> (kept: Int, refused: Int) {
        var looks = 0
        let refused = NIOLockedValueBox(0)
        let writes = (0..<count).map { _ in
            PendingWrite(durability: .processDeath, arrival: .now, wanted: Wanted()) { _ in
                {}
            } refuse: { _ in
                refused.withLockedValue { $0 += 1 }
            }
        }
        let kept = keep(writes, SQLiteError(SQLITE_BUSY)) { _ in
            looks += 1
            return looks.isMultiple(of: 2)
        }
        return (kept.count, refused.withLockedValue { $0 })
    }

    fileprivate func wait(for isOpen: ConditionLock<Bool>) {
        if isOpen.lock(whenValue: true, timeoutSeconds: 60) {
            isOpen.unlock()
        } else {
            Issue.record("a call that was to end beside the store's work has not ended")
        }
    }
}

extension StoreReader {
    /// Blocks the reader's thread until the lock is true.
    func wait(for isOpen: ConditionLock<Bool>) {
        if isOpen.lock(whenValue: true, timeoutSeconds: 60) {
            isOpen.unlock()
        } else {
            Issue.record("a reader that was to wait has not been let go")
        }
    }

    /// Reads a page, then calls `done` before the thread does anything else.
    func page(_ query: HistoryQuery, done: @Sendable () -> Void) async throws
        -> HistoryPage
    {
        defer {
            done()
        }
        return try await page(query, among: nil)
    }
}

/// Runs statements over a separate connection, as another program would.
func raw(_ file: String, _ sql: String...) throws {
    let connection = try SQLiteConnection(file)
    for statement in sql {
        try connection.execute(statement)
    }
}

/// Returns the contents of the database and of the files beside it; `nil` for a missing file.
func bytes(_ file: String) -> [Data?] {
    [file, file + "-wal", file + "-shm", file + "-journal"].map {
        FileManager.default.contents(atPath: $0)
    }
}

/// Copies the database and the log of a running process, in the state in which a kill would leave
/// them.
func copyRunning(_ file: String, into folder: String) throws -> String {
    try FileManager.default.createDirectory(
        atPath: folder,
        withIntermediateDirectories: true
    )
    for suffix in ["", "-wal", "-journal"]
    where FileManager.default.fileExists(atPath: file + suffix) {
        try FileManager.default.copyItem(
            atPath: file + suffix,
            toPath: folder + "/" + SQLiteStore.fileName + suffix
        )
    }
    return folder + "/" + SQLiteStore.fileName
}

/// Returns the error that `body` throws.
func failure(of body: () async throws -> Void) async throws -> StoreError {
    let error = await #expect(throws: StoreError.self) { try await body() }
    return try #require(error)
}

/// SplitMix64 (Steele, Lea, Flood 2014): a failing case can be repeated.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension TableName {
    /// Creates a name that is known to be valid.
    init(valid text: String) throws {
        self = try #require(TableName(text))
    }
}

extension StoredTable {
    /// Returns the table with `count` rolls in its open turn.
    func rolled(_ count: Int) -> StoredTable {
        var table = self
        table.rollCount = count
        table.lastRoller = count > 0 ? "ann" : nil
        return table
    }

    /// The table after the end of its turn.
    var next: StoredTable {
        StoredTable(
            name: name,
            turn: turn + 1,
            rollCount: 0,
            settings: settings,
            throwCount: throwCount,
            owner: owner,
            seed: SeedSource.derived(from: 1).seed(
                table: name.description,
                turn: turn + 1
            ),
            throwSeed: throwSeed,
            dice: dice
        )
    }

    /// Returns the table with the seeds of another table.
    func seeded(as other: StoredTable) -> StoredTable {
        var table = self
        table.seed = other.seed
        table.throwSeed = other.throwSeed
        return table
    }

    func roll(_ number: Int, by: String = "ann") -> RollRecord {
        RollRecord(
            roll: number,
            by: by,
            at: Timestamp(millisecondsSinceEpoch: 1_795_215_541_123 + Int64(number)),
            outcome: .completed,
            rolled: Array(1...dice.count),
            values: dice.map(\.value)
        )
    }

    var ending: Turn {
        Turn(
            id: 0,
            table: name.description,
            turn: turn,
            endedAt: Timestamp(millisecondsSinceEpoch: 1_795_215_541_999),
            by: "ann",
            rolls: [],
            dice: dice,
            total: dice.reduce(0) { $0 + $1.value },
            proof: EntryProof(
                commitment: seed?.commitment,
                seed: seed?.seed?.hex,
                seeded: seed?.isDerived == true ? true : nil,
                edition: seed == nil ? nil : edition
            )
        )
    }
}

extension TableStore {
    func saveRoll(of table: StoredTable, _ number: Int = 1) async throws(StoreError) {
        try await save(table.rolled(number), adding: table.roll(number))
    }

    @discardableResult
    func endTurn(of table: StoredTable) async throws(StoreError) -> Turn {
        try await endTurn(table.ending, leaving: table.next)
    }

    func history(_ query: HistoryQuery) async throws(StoreError) -> HistoryPage {
        try await history(query, among: nil)
    }

    /// Returns the size of the copy.
    func backup(
        to path: String,
        replacing: Bool,
        untold: @escaping @Sendable () async -> WithheldData = { WithheldData() }
    ) async throws(StoreError) -> Int {
        try await backup(
            .file(path, replacing: replacing),
            WorkProgress(),
            untold: untold
        ).bytes
    }

    func end(_ thrown: SealedThrow, at: Timestamp) async throws(StoreError)
        -> SealedThrow
    {
        try await end([(thrown, at)])[0]
    }

    func save(_ roll: SavedRoll) async throws(StoreError) {
        try await save(roll, by: nil)
    }
}
