import CSQLite
import DiceModel
import DiceProof
import DiceTable
import Glibc
import Unix

extension StoreReader {
    /// The number of pages copied between two checks for cancellation.
    private static let piece: Int32 = 1_024

    /// Copies the committed data into one file for its user alone (0600). The file appears when it
    /// is complete.
    ///
    /// - Parameter untold: Called when everything is copied.
    func backup(
        _ target: BackupTarget,
        _ progress: WorkProgress,
        untold: @Sendable () async -> WithheldData
    ) async throws(StoreError) -> Backup {
        switch target {
        case .file(let path, let replacing):
            try await Self.naming(path, file) {
                try checkTarget(path, replacing: replacing)
                return try await write(path, replacing: replacing, progress, untold)
            }
        case .row(let count, let instant):
            try await BackupFolder(beside: file).add(at: instant, keeping: count) {
                path throws(StoreError) in
                try await Self.naming(path, file) {
                    try await write(path, replacing: false, progress, untold)
                }
            }
        case .reader:
            try await Self.naming(file + ".sent", file) {
                let part = try PartialFile(for: file + ".sent")
                let note = try BackupNote.link(to: part.path, in: stateFolder)
                defer {
                    unlink(note)
                }
                try await fill(part.path, describedAs: part.path, progress, untold)
                return try Backup(reading: try part.unnamed())
            }
        }
    }

    private var stateFolder: String {
        file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
    }

    /// Adds the destination to errors that `body` throws.
    private static func naming(
        _ path: String,
        _ store: String,
        _ body: () async throws -> Backup
    ) async throws(StoreError) -> Backup {
        do {
            return try await body()
        } catch let error as StoreError {
            throw error
        } catch let error as StoreErrorText.TargetFailure {
            throw StoreErrorText.describe(error, file: store)
        } catch let error as SystemError where error.code == EEXIST {
            throw exists(path)
        } catch {
            throw refusal(path, "cannot be written: \(error)")
        }
    }

    private static func refusal(_ path: String, _ reason: String) -> StoreError {
        StoreError(.unavailable, "\(path) \(reason)")
    }

    private static func exists(_ path: String) -> StoreError {
        refusal(path, "exists; name another file, or replace it with --force")
    }

    private func checkTarget(_ path: String, replacing: Bool) throws {
        guard Self.folder(of: path) != Self.folder(of: file) else {
            throw Self.refusal(
                path,
                "is in the state folder; name a file in another one"
            )
        }
        guard let isBackup = try Self.isBackup(path, beside: file) else { return }
        guard replacing else { throw Self.exists(path) }
        guard isBackup else {
            throw Self.refusal(
                path,
                "is not a backup of yours; name another file"
            )
        }
    }

    private func write(
        _ path: String,
        replacing: Bool,
        _ progress: WorkProgress,
        _ untold: @Sendable () async -> WithheldData
    ) async throws -> Backup {
        let part = try PartialFile(for: path)
        let note = try BackupNote.link(to: part.path, in: stateFolder)
        defer {
            unlink(note)
        }
        try await fill(part.path, describedAs: path, progress, untold)
        return Backup(path: path, bytes: try part.finish(replacing: replacing))
    }

    /// Writes the copy into an empty file.
    ///
    /// - Parameter name: The path of the finished copy, for errors.
    private func fill(
        _ path: String,
        describedAs name: String,
        _ progress: WorkProgress,
        _ untold: @Sendable () async -> WithheldData
    ) async throws {
        let place = BackupPlace(path: name)
        let copy = try PartialFile(for: path)
        let note = try BackupNote.link(to: copy.path, in: stateFolder)
        defer {
            unlink(note)
        }
        let work = CopyWork(progress, writing: path)
        try read { source in
            try Self.copy(&source, to: copy.path, place) { done, total in
                work.hasCopied(done, of: total)
            }
        }
        let untold = await untold()
        if Task.isCancelled {
            throw StoreErrorText.describe(SQLiteError(SQLITE_INTERRUPT), file: file)
        }
        try place.naming {
            var target = try Self.partial(copy.path)
            try Self.omit(untold, of: &target)
            try withExtendedLifetime(work) {
                sqlite3_progress_handler(
                    target.handle,
                    1_000,
                    { work in CopyWork.mustEnd(work) ? 1 : 0 },
                    work.pointer
                )
                // Neither the file's size nor its free pages reveal the omitted data.
                try target.execute("PRAGMA auto_vacuum = INCREMENTAL")
                try target.run("VACUUM INTO ?", path)
                sqlite3_progress_handler(target.handle, 0, nil, nil)
            }
        }
    }

