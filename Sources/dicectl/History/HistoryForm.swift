import DiceGames
import DiceModel
import DiceNotation

/// How the entries of the history are printed.
enum HistoryForm {
    /// `7 2026-11-20 23:59:01 default turn 3 ann: 4 6 [3] 1 5 = 19, 2 rolls`, or
    /// `7 2026-11-20 23:59:01 default throw 3 ann fire bolt: 2d6+3: [4 2] + 3 = 9`
    static func line(_ entry: HistoryEntry, _ clock: WallClock) -> String {
        switch entry {
        case .turn(let turn):
            let rolls = "\(turn.rolls.count) \(turn.rolls.count == 1 ? "roll" : "rolls")"
            return "\(turn.id) \(clock.text(turn.endedAt)) \(Printable.text(turn.table)) turn \(turn.turn) "
                + "\(Printable.text(turn.by)): \(EventText.faces(turn)), \(rolls)\(EventText.score(turn))"
        case .thrown(let result):
            let label = result.label.map { " " + $0 } ?? ""
            return "\(result.id ?? 0) \(result.endedAt.map(clock.text) ?? "-") \(Printable.text(result.table)) "
                + "throw \(result.number) \(Printable.text(result.by + label + ": " + EventText.told(result)))"
        }
    }

    static let head = ["id", "table", "turn", "ended", "by", "rolls", "dice", "total", "box", "points", "label"]

    static func fields(_ entry: HistoryEntry, _ clock: WallClock) -> [String] {
        switch entry {
        case .turn(let turn):
            [
                String(turn.id), turn.table, String(turn.turn), clock.text(turn.endedAt), turn.by,
                String(turn.rolls.count), turn.dice.map { String($0.value) }.joined(separator: " "), String(turn.total),
                turn.score?.box ?? "", turn.score.map { String($0.points) } ?? "", "",
            ]
        case .thrown(let thrown):
            [
                String(thrown.id ?? 0), thrown.table, String(thrown.number), thrown.endedAt.map(clock.text) ?? "",
                thrown.by, "", thrown.text, thrown.total.map(NumberText.text) ?? "", "", "",
                thrown.label ?? "",
            ]
        }
    }
}

/// The clock by which instants are shown.
enum WallClock: Hashable {
    case local, utc

    /// `2026-11-20 23:59:01`, or `2026-11-20 22:59:01Z`.
    func text(_ instant: Timestamp) -> String {
        let seconds = Int((Double(instant.millisecondsSinceEpoch) / 1_000).rounded(.down))
        return switch self {
        case .local: Zone.current.local(at: seconds).description
        case .utc: Zone.utc.local(at: seconds).description + "Z"
        }
    }
}

/// Comma-separated values by RFC 4180, which spreadsheets read.
enum CommaSeparated {
    /// A line, which ends in CR LF. A field with a comma or a quote is put in quotes, its own quotes doubled. One that a
    /// spreadsheet would take for a formula gets an apostrophe in front, which makes it text there.
    static func line(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") + "\r\n" }

    private static func field(_ text: String) -> String {
        let shown = (isFormula(text) ? "'" : "") + Printable.text(text)
        return shown.utf8.contains { [",", "\""].contains(Unicode.Scalar($0)) }
            ? "\"" + shown.replacing("\"", with: "\"\"") + "\"" : shown
    }

    private static func isFormula(_ text: String) -> Bool {
        // Compares scalars: with a combining mark the first character is another one, and CR LF is one character.
        guard let first = text.unicodeScalars.first, "=+-@＝＋－＠\t\r".unicodeScalars.contains(first) else { return false }
        let isNumber = "+-".unicodeScalars.contains(first) && Double(text) != nil
        return !isNumber || text.utf8.dropFirst().contains { !(0x2E...0x39).contains($0) }
    }
}
