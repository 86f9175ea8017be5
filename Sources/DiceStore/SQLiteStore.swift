package import DiceTable
import Unix

/// Tables and history in one SQLite file, `diced.sqlite`, on its own thread.
///
/// Calls take effect in the order in which they were made. A call is executed even if the task that
/// waits for it is cancelled. The store remains usable after a failure.
package actor SQLiteStore: TableStore {
    /// The name of the database in the state folder.
    package static let fileName = "diced.sqlite"

    /// The path of the database.
    package nonisolated let file: String

    /// True if no table has ever been created in this store.
    package nonisolated let isNew: Bool

    /// The location of the store's files when the store was opened.
    nonisolated let location: StorePlace

    /// The file problems that were repaired, one sentence per problem.
    package nonisolated let mended: [String]

    /// The durations of writes.
    package nonisolated let times = WriteTimes()

    nonisolated let thread: StoreThread
    nonisolated let reader: StoreReader
    /// The connection; `nil` once closed.
    private var connection: SQLiteConnection?
    nonisolated let patience: Duration
    /// The interval at which a write is retried while another program has the lock.
    let retryInterval: Duration
    /// Pending writes, in the order of their calls.
    var waiting: [PendingWrite] = []
    /// The last time that another program had locked the database.
    var lastLocked: ContinuousClock.Instant?
    /// True if a retry of pending writes is scheduled.
    var isTriedAgain = false
    /// The task that deletes hidden rows in steps; `nil` if there is nothing to delete.
    var removing: Task<Void, Never>?
    nonisolated let removesInBackground: Bool
    /// True if rewriting the whole file has failed; the rewrite is not retried before the next
    /// start.
    var cannotVacuum = false
    /// Excludes other daemons while the store is open.
    private var lock: FileLock?
    private var databaseFile: DatabaseFile?

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    /// Opens the store in `directory`, creating both if they are missing. A rejected store stays
    /// unchanged.
    ///
    /// - Parameters:
    ///   - patience: The maximum wait for another program's lock on the database.
    ///   - retryInterval: The interval at which a write is retried in that time.
    ///   - removesInBackground: True to delete hidden rows without calls of `removeStep`.
    ///   - upgrading: Called for each step of an upgrade of an older store, which may take long.
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
        databaseFile.location.rememberLog()
        location = databaseFile.location
        self.databaseFile = consume databaseFile
        // From now on `write` itself waits for other programs, so that all pending writes wait at
        // the same time.
        connection.setPatience(.zero)
        let isRemoving = try OpenDatabase.hasRemovals(&connection, file: file)
        self.connection = consume connection
        thread = try StoreThread()
        reader = try StoreReader(location, patience: patience)
        // An earlier daemon did not finish the removal.
        if isRemoving {
            Task { [weak self] in await self?.startRemoving() }
        }
    }

    deinit {
        thread.end()
    }

    /// Checkpoints the write-ahead log and closes the store. Closing again does nothing; every
    /// other call then fails.
    package func close() async throws(StoreError) {
        await reader.close()
        guard connection != nil else { return }
        removing?.cancel()
        defer {
            connection = nil
            databaseFile = nil
            lock = nil
        }
        // If this fails, nothing is lost: the next start reads the write-ahead log.
        try perform { connection in try connection.execute(Self.emptiesLog) }
    }

    /// Moves the contents of the write-ahead log into the main file.
    static let emptiesLog = "PRAGMA wal_checkpoint(TRUNCATE)"

    /// Frees unused pages and truncates the write-ahead log, which grows while a reader is using an
    /// older state.
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

    /// Checkpoints a log whose file was removed, so that the next start finds its contents. They
    /// would be lost when the process ends.
    func saveLog() {
        guard case .log = location.missing else { return }
        try? withConnection { connection in try connection.execute(Self.emptiesLog) }
    }

    package nonisolated func backup(
        _ target: BackupTarget,
        _ progress: WorkProgress,
        untold: @escaping @Sendable () async -> WithheldData
    ) async throws(StoreError) -> Backup {
        // Uses a separate reader with its own thread, because a backup may take long.
        try await StoreReader(location, patience: patience).backup(
            target,
            progress,
            untold: untold
        )
    }

    var isOpen: Bool { connection != nil }

    /// Throws if commits would be lost because the file is no longer in its place.
    func checkPlace() throws {
        if let missing = location.missing {
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

    /// SQLite may be built to interpret a name that begins with "file:" as a URI.
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