    /// Returns `nil` if there is none.
    private static func folder(of path: String) -> FileIdentity? {
        FileIdentity(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
    }

    /// Returns true if the file is a backup created by this user; `nil` if there is no file. A link
    /// is never a backup.
    private static func isBackup(_ path: String, beside store: String)
        throws(SystemError) -> Bool?
    {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT {
                return nil
            }
            throw SystemError.last
        }
        // Closing a file of the store under another name would drop SQLite's locks on it.
        let isStore = ["", "-wal", "-shm"].contains {
            FileIdentity(store + $0) == FileIdentity(path)
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), !isStore
        else {
            return false
        }
        return try StoreFile.isOurs(path)
    }

    /// Copies in a transaction, so that the data stays consistent however long it takes, without
    /// delaying anyone.
    ///
    /// - Parameter progress: Called after each piece with the bytes copied and the total.
    static func copy(
        _ source: inout SQLiteConnection,
        to path: String,
        _ place: BackupPlace,
        progress: (_ done: Int, _ total: Int) -> Void
    ) throws {
        let target = try place.naming { try partial(path) }
        try source.execute("BEGIN")
        defer {
            try? source.execute("ROLLBACK")
        }
        _ = try source.first("SELECT COUNT(*) FROM sqlite_master") { $0.integer(0) }
        guard
            let backup = sqlite3_backup_init(
                target.handle,
                "main",
                source.handle,
                "main"
            )
        else {
            throw place.failure(
                SQLiteError(sqlite3_extended_errcode(target.handle), on: target.handle)
            )
        }
        let pageSize =
            try source.first("PRAGMA page_size") { Int($0.integer(0) ?? 0) } ?? 0
        var code = SQLITE_OK
        while code == SQLITE_OK {
            code =
                Task.isCancelled ? SQLITE_INTERRUPT : sqlite3_backup_step(backup, piece)
            let pages = Int(sqlite3_backup_pagecount(backup))
            progress(
                (pages - Int(sqlite3_backup_remaining(backup))) * pageSize,
                pages * pageSize
            )
        }
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw place.failure(SQLiteError(code)) }
    }

    /// The file has no name yet and is synced at the end.
    private static func partial(_ path: String) throws -> SQLiteConnection {
        let target = try SQLiteConnection(path)
        try target.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        sqlite3_progress_handler(
            target.handle,
            1_000,
            { _ in Task.isCancelled ? 1 : 0 },
            nil
        )
        return target
    }

    /// Omits rolls that are still pending, data that is not public yet, and removed entries.
    private static func omit(_ untold: WithheldData, of target: inout SQLiteConnection)
        throws
    {
        while try SQLiteStore.removeGone(&target) {
            try Task.checkCancellation()
        }
        try target.execute(
            """
            UPDATE tables SET seed = '', throwSeed = '';
            UPDATE tables SET rollCount = rollCount - 1
                WHERE name IN (SELECT "table" FROM openRoll WHERE reason = '\(Records.asked)');
            DELETE FROM openRoll WHERE reason = '\(Records.asked)';
            """
        )
        for table in untold.tables {
            try omit(after: table, &target)
        }
        try redactFlights(&target)
        for (table, numbers) in untold.hidden {
            for number in numbers {
                try SQLiteStore.hide(number, of: table, &target)
            }
        }
    }

    /// Restores dice, match and rolls to their state before the roll in flight, which may have
    /// begun after the copy was made.
    private static func omit(
        after before: StoredTable,
        _ target: inout SQLiteConnection
    ) throws {
        let name = before.name.description
        let roll = before.rollCount + 1
        let found = try target.first(
            "SELECT * FROM tables WHERE name = ? AND turn = ? AND rollCount = ? AND commitment = ?",
            name,
            before.turn,
            roll,
            before.seed?.commitment ?? "",
            read: Records.table
        )
        guard var table = found else { return }
        table.rollCount = before.rollCount
        table.match = before.match
        table.dice = before.dice
        try TableColumns.changing.update(table, &target)
        try target.run(
            #"DELETE FROM openRoll WHERE "table" = ? AND roll = ?"#,
            name,
            roll
        )
    }

    /// Keeps throws in flight, so that history has no gap, as if they had been interrupted: without
    /// their faces and everything derived from them.
    private static func redactFlights(_ target: inout SQLiteConnection) throws {
        let flights = try target.all("SELECT * FROM openThrow") {
            try? Records.sealed($0, id: nil).unsealed.whole
        }
        try target.execute(
            "UPDATE openThrow SET thrown = '{}', faces = '[]', seed = ''"
        )
        for case let thrown? in flights {
            try target.run(
                #"UPDATE openThrow SET thrown = ? WHERE "table" = ? AND number = ?"#,
                Records.json(thrown.withoutFaces),
                thrown.table,
                thrown.number
            )
        }
    }
}

