public import DiceModel
import DiceProof
public import DiceTable

extension SQLiteStore {
    public func endTurn(_ ending: Turn, leaving table: StoredTable) async throws(StoreError) -> Turn {
        try await write(.powerLoss) { connection in
            var turn = ending
            turn.table = table.name.description
            turn.rolls = try connection.all(
                #"SELECT * FROM openRoll WHERE "table" = ? ORDER BY roll"#, turn.table, read: Records.roll)
            if turn.commitment != nil {
                turn.chain = try Self.extendChain(of: turn.table, &connection) { Chain.link(turn, after: $0) }
            }
            try connection.run(
                """
                INSERT INTO history
                    ("table", turn, endedAt, by, rolls, dice, total, "full", commitment, seed, seeded, chain, edition)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                turn.table, turn.turn, turn.endedAt.millisecondsSinceEpoch, turn.by, try Records.json(turn.rolls),
                try Records.json(turn.dice), turn.total, turn.full == true ? 1 : 0, turn.commitment ?? "",
                turn.seed ?? "", turn.seeded == true ? 1 : 0, turn.chain ?? "", turn.edition ?? 0)
            turn.id = Int(connection.lastInsertedID)
            try connection.run(#"DELETE FROM openRoll WHERE "table" = ?"#, turn.table)
            try Self.count(FaceTally(turn), of: table.name.description, &connection)
            try Self.update(table, &connection)
            try connection.run(
                "UPDATE tables SET commitment = ?, seed = ?, seeded = ? WHERE name = ?", table.seed?.commitment ?? "",
                table.seed?.seed?.hex ?? "", table.seed?.isDerived == true ? 1 : 0, turn.table)
            return turn
        }
    }

    /// Replaces the last link of a table's chain. Returns the new one.
    static func extendChain(
        of table: String, _ connection: inout Connection, _ link: (String) -> String
    ) throws -> String {
        let last = try connection.first("SELECT chain FROM tables WHERE name = ?", table) { $0.text("chain") } ?? nil
        let next = link(last.flatMap { $0.isEmpty ? nil : $0 } ?? Chain.start)
        try connection.run("UPDATE tables SET chain = ? WHERE name = ?", next, table)
        return next
    }

    public nonisolated func history(_ query: HistoryQuery, among: Set<TableName>?) async throws(StoreError)
        -> HistoryPage
    {
        try await reader.page(query, among: among)
    }
}
