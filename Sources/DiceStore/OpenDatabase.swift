import CSQLite
import DiceModel
import DiceProof
import DiceTable
import Unix

/// Opens the database file. An existing one is examined first, so that a file we refuse keeps every
/// byte; SQLite recovers what a killed process left in the write-ahead log.
enum OpenDatabase {
    /// A file of up to this many bytes is examined whole, which takes a fraction of a second; in a
    /// larger one, only what the start needs.
    static let examinedSize = 16 << 20
    /// What the write-ahead log may take for long, in bytes: twice what SQLite lets it grow to if
    /// nobody reads.
    static let logSize = 8 << 20

    /// - Parameter patience: how long opening waits for another program's lock.
    static func open(
        _ file: String,
        size: Int,
        mode: DatabaseFile.Mode,
        patience: Duration
    ) throws(StoreError) -> SQLiteConnection {
        do {
            let depth: Examination.Depth = size <= examinedSize ? .tables : .outline
            let refuse = { (problem: String) in
                throw StoreErrorText.damaged(problem, file: file)
            }
            let isExamined =
                try size == 0
                || examine(file, depth, mode: mode, patience: patience, report: refuse)
            var connection = try SQLiteConnection(file, patience: patience)
            if !isExamined {
                try Examination.examine(&connection, depth, file: file, report: refuse)
            }
            // The first page of a new file replaces nothing that would have to be kept, and synced,
            // beside it.
            if size == 0 {
                try connection.execute(
                    "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = MEMORY"
                )
            }
            guard
                try connection.first("PRAGMA journal_mode = WAL", read: { $0.text(0) })
                    == "wal"
            else {
                throw SQLiteError(
                    SQLITE_ERROR,
                    "could not activate WAL Mode at path: \(file)"
                )
            }
            try connection.execute("PRAGMA journal_size_limit = \(logSize)")
            return connection
        } catch {
            throw StoreErrorText.describe(error, file: file)
        }
    }

    /// Brings the schema up to date. Returns whether no table has ever been created.
    static func migrate(_ connection: inout SQLiteConnection, file: String)
        throws(StoreError)
        -> Bool
    {
        do {
            try connection.setDurability(.powerLoss)
            try connection.migrate(Schema.migrations)
            try connection.run(
                "UPDATE openRoll SET reason = ? WHERE reason = ?",
                CancelReason.serverStopping.rawValue,
                Records.asked
            )
            try drawMissingSeeds(&connection)
            return try connection.first("PRAGMA user_version") { $0.integer(0) }
                != Schema.used
        } catch {
            throw StoreErrorText.describe(error, file: file)
        }
    }

    /// Returns whether rows are left to be removed.
    static func hasRemovals(_ connection: inout SQLiteConnection, file: String)
        throws(StoreError)
        -> Bool
    {
        do {
            return try connection.first(Removal.next) { _ in true } != nil
        } catch {
            throw StoreErrorText.describe(error, file: file)
        }
    }

    /// A table made before there were seeds has none, and one from a backup none for throws. An
    /// open turn whose commitment was told keeps it, though its seed is lost.
    private static func drawMissingSeeds(_ connection: inout SQLiteConnection) throws {
        try connection.transaction { connection in
            let names = try connection.all(
                """
                SELECT name FROM tables WHERE commitment = '' AND NOT EXISTS (SELECT 1 FROM openRoll WHERE "table" = name)
                """
            ) { $0.text("name") ?? "" }
            for name in names {
                let drawn = SeedSource.kernel.seed(table: name, turn: 0)
                try connection.run(
                    "UPDATE tables SET commitment = ?, seed = ? WHERE name = ?",
                    drawn.commitment,
                    drawn.seed?.hex ?? "",
                    name
                )
            }
            for name in try connection.all(
                "SELECT name FROM tables WHERE throwSeed = ''",
                read: { $0.text("name") ?? "" }
            ) {
                let drawn = SeedSource.kernel.seed(table: name, throw: 0)
                try connection.run(
                    "UPDATE tables SET throwSeed = ? WHERE name = ?",
                    drawn.seed?.hex ?? "",
                    name
                )
            }
        }
    }

    /// Examines a file that no daemon uses and writes to none. `false` when that is impossible: a
    /// rollback journal waits to be undone.
    private static func examine(
        _ file: String,
        _ depth: Examination.Depth,
        mode: DatabaseFile.Mode,
        patience: Duration,
        report: (String) throws -> Void
    ) throws -> Bool {
        if mode == .writeAheadLog {
            do {
                let hasLog = try FileStatus(file + "-wal") != nil
                var connection = try SQLiteConnection(
                    file,
                    hasLog ? .alone : .immutable
                )
                try Examination.examine(&connection, depth, file: file, report: report)
                return true
            } catch let error as SQLiteError where error.primaryCode == SQLITE_BUSY {
                // Another program has it open, and keeps its log.
            }
        }
        do {
            var connection = try SQLiteConnection(file, .readOnly, patience: patience)
            try Examination.examine(&connection, depth, file: file, report: report)
            return true
        } catch let error as SQLiteError where error.code == csqlite_readonly_rollback {
            return false
        }
    }
}
