import CSQLite
import DiceModel
import DiceTable

/// Examines a database without changing it.
enum Examination {
    enum Depth: Comparable {
        /// The application id of the file, the schema and the names of the tables.
        case outline
        /// Also every page and index, every table and its open turn.
        case tables
        /// Also the history.
        case everything
    }

    /// Calls `report` with a short sentence for each problem, and always terminates, whatever the
    /// file contains. Throws `StoreError` for a file that is not ours to open, and rethrows errors
    /// of `report`.
    static func examine(
        _ connection: inout SQLiteConnection,
        _ depth: Depth,
        file: String,
        report: (String) throws -> Void
    ) throws {
        // A good file takes a tenth of this limit: 1.3 steps per byte, with the shortest rows.
        let steps = 1 + (StoreSize.bytes(of: file) ?? 0) / 100_000
        do {
            try connection.limited(to: steps) {
                try look(through: &$0, depth, file: file, report)
            }
        } catch let error as SQLiteError where error.primaryCode == SQLITE_INTERRUPT {
            try report("reading it takes too long for its size")
        }
    }

    private static func look(
        through connection: inout SQLiteConnection,
        _ depth: Depth,
        file: String,
        _ report: (String) throws -> Void
    ) throws {
        guard try isOurs(&connection, file: file) else { return }
        let taken = try connection.takenMigrations()
        let known = Schema.migrations.map(\.name)
        let unknown = taken.filter { !known.contains($0) }
        guard unknown.isEmpty else { throw StoreErrorText.newer(file, steps: unknown) }
        if taken.isEmpty || Set(taken) != Set(known.prefix(taken.count)) {
            try report("its record of migrations is incomplete")
        }
        let objects = try connection.objects()
        let isUnchanged = taken.count == known.count && Schema.digest(of: objects) == Schema.present
        let strange =
            isUnchanged
            ? [] : objects.symmetricDifference(try Schema.objects(after: taken.count))
        for name in Set(strange.map { $0.prefix { $0 != "\n" } }).sorted() {
            try report("its \(name) was not created by diced")
        }
        // The effect of reading an unknown schema is unpredictable.
        guard strange.isEmpty else { return }
        if depth > .outline {
            var verdicts: [String] = []
            try each("PRAGMA integrity_check(100)", &connection, report) {
                verdicts.append($0.text(0) ?? "")
            }
            // SQLite returns a single row "ok", or the problems.
            guard verdicts == ["ok"] else { return try verdicts.forEach(report) }
        }
        if depth == .outline {
            try each("SELECT name FROM tables NOT INDEXED", &connection, report) {
                _ = try Records.name($0)
            }
        } else {
            try each("SELECT * FROM tables", &connection, report) {
                _ = try Records.table($0)
            }
            try each("SELECT * FROM openRoll", &connection, report) {
                _ = try Records.roll($0)
            }
            if taken.contains("v4") {
                try each("SELECT * FROM faces", &connection, report) {
                    _ = try Records.faces($0)
                }
            }
            if taken.contains("v14 2.0.0") {
                try each("SELECT * FROM enteredFaces", &connection, report) {
                    _ = try Records.faces($0)
                }
            }
            if taken.contains("v5") {
                try each("SELECT * FROM openThrow", &connection, report) {
                    _ = try Records.sealed($0, id: nil)
                }
            }
        }
        if taken.contains("v16 2.1.0") {
            try each("SELECT * FROM removals", &connection, report) {
                _ = try Removal($0)
            }
        }
        if depth == .everything {
            if taken.contains("v16 2.1.0") {
                try lookThroughMatches(&connection, report)
            }
            try each(
                "SELECT * FROM \(Schema.entries(after: taken))",
                &connection,
                report
            ) {
                _ = try Records.entry($0, for: HistoryQuery(.all))
            }
            if taken.contains("v6") {
                try each("SELECT * FROM savedRolls", &connection, report) { row in
                    if Records.savedRoll(row) == nil {
                        try report("the name of a saved roll is invalid")
                    }
                }
            }
        }
    }

    /// Reports tables that contradict their open match.
    private static func lookThroughMatches(
        _ connection: inout SQLiteConnection,
        _ report: (String) throws -> Void
    ) throws {
        for name in try connection.all(
            "SELECT name FROM tables WHERE match <> ''",
            read: { $0.text("name") ?? "" }
        ) {
            let found = try connection.first(
                "SELECT * FROM tables WHERE name = ?",
                name
            ) {
                try? Records.table($0)
            }
            guard var table = found ?? nil else { continue }
            try OpenMatch.examine(&table, &connection)
            guard !table.contradictions.isEmpty else { continue }
            try report("table '\(name)': \(MatchStart.text(table.contradictions))")
        }
    }

    /// Returns false for an empty database: a process killed while it created the file leaves at
    /// most an empty migrations table.
    private static func isOurs(_ connection: inout SQLiteConnection, file: String)
        throws -> Bool
    {
        let application =
            try connection.first("PRAGMA application_id") { $0.integer(0) } ?? nil
        guard application != Schema.applicationID else { return true }
        let others = try connection.objects().subtracting([Schema.recordObject])
        guard application == 0, others.isEmpty, try connection.takenMigrations().isEmpty
        else {
            throw StoreErrorText.damaged("it belongs to another program", file: file)
        }
        return false
    }

    /// Reads every row of a statement and reports unreadable ones.
    private static func each(
        _ sql: String,
        _ connection: inout SQLiteConnection,
        _ report: (String) throws -> Void,
        read: (SQLiteRow) throws -> Void
    ) throws {
        do {
            try connection.query(sql, []) { rows in
                while let row = try rows.next() {
                    do {
                        try read(row)
                    } catch let damaged as Records.Damaged {
                        try report("\(damaged)")
                    }
                }
            }
        } catch let error as SQLiteError
            where error.primaryCode == SQLITE_CORRUPT || error.code == SQLITE_ERROR
        {
            try report(error.message)
        }
    }
}
