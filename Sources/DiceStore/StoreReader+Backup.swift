import CSQLite
import DiceTable
import Glibc
import Unix

extension StoreReader {
    /// How many pages are copied before a cancellation is looked for.
    private static let piece: Int32 = 1_024

    /// Copies what is committed now into one file, for its user alone (0600), which is there when all of it is. Returns its
    /// size in bytes.
    ///
    /// - Parameter replacing: whether a file of that name may be replaced.
    func backup(to path: String, replacing: Bool) throws(StoreError) -> Int {
        func refusal(_ reason: String) -> StoreError { StoreError(.unavailable, "\(path) \(reason)") }
        let exists = refusal("exists; name another file, or ask to replace it")
        do {
            guard Self.folder(of: path) != Self.folder(of: file) else {
                throw refusal("is in the state folder; name a file in another one")
            }
            if let found = try FileStatus(path) {
                guard replacing else { throw exists }
                guard found.isFile else { throw refusal("is no file that can be replaced") }
            }
            let part = try PartialFile(for: path)
            try read { source in try Self.copy(&source, to: part.path) }
            return try part.finish(replacing: replacing)
        } catch let error as StoreError {
            throw error
        } catch let error as SystemError where error.code == EEXIST {
            throw exists
        } catch {
            throw refusal("cannot be written: \(error)")
        }
    }

    /// Nil where there is none.
    private static func folder(of path: String) -> FileIdentity? {
        FileIdentity(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
    }

    /// The transaction keeps what is copied as it is, however long it takes, and nobody waits for it.
    private static func copy(_ source: inout Connection, to path: String) throws {
        let target = try Connection(path)
        // The file has no name yet, and is synced at the end.
        try target.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        try source.execute("BEGIN")
        defer { try? source.execute("ROLLBACK") }
        _ = try source.first("SELECT COUNT(*) FROM sqlite_master") { $0.integer(0) }
        guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
            throw SQLiteError(sqlite3_extended_errcode(target.handle), on: target.handle)
        }
        var code = SQLITE_OK
        while code == SQLITE_OK { code = Task.isCancelled ? SQLITE_INTERRUPT : sqlite3_backup_step(backup, piece) }
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw SQLiteError(code) }
        // Of what is still to be rolled a backup knows nothing. What is deleted is overwritten.
        try target.execute("PRAGMA secure_delete = ON; UPDATE tables SET seed = '', throwSeed = ''")
    }
}
