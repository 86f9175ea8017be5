import DiceGames
import DiceModel
import DiceProof
import DiceTable
import DiceWire

/// The settings of a table's open match, read from history.
enum OpenMatch {
    /// Compares a table with its open match, notes the settings that contradict it, and restores
    /// them from the match.
    static func examine(
        _ table: inout StoredTable,
        _ connection: inout SQLiteConnection
    ) throws {
        guard let start = try start(of: table, &connection) else { return }
        table.contradictions = start.contradictions(of: table)
        guard !table.contradictions.isEmpty else { return }
        start.restore(&table, values: try values(of: table.name, &connection))
    }

    /// Returns `nil` if there is no open match, if the match began before the fifth edition, or if
    /// the match's first turn cannot be read.
    private static func start(
        of table: StoredTable,
        _ connection: inout SQLiteConnection
    ) throws -> MatchStart? {
        guard let match = table.match, !match.isOver else { return nil }
        guard match.hasBegun else {
            return Edition.hasDigests(table.edition) ? MatchStart(table) : nil
        }
        let found = try connection.first(
            """
            SELECT * FROM entries WHERE "table" = ? AND kind = 'turn' AND turn = ? ORDER BY id DESC LIMIT 1
            """,
            table.name.description,
            table.turn - match.progress.turns
        ) { row in try? Records.turn(row) }
        guard let turn = found ?? nil, Edition.hasDigests(turn.proof.edition),
            let game = turn.match.game,
            turn.match.score?.match == match.number
        else { return nil }
        let joins = try connection.all(
            #"SELECT * FROM entries WHERE "table" = ? AND kind = 'rest' AND turn = ? AND id > ? ORDER BY id"#,
            table.name.description,
            match.number,
            turn.id
        ) { row in try? Records.rest(row) }
        let joined = joins.compactMap(\.self).filter { $0.state == .joins }
        return MatchStart(
            game: game,
            hand: turn.match.hand == true,
            players: (turn.match.players ?? []) + joined.map(\.player)
        )
    }

    /// Returns the values of all dice after the open turn's last roll that was not void; `nil` if
    /// there is no such roll yet.
    private static func values(
        of table: TableName,
        _ connection: inout SQLiteConnection
    ) throws
        -> [Int]?
    {
        let found = try connection.first(
            #"SELECT * FROM openRoll WHERE "table" = ? AND outcome <> 'void' ORDER BY roll DESC LIMIT 1"#,
            table.description
        ) { row in try? Records.roll(row).values }
        return found ?? nil
    }
}
