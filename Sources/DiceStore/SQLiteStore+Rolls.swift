import DiceGames
package import DiceModel
package import DiceTable

extension SQLiteStore {
    package nonisolated func save(_ table: StoredTable, adding roll: RollRecord?)
        async throws(StoreError)
    {
        try await save(table, adding: roll, reason: roll?.reason?.rawValue ?? "")
    }

    package nonisolated func ask(_ table: StoredTable, for roll: RollRecord)
        async throws(StoreError)
    {
        try await save(table, adding: roll, reason: Records.asked)
    }

    private nonisolated func save(
        _ table: StoredTable,
        adding roll: RollRecord?,
        reason: String
    ) async throws(StoreError) {
        try await write(.processDeath) { connection in
            try TableColumns.changing.update(table, &connection)
            guard let roll else {
                let game = table.match.map { Records.json($0.game) } ?? ""
                return try connection.run(
                    "UPDATE tables SET game = ? WHERE name = ?",
                    game,
                    table.name.description
                )
            }
            try connection.run(
                """
                INSERT OR REPLACE INTO openRoll
                    ("table", roll, by, at, outcome, rolled, "values", entropy, reveals, reason, absent,
                    entered, bot)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                table.name.description,
                roll.roll,
                roll.by,
                roll.at.millisecondsSinceEpoch,
                roll.outcome.rawValue,
                Records.json(roll.rolled),
                Records.json(roll.values),
                roll.chance.entropy ?? "-",
                Records.json(roll.chance.reveals ?? []),
                reason,
                Records.json(roll.absent ?? []),
                roll.entered == true ? 1 : 0,
                roll.bot == true ? 1 : 0
            )
        }
    }

    package nonisolated func setOutcome(
        _ outcome: RollOutcome,
        ofRoll roll: Int,
        in table: TableName
    ) async throws(StoreError) {
        try await write(.processDeath) { connection in
            try connection.run(
                #"UPDATE openRoll SET outcome = ? WHERE "table" = ? AND roll = ?"#,
                outcome.rawValue,
                table.description,
                roll
            )
            guard connection.changes == 1 else {
                throw StoreErrorText.Missing(what: "roll \(roll) of table '\(table)'")
            }
        }
    }
}
