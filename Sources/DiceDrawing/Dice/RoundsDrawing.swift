import DiceModel
import DiceNotation

extension ThrowResult {
    /// The dice and the arithmetic of each round of a repeat, as in the throw's text:
    /// `5 (2) 2 3 = 10`; `nil` without rounds.
    var rounds: [String]? {
        let head = expression + ": "
        guard let totals, totals.count > 1, text.hasPrefix(head) else { return nil }
        let parts = text.dropFirst(head.count).split(separator: "; ").map(String.init)
        // The text ends with the sum of all rounds.
        return parts.count == totals.count + 1 ? parts.dropLast() : nil
    }

    /// The throw's text without the sum of all rounds.
    var shownText: String {
        rounds.map { "\(expression): " + $0.joined(separator: "; ") } ?? shortText
    }
}

/// Draws each round of a settled repeat by itself: its number, its dice, and its total, in large
/// digits if there is room for all of them.
struct RoundsDrawing {
    var glyphs: Glyphs

    /// The height of a total in large digits.
    private static let large = 3
    /// The width reserved for a total in large digits.
    private static let totalColumns = 16

    /// Returns `nil` if not every round fits into its own row.
    func draw(_ result: ThrowResult, in size: Size) -> CellBuffer? {
        guard let rounds = result.rounds, let totals = result.totals, rounds.count <= size.rows,
            result.hidden != true
        else { return nil }
        let isCount = result.countsSuccesses
        let parts = rounds.enumerated().map { index, round in
            var part = part(
                glyphs.shown(Printable.text(round)),
                number: index + 1,
                of: rounds.count
            )
            if isCount {
                let worth = ThrowResult.successes(totals[index])
                part.total = String(worth.prefix { $0 != " " })
                part.verdict = worth.drop { $0 != " " } + part.verdict
            }
            return part
        }
        let widest = parts.map { DisplayWidth.of($0.head) }.max() ?? 0
        let isLarge =
            rounds.count * (Self.large + 1) - 1 <= size.rows
            && widest + Self.totalColumns <= size.columns
        let height = isLarge ? Self.large + 1 : 1
        var buffer = CellBuffer(
            width: size.columns,
            height: rounds.count * height - (isLarge ? 1 : 0)
        )
        for (index, part) in parts.enumerated() {
            let row = index * height + (isLarge ? Self.large / 2 : 0)
            let head = glyphs.cut(part.head, to: size.columns)
            let end = buffer.write(head, row: row, column: 0)
            let digits =
                isLarge
                ? BlockDigits.rows(
                    isCount && totals[index] == 0 ? "" : NumberText.text(totals[index]),
                    digits: 2,
                    columns: Self.totalColumns,
                    rows: Self.large
                ) : nil
            if let digits {
                for (offset, line) in digits.enumerated() {
                    buffer.write(
                        glyphs.blocks(line, isShaded: false),
                        row: index * height + offset,
                        column: widest + 1,
                        style: .strong
                    )
                }
                let column = widest + 1 + DisplayWidth.of(digits[0])
                buffer.write(
                    glyphs.cut(part.verdict, to: max(0, size.columns - column)),
                    row: row,
                    column: column
                )
            } else {
                let column = buffer.write(
                    glyphs.cut(part.total, to: max(0, size.columns - end)),
                    row: row,
                    column: end,
                    style: .strong
                )
                buffer.write(
                    glyphs.cut(part.verdict, to: max(0, size.columns - column)),
                    row: row,
                    column: column
                )
            }
        }
        return buffer
    }

    /// Splits a round into what is before its total, the total, and what follows it.
    private func part(_ round: String, number: Int, of count: Int) -> (
        head: String, total: String, verdict: String
    ) {
        let digits = "\(count)".count - "\(number)".count
        let place = String(repeating: " ", count: digits) + "\(number)  "
        guard let sign = round.ranges(of: " = ").last else { return (place + round, "", "") }
        let rest = round[sign.upperBound...]
        let end = rest.firstIndex(of: ",") ?? rest.endIndex
        return (
            place + round[..<sign.upperBound], String(rest[..<end]), String(rest[end...])
        )
    }
}
