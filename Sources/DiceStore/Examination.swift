import CSQLite
import DiceModel
import DiceTable

/// Looks through a database and changes nothing.
enum Examination {
    enum Depth: Comparable {
        /// Whose database it is, its schema and the names of the tables.
        case outline
        /// Also every page and index, every table and its open turn.
        case tables
        /// Also the history.
        case everything
    }

    /// Calls `report` with a short sentence for each thing that is wrong. Throws `StoreError` for a file that is not ours
    /// to open, and what `report` throws.
    static func examine(
        _ connection: inout Connection, _ depth: Depth, file: String, report: (String) throws -> Void
    ) throws {
        guard try isOurs(&connection, file: file) else { return }
        let taken = try connection.takenMigrations()
        let known = Schema.migrations.map(\.name)
        guard Set(known).isSuperset(of: taken) else { throw StoreFailure.newer(file) }
        if taken.isEmpty || Set(taken) != Set(known.prefix(taken.count)) {
            try report("its record of migrations is incomplete")
        }
        if depth > .outline {
            try each("PRAGMA integrity_check(100)", &connection, report) { row in
                // One row, "ok", or what is wrong.
                if let verdict = row.text(0), verdict != "ok" { try report(verdict) }
            }
        }
        for (table, columns) in Schema.columns(after: taken) {
            try each("SELECT \(columns) FROM \(table) LIMIT 0", &connection, report) { _ in }
        }
        if depth == .outline {
            try each("SELECT name FROM tables NOT INDEXED", &connection, report) { _ = try Records.name($0) }
        } else {
            try each("SELECT * FROM tables", &connection, report) { _ = try Records.table($0) }
            try each("SELECT * FROM openRoll", &connection, report) { _ = try Records.roll($0) }
            if taken.contains("v4") {
                try each("SELECT * FROM faces", &connection, report) { _ = try Records.faces($0) }
            }
            if taken.contains("v5") {
                try each("SELECT * FROM openThrow", &connection, report) { _ = try Records.thrown($0, id: nil) }
            }
        }
        if depth == .everything {
            try each("SELECT * FROM history", &connection, report) { _ = try Records.entry($0) }
            if taken.contains("v6") {
                try each("SELECT * FROM savedRolls", &connection, report) { row in
                    if Records.savedRoll(row) == nil { try report("the name of a saved roll cannot be right") }
                }
            }
        }
    }

    /// False for an empty database: a process that was killed while it made the file leaves at most the table of
    /// migrations, empty.
    private static func isOurs(_ connection: inout Connection, file: String) throws -> Bool {
        let application = try connection.first("PRAGMA application_id") { $0.integer(0) } ?? nil
        guard application != Schema.applicationID else { return true }
        let others = try connection.first("SELECT COUNT(*) FROM sqlite_master WHERE name NOT LIKE '%grdb_%'") {
            $0.integer(0)
        }
        guard application == 0, others == 0, try connection.takenMigrations().isEmpty else {
            throw StoreFailure.damaged("it belongs to another program", file: file)
        }
        return false
    }

    /// Reads every row of a statement, and reports those that cannot be read.
    private static func each(
        _ sql: String, _ connection: inout Connection, _ report: (String) throws -> Void, read: (Row) throws -> Void
    ) throws {
        do {
            try connection.query(sql, []) { rows in
                while let row = try rows.next() {
                    do { try read(row) } catch let damaged as Records.Damaged { try report("\(damaged)") }
                }
            }
        } catch let error as SQLiteError where error.primaryCode == SQLITE_CORRUPT || error.code == SQLITE_ERROR {
            try report(error.message)
        }
    }
}
