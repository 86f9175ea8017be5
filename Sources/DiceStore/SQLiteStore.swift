package import DiceTable
import Unix

/// Tables and history in one SQLite file, `diced.sqlite`, on a thread of its own.
///
/// Calls take effect in the order in which they were made, and a call that was made is carried out
/// even when the task that waits for it is cancelled. After a failure the store remains usable.
package actor SQLiteStore: TableStore {
    /// The name of the database in the state folder.
    package static let fileName = "diced.sqlite"

    /// The path of the database.
    package nonisolated let file: String

    /// Whether no table has ever been created in this store.
    package nonisolated let isNew: Bool

    /// Where its files were when it was opened.
    nonisolated let place: StorePlace

    /// What was wrong with the files and has been mended, a sentence each.
    package nonisolated let mended: [String]

    /// How long writes took.
    package nonisolated let times = WriteTimes()

    nonisolated let thread: StoreThread
    nonisolated let reader: StoreReader
    /// nil once closed.
    private var connection: SQLiteConnection?
    nonisolated let patience: Duration
    /// How often what waits for another program is tried again.
    let retryInterval: Duration
    /// Writes that have not begun, in the order of their calls.
    var waiting: [PendingWrite] = []
    /// When another program was last found to have the database locked.
    var lastLocked: ContinuousClock.Instant?
    /// Whether what waits is tried again soon.
    var isTriedAgain = false
    /// Removes in steps what is gone; nil while nothing is to be removed.
    var removing: Task<Void, Never>?
    nonisolated let removesInBackground: Bool
    /// Whether the whole file cannot be written anew; not tried again before the next start.
    var cannotVacuum = false
    /// Keeps every other daemon away for as long as the store is open.
    private var lock: FileLock?
    private var databaseFile: DatabaseFile?

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    /// Opens the store in `directory`, making both if they are missing. A store that is refused is
    /// left as it was.
    ///
    /// - Parameters:
    ///   - patience: how long another program that has the database locked is waited for.
    ///   - retryInterval: how often a write is tried again meanwhile.
    ///   - removesInBackground: whether rows that are gone are removed without `removeStep` being
    ///     called.
    ///   - upgrading: called for each step of an upgrade of an older store, which may take long.
    package init(
        directory: String,
        patience: Duration = .seconds(5),
        retryInterval: Duration = .milliseconds(20),
        removesInBackground: Bool = true,
        upgrading: (UpgradeProgress) -> Void = { _ in }
    ) throws(StoreError) {
        self.removesInBackground = removesInBackground
        self.patience = patience
        self.retryInterval = retryInterval
        file = Self.file(in: directory)
        let folder = Self.folder(directory)
        var mended: [String] = []
        try StateFolder.prepare(folder, &mended)
        lock = try Self.lock(folder)
        if let restored = try StoreRestore(file).finish() {
            mended.append(restored)
        }
        let size = try StateFolder.prepare(file: file, &mended)
        BackupNote.removeLeft(in: folder)
        self.mended = mended
        var databaseFile = try DatabaseFile(file)
        var connection = try OpenDatabase.open(
            file,
            size: size,
            mode: databaseFile.mode,
            patience: patience
        )
        if let upgrade = try StoreUpgrade(of: &connection, file: file) {
            isNew = try upgrade.run(&connection, report: upgrading) {
                [file] connection throws(StoreError) in
                try OpenDatabase.migrate(&connection, file: file)
            }
        } else {
            StoreUpgrade.removeNote(beside: file)
            isNew = try OpenDatabase.migrate(&connection, file: file)
        }
        databaseFile.place.rememberLog()
        place = databaseFile.place
        self.databaseFile = consume databaseFile
        // From now on `write` waits for other programs, so that everybody waits at the same time.
        connection.setPatience(.zero)
        let isRemoving = try OpenDatabase.hasRemovals(&connection, file: file)
        self.connection = consume connection
        thread = try StoreThread()
        reader = try StoreReader(place, patience: patience)
        // An earlier daemon has not come to the end of it.
        if isRemoving {
            Task { [weak self] in await self?.startRemoving() }
        }
    }

    deinit {
        thread.end()
    }

    /// Moves everything into the main file and closes it. Closing again does nothing; every other
    /// call then fails.
    package func close() async throws(StoreError) {
        await reader.close()
        guard connection != nil else { return }
        removing?.cancel()
        defer {
            connection = nil
            databaseFile = nil
            lock = nil
        }
        // If this fails, nothing is lost: the next open reads the write-ahead log.
        try perform { connection in try connection.execute(Self.emptiesLog) }
    }

    /// Moves what is in the write-ahead log into the main file.
    static let emptiesLog = "PRAGMA wal_checkpoint(TRUNCATE)"

    /// Gives free pages back, and shortens the write-ahead log, which grows for as long as somebody
    /// reads what stood before it.
    package func tidy() async -> Bool {
        let isCompact = await giveBackPages()
        func isLong() -> Bool {
            ((try? FileStatus(file + "-wal"))?.size ?? 0) > OpenDatabase.logSize
        }
        saveLog()
        if isLong() {
            try? perform { connection in try connection.execute(Self.emptiesLog) }
        }
        return !isLong() && isCompact
    }

    /// Puts what is in a log that was removed where the next start finds it. The end of the process
    /// would lose it.
    func saveLog() {
        guard case .log = place.missing else { return }
        try? withConnection { connection in try connection.execute(Self.emptiesLog) }
    }

    package nonisolated func backup(
        _ target: BackupTarget,
        _ progress: WorkProgress,
        untold: @escaping @Sendable () async -> Untold
    ) async throws(StoreError) -> Backup {
        // A thread of its own, for it may take long.
        try await StoreReader(place, patience: patience).backup(
            target,
            progress,
            untold: untold
        )
    }

    var isOpen: Bool { connection != nil }

    /// Throws when what is committed would be lost, because the file is not in its place any more.
    func checkPlace() throws {
        if let missing = place.missing {
            throw StoreErrorText.gone(missing)
        }
    }

    /// Runs `body` at once. Throws `StoreErrorText.closed` after `close()`.
    func withConnection<Value>(_ body: (inout SQLiteConnection) throws -> Value) throws
        -> Value
    {
        guard var connection = connection.take() else {
            throw StoreErrorText.closed(file)
        }
        let result = Result { try body(&connection) }
        self.connection = consume connection
        return try result.get()
    }

    static func file(in directory: String) -> String {
        folder(directory) + "/" + fileName
    }

    /// SQLite may be built to read a name that begins with "file:" as a URI.
    static func folder(_ directory: String) -> String {
        directory.hasPrefix("file:") ? "./" + directory : directory
    }

    static func lock(_ folder: String) throws(StoreError) -> FileLock {
        do {
            return try FileLock(path: folder + "/diced.lock")
        } catch {
            throw StoreError(error.isHeld ? .held : .unavailable, error.description)
        }
    }
}