/// The destination of a backup. Its disk and folder may fail, just as the store's may.
struct BackupPlace {
    let path: String

    /// Subcodes of `SQLITE_IOERR` for failed writes (sqlite.org/rescode.html): WRITE, FSYNC,
    /// DIR_FSYNC, TRUNCATE, DELETE, CLOSE and DIR_CLOSE.
    private static let writing: Set<Int32> = [3, 4, 5, 6, 10, 16, 17]

    /// Names this destination in errors of a connection to the copy. Errors in the contents come
    /// from the store.
    func naming<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as SQLiteError
            where error.primaryCode == SQLITE_IOERR || refusesWriting(error)
        {
            throw StoreErrorText.TargetFailure(reason: error, path: path)
        }
    }

    /// Returns the error of a step that reads the store and writes the copy.
    func failure(_ error: SQLiteError) -> any Error {
        let isWriting =
            error.primaryCode == SQLITE_IOERR && Self.writing.contains(error.code >> 8)
        return isWriting || refusesWriting(error)
            ? StoreErrorText.TargetFailure(reason: error, path: path) : error
    }

    /// The store is only read, so the failed write is to the copy.
    private func refusesWriting(_ error: SQLiteError) -> Bool {
        [SQLITE_FULL, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH, SQLITE_CANTOPEN]
            .contains(
                error.primaryCode
            )
    }
}

/// The progress of a copy: first everything is copied, then the copy is rewritten without the
/// omitted data.
private final class CopyWork {
    private let progress: WorkProgress
    private let path: String
    private var size = 0

    init(_ progress: WorkProgress, writing path: String) {
        self.progress = progress
        self.path = path
    }

    /// A pointer for an SQLite callback; valid while this object lives.
    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    func hasCopied(_ bytes: Int, of size: Int) {
        self.size = size
        progress.set(done: bytes, of: 2 * size)
    }

    /// Returns true if the task is cancelled. Records the bytes written.
    static func mustEnd(_ pointer: UnsafeMutableRawPointer?) -> Bool {
        if let pointer {
            let work = Unmanaged<CopyWork>.fromOpaque(pointer).takeUnretainedValue()
            let written = (try? FileStatus(work.path)).flatMap(\.self)?.size ?? 0
            work.progress.set(
                done: work.size + min(written, work.size),
                of: 2 * work.size
            )
        }
        return Task.isCancelled
    }
}
