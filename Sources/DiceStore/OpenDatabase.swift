import DiceTable
import GRDB

/// Opens the database file. An existing one is examined through a read-only connection first, so that a file we refuse
/// keeps every byte; SQLite recovers what a killed process left in the write-ahead log.
enum OpenDatabase {
    /// How long a call waits for another program's lock, in seconds.
    static let patience = 5.0

    static func open(_ file: String) throws(StoreError) -> DatabaseQueue {
        let isEmpty = try StateFolder.prepare(file: file) == 0
        do {
            let examined = try isEmpty || looksGood(file)
            var configuration = Configuration()
            configuration.busyMode = .timeout(patience)
            configuration.journalMode = .wal
            if !examined { configuration.prepareDatabase { db in try examine(db, file: file) } }
            return try DatabaseQueue(path: file, configuration: configuration)
        } catch {
            throw StoreFailure.describe(error, file: file)
        }
    }

    /// Brings the schema up to date. Returns whether no table has ever been created.
    static func migrate(_ queue: DatabaseQueue, file: String) throws(StoreError) -> Bool {
        do {
            try Schema.migrator.migrate(queue)
            return try queue.read { db in try integer("user_version", db) != Schema.used }
        } catch {
            throw StoreFailure.describe(error, file: file)
        }
    }

    /// Examines the file without writing to it. `false` when that is impossible: a rollback journal waits to be undone.
    private static func looksGood(_ file: String) throws -> Bool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(patience)
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: file, configuration: configuration)
            try queue.read { db in try examine(db, file: file) }
            try queue.close()
            return true
        } catch DatabaseError.SQLITE_READONLY_ROLLBACK {
            return false
        }
    }

    private static func examine(_ db: Database, file: String) throws {
        let application = try integer("application_id", db)
        if application != Schema.applicationID {
            // A process killed while it made the file leaves at most GRDB's own table, empty.
            let others = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master WHERE name NOT LIKE '%grdb_%'")
            guard application == 0, others == 0 else {
                throw StoreFailure.damaged("it belongs to another program", file: file)
            }
        }
        if try Schema.migrator.hasBeenSuperseded(db) { throw StoreFailure.newer(file) }
        // One sentence, "ok" or what is wrong.
        let verdict = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
        guard verdict == "ok" else { throw StoreFailure.damaged(verdict ?? "it cannot be checked", file: file) }
    }

    private static func integer(_ pragma: String, _ db: Database) throws -> Int? {
        try Int.fetchOne(db, sql: "PRAGMA \(pragma)")
    }
}
