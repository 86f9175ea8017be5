import CSQLite
import DiceModel
import DiceProof
import DiceTable
import Unix

/// Opens the database file. An existing file is examined first, so that a rejected file stays
/// byte-identical. SQLite then recovers the write-ahead log of a killed process.
enum OpenDatabase {
    /// The size in bytes up to which a file is examined completely, which takes a fraction of a
    /// second. A larger file is examined only as far as startup requires.
    static let examinedSize = 16 << 20
    /// The lasting size limit of the write-ahead log, in bytes: twice the size at which SQLite
    /// checkpoints if there is no reader.
    static let logSize = 8 << 20

    /// - Parameter patience: The maximum wait for another program's lock.
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
            // The first page of a new file overwrites nothing, so there is nothing to journal and
            // sync.
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

    /// Updates the schema. Returns true if no table has ever been created.
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

    /// Returns true if rows remain to be removed.
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

    /// Draws missing seeds. A table older than seeds has none, and a table from a backup has none
    /// for throws. An open turn whose commitment was published keeps the commitment, although its
    /// seed is lost.
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

    /// Examines a file that no daemon uses, without writing. Returns `false` if that is impossible
    /// because a rollback journal must be undone first.
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
                // Another program has the file open and keeps its log.
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
