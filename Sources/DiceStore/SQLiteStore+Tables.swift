import DiceGames
package import DiceModel
package import DiceTable

extension SQLiteStore {
    package func names() throws(StoreError) -> [TableName] {
        try perform { connection in try connection.all("SELECT name FROM tables", read: Records.name) }
    }

    package func owners() throws(StoreError) -> [TableName: String] {
        let owned = try perform { connection in
            try connection.all("SELECT name, owner FROM tables WHERE owner <> ''") {
                (try Records.name($0), Records.owner($0))
            }
        }
        var owners: [TableName: String] = [:]
        for case (let name, let owner?) in owned { owners[name] = owner }
        return owners
    }

    package nonisolated func summaries() async throws(StoreError) -> [StoredSummary] { try await reader.summaries() }

    package func table(_ name: TableName) throws(StoreError) -> StoredTable? {
        try perform { connection in
            do {
                return try connection.first(
                    """
                    SELECT *, (SELECT '[' || COALESCE(group_concat(absent), '') || ']' FROM openRoll
                            WHERE "table" = name AND outcome = 'void') AS voids,
                        (SELECT by FROM openRoll WHERE "table" = name AND outcome <> 'void' ORDER BY roll DESC LIMIT 1)
                            AS lastRoller
                    FROM tables WHERE name = ?
                    """, name.description, read: Records.table)
            } catch let damaged as Records.Damaged {
                throw StoreErrorText.damaged(damaged, file: file)
            }
        }
    }

    package nonisolated func create(_ table: StoredTable) async throws(StoreError) {
        try await write(.powerLoss) { connection in
            try TableColumns.all.insert(table, &connection)
            try connection.execute("PRAGMA user_version = \(Schema.used)")
        }
    }

    package nonisolated func delete(_ name: TableName) async throws(StoreError) {
        try await write(.powerLoss) { connection in
            try connection.run("DELETE FROM tables WHERE name = ?", name.description)
        }
    }

    package nonisolated func save(_ table: StoredTable, adding roll: RollRecord?) async throws(StoreError) {
        try await save(table, adding: roll, reason: roll?.reason?.rawValue ?? "")
    }

    package nonisolated func ask(_ table: StoredTable, for roll: RollRecord) async throws(StoreError) {
        try await save(table, adding: roll, reason: Records.asked)
    }

    private nonisolated func save(
        _ table: StoredTable, adding roll: RollRecord?, reason: String
    ) async throws(StoreError) {
        try await write(.processDeath) { connection in
            try TableColumns.changing.update(table, &connection)
            guard let roll else {
                let game = table.match.map { Records.json($0.game) } ?? ""
                return try connection.run("UPDATE tables SET game = ? WHERE name = ?", game, table.name.description)
            }
            try connection.run(
                """
                INSERT OR REPLACE INTO openRoll
                    ("table", roll, by, at, outcome, rolled, "values", entropy, reveals, reason, absent)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                table.name.description, roll.roll, roll.by, roll.at.millisecondsSinceEpoch, roll.outcome.rawValue,
                Records.json(roll.rolled), Records.json(roll.values), roll.chance.entropy ?? "-",
                Records.json(roll.chance.reveals ?? []), reason, Records.json(roll.absent ?? []))
        }
    }

    package nonisolated func setOutcome(
        _ outcome: RollOutcome, ofRoll roll: Int, in table: TableName
    ) async throws(StoreError) {
        try await write(.processDeath) { connection in
            try connection.run(
                #"UPDATE openRoll SET outcome = ? WHERE "table" = ? AND roll = ?"#,
                outcome.rawValue, table.description, roll)
            guard connection.changes == 1 else {
                throw StoreErrorText.Missing(what: "roll \(roll) of table '\(table)'")
            }
        }
    }
}
