import CSQLite
import DiceModel
import DiceTable

/// Opens the database file. An existing one is examined through a read-only connection first, so that a file we refuse
/// keeps every byte; SQLite recovers what a killed process left in the write-ahead log.
enum OpenDatabase {
    /// How long a call waits for another program's lock, in milliseconds.
    static let patience: Int32 = 5_000

    static func open(_ file: String, isEmpty: Bool) throws(StoreError) -> Connection {
        do {
            let examined = try isEmpty || looksGood(file)
            var connection = try Connection(file, patience: patience)
            if !examined { try examine(&connection, file: file) }
            guard try connection.first("PRAGMA journal_mode = WAL", read: { $0.text(0) }) == "wal" else {
                throw SQLiteError(SQLITE_ERROR, "could not activate WAL Mode at path: \(file)")
            }
            return connection
        } catch {
            throw StoreFailure.describe(error, file: file)
        }
    }

    /// Brings the schema up to date. Returns whether no table has ever been created.
    static func migrate(_ connection: inout Connection, file: String) throws(StoreError) -> Bool {
        do {
            try connection.execute("PRAGMA synchronous = \(Durability.processDeath.rawValue)")
            try connection.migrate(Schema.migrations)
            return try integer("user_version", &connection) != Schema.used
        } catch {
            throw StoreFailure.describe(error, file: file)
        }
    }

    /// Examines the file without writing to it. `false` when that is impossible: a rollback journal waits to be undone.
    private static func looksGood(_ file: String) throws -> Bool {
        do {
            var connection = try Connection(file, .readOnly, patience: patience)
            try examine(&connection, file: file)
            return true
        } catch let error as SQLiteError where error.code == csqlite_readonly_rollback {
            return false
        }
    }

    private static func examine(_ connection: inout Connection, file: String) throws {
        let application = try integer("application_id", &connection)
        if application != Schema.applicationID {
            // A process killed while it made the file leaves at most the table of migrations, empty.
            let others = try connection.first(
                "SELECT COUNT(*) FROM sqlite_master WHERE name NOT LIKE '%grdb_%'", read: { $0.integer(0) })
            guard application == 0, others == 0 else {
                throw StoreFailure.damaged("it belongs to another program", file: file)
            }
        }
        let known = Set(Schema.migrations.map(\.name))
        guard try known.isSuperset(of: connection.takenMigrations()) else { throw StoreFailure.newer(file) }
        // One sentence, "ok" or what is wrong.
        let verdict = try connection.first("PRAGMA quick_check(1)") { $0.text(0) } ?? nil
        guard verdict == "ok" else { throw StoreFailure.damaged(verdict ?? "it cannot be checked", file: file) }
    }

    private static func integer(_ pragma: String, _ connection: inout Connection) throws -> Int64? {
        try connection.first("PRAGMA \(pragma)") { $0.integer(0) } ?? nil
    }
}
