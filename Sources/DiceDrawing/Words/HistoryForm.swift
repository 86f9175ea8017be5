package import DiceGames
package import DiceModel
import DiceNotation

/// The format of printed history entries.
package enum HistoryForm {
    /// `7 2026-11-20 23:59:01 default turn 3 ann: 4 6 [3] 1 5 = 19, 2 rolls`, `7 2026-11-20
    /// 23:59:01 default turn 3 ann: 25 in Full house, 6 6 [3] 3 3, 2 rolls`, `7 2026-11-20 23:59:01
    /// default throw 3 ann fire bolt: 2d6+3: [4 2] + 3 = 9`, or `8 2026-11-20 23:59:09 default turn
    /// 3 corrected by ann: 25 in Full house`
    ///
    /// A corrected turn begins `30 in Small straight, corrected from 19 in Chance`.
    ///
    /// - Parameter game: the table's game, for its titles; `nil` if unknown.
    package static func line(
        _ entry: HistoryEntry,
        _ clock: WallClock,
        _ game: Game? = nil,
        _ correction: Correction? = nil
    ) -> String {
        switch entry {
        case .turn(let turn):
            let rolls =
                "\(turn.rolls.count) \(turn.rolls.count == 1 ? "roll" : "rolls")"
            let score =
                correction.map { "\(EventText.score($0.score, game)), corrected from " }
                ?? ""
            return
                "\(turn.id) \(clock.text(turn.endedAt)) \(Printable.text(turn.table)) turn \(turn.turn) "
                + "\(EventText.author(Printable.text(turn.by), turn.bot)): \(score)\(EventText.turnText(turn, game)), \(rolls)"
        case .thrown(let result):
            let label = ThrowFrame(result).purpose.map { " " + $0 } ?? ""
            return
                "\(result.id ?? 0) \(result.endedAt.map(clock.text) ?? "-") \(Printable.text(result.table)) "
                + "throw \(result.number) \(Printable.text(EventText.author(result.by, result.bot) + label + ": " + EventText.throwText(result)))"
        case .corrected(let correction):
            return
                "\(correction.id) \(clock.text(correction.endedAt)) \(EventText.corrected(correction, game))"
        case .rested(let rest):
            return "\(rest.id) \(clock.text(rest.endedAt)) \(EventText.rested(rest))"
        }
    }

    package static let head = [
        "id", "table", "turn", "ended", "by", "rolls", "dice", "total", "box", "points",
        "label",
        "result", "saved",
        "entered", "bot",
    ]

    package static func fields(_ entry: HistoryEntry, _ clock: WallClock) -> [String] {
        switch entry {
        case .turn(let turn):
            [
                String(turn.id), turn.table, String(turn.turn),
                clock.text(turn.endedAt), turn.by,
                String(turn.rolls.count), turn.dice.map(\.shownText).joined(separator: " "),
                String(turn.total),
                turn.score?.box ?? "", turn.score.map { String($0.points) } ?? "", "",
                "", "",
                turn.entered == true ? EventText.names(turn.rolls.map(\.by)) : "",
                turn.bot == true ? "true" : "",
            ]
        case .thrown(let thrown):
            [
                String(thrown.id ?? 0), thrown.table, String(thrown.number),
                thrown.endedAt.map(clock.text) ?? "",
                thrown.by, "", thrown.hidden == true ? "" : thrown.shortText,
                thrown.total.map(NumberText.text) ?? "", "",
                "",
                thrown.label ?? "", thrown.meant, thrown.saved?.description ?? "",
                thrown.entered == true ? thrown.by : "",
                thrown.bot == true ? "true" : "",
            ]
        case .corrected(let correction):
            [
                String(correction.id), correction.table, String(correction.turn),
                clock.text(correction.endedAt),
                correction.by, "", "", "", correction.score.box ?? "",
                String(correction.score.points), "", "", "", "", "",
            ]
        case .rested(let rest):
            [
                String(rest.id), rest.table, "", clock.text(rest.endedAt), rest.by, "",
                "", "", "",
                "", rest.player,
                rest.state.rawValue, "", "", "",
            ]
        }
    }
}
