public import DiceModel
public import DiceTable
import GRDB

extension SQLiteStore {
    /// A page's entries take up to about this many bytes of JSON.
    static let pageSize = 512 * 1_024

    public func endTurn(_ ending: Turn, leaving table: StoredTable) async throws(StoreError) -> Turn {
        try await write(.powerLoss) { db in
            var turn = ending
            turn.table = table.name.description
            turn.rolls = try Array(
                Row.fetchCursor(
                    db, sql: #"SELECT * FROM openRoll WHERE "table" = ? ORDER BY roll"#, arguments: [turn.table]
                ).map(Records.roll))
            try db.execute(
                sql: """
                    INSERT INTO history ("table", turn, endedAt, by, rolls, dice, total) VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    turn.table, turn.turn, turn.endedAt.millisecondsSinceEpoch, turn.by,
                    try Records.json(turn.rolls), try Records.json(turn.dice), turn.total,
                ])
            turn.id = Int(db.lastInsertedRowID)
            try db.execute(sql: #"DELETE FROM openRoll WHERE "table" = ?"#, arguments: [turn.table])
            try Self.update(table, db)
            return turn
        }
    }

    public func history(of table: TableName, limit: Int, before: Int?) async throws(StoreError) -> HistoryPage {
        try await perform { db in
            let rows = try Row.fetchCursor(
                db,
                sql: #"SELECT * FROM history WHERE "table" = ? AND id < ? AND kind = 'turn' ORDER BY id DESC"#,
                arguments: [table.description, before ?? Int.max])
            var page = HistoryPage(entries: [], more: false)
            var room = Self.pageSize
            while let row = try rows.next() {
                let size = try Records.size(ofTurn: row)
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
