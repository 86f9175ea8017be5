public import DiceModel
public import DiceTable

extension SQLiteStore {
    public func endTurn(_ ending: Turn, leaving table: StoredTable) async throws(StoreError) -> Turn {
        try await write(.powerLoss) { connection in
            var turn = ending
            turn.table = table.name.description
            turn.rolls = try connection.all(
                #"SELECT * FROM openRoll WHERE "table" = ? ORDER BY roll"#, turn.table, read: Records.roll)
            try connection.run(
                """
                INSERT INTO history ("table", turn, endedAt, by, rolls, dice, total, "full") VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                turn.table, turn.turn, turn.endedAt.millisecondsSinceEpoch, turn.by, try Records.json(turn.rolls),
                try Records.json(turn.dice), turn.total, turn.full == true ? 1 : 0)
            turn.id = Int(connection.lastInsertedID)
            try connection.run(#"DELETE FROM openRoll WHERE "table" = ?"#, turn.table)
            try Self.count(FaceTally(turn), of: table.name.description, &connection)
            try Self.update(table, &connection)
            return turn
        }
    }

    public nonisolated func history(_ query: HistoryQuery, among: Set<TableName>?) async throws(StoreError)
        -> HistoryPage
    {
        try await reader.page(query, among: among)
    }
}
