public import DiceModel
public import DiceTable

extension SQLiteStore {
    /// A page's entries take up to about this many bytes of JSON.
    static let pageSize = 512 * 1_024

    public func endTurn(_ ending: Turn, leaving table: StoredTable) async throws(StoreError) -> Turn {
        try await write(.powerLoss) { connection in
            var turn = ending
            turn.table = table.name.description
            turn.rolls = try connection.all(
                #"SELECT * FROM openRoll WHERE "table" = ? ORDER BY roll"#, turn.table, read: Records.roll)
            try connection.run(
                """
                INSERT INTO history ("table", turn, endedAt, by, rolls, dice, total) VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                turn.table, turn.turn, turn.endedAt.millisecondsSinceEpoch, turn.by, try Records.json(turn.rolls),
                try Records.json(turn.dice), turn.total)
            turn.id = Int(connection.lastInsertedID)
            try connection.run(#"DELETE FROM openRoll WHERE "table" = ?"#, turn.table)
            try Self.update(table, &connection)
            return turn
        }
    }

    public func history(of table: TableName, limit: Int, before: Int?) throws(StoreError) -> HistoryPage {
        try perform { connection in
            try connection.query(
                #"SELECT * FROM history WHERE "table" = ? AND id < ? AND kind = 'turn' ORDER BY id DESC"#,
                [table.description, before ?? Int.max]
            ) { rows in
                var page = HistoryPage(entries: [], more: false)
                var room = Self.pageSize
                while let row = try rows.next() {
                    let size = Records.size(ofTurn: row)
                    guard page.entries.count < limit, size <= room || page.entries.isEmpty else {
                        page.more = true
                        break
                    }
                    page.entries.append(try Records.turn(row))
                    room -= size
                }
                return page
            }
        }
    }
}
