import DiceDrawing
import Glibc

/// Distributions as bars.
enum OddsDrawing {
    /// Returns a line for each row: the total, then a percentage and a bar for each expression. The
    /// longest bar fills its space.
    static func lines(_ rows: [OddsRows.Row], columns: Int, _ glyphs: Glyphs)
        -> [String]
    {
        let count = rows.first?.probabilities.count ?? 0
        let largest = rows.flatMap(\.probabilities).max() ?? 0
        let labels = rows.map(\.label.count).max() ?? 0
        let percents = rows.map { $0.probabilities.map { Digits.percent($0) + " %" } }
        let width = percents.flatMap(\.self).map(\.count).max() ?? 0
        let room = max(0, (columns - labels - count * (width + 4)) / max(1, count))
        return zip(rows, percents).map { row, percents in
            let parts = zip(row.probabilities, percents).map { probability, percent in
                let bar = bar(largest > 0 ? probability / largest : 0, room, glyphs)
                return "  " + percent.padded(to: width) + "  " + bar
                    + String(repeating: " ", count: room - bar.count)
            }
            return (row.label.padded(to: labels) + parts.joined()).trimmed
        }
    }

    /// Returns the bar, in steps of half a column if the terminal can show them.
    private static func bar(_ share: Double, _ room: Int, _ glyphs: Glyphs) -> String {
        let halves = Int((share * Double(2 * room)).rounded())
        let hasHalf = glyphs != .ascii && halves % 2 == 1
        let full = glyphs == .ascii ? (halves + 1) / 2 : halves / 2
        return String(repeating: glyphs.full, count: full)
            + (hasHalf ? String(glyphs.left) : "")
    }
}

/// Formats fractional numbers for people.
enum Digits {
    /// Rounds to six digits: `12.2446`, `3.5`, `1.53e-76`.
    static func six(_ value: Double) -> String {
        text(value, "%.6g")
    }

    /// A probability: `23.15`, `0.0046`, `1.5e-76`.
    static func percent(_ probability: Double) -> String {
        let percent = probability * 100
        if percent == 0 || percent >= 0.01 {
            return text(percent, "%.2f")
        }
        return text(percent, percent >= 0.0001 ? "%.4f" : "%.1e")
    }

    private static func text(_ value: Double, _ format: String) -> String {
        var buffer = [CChar](repeating: 0, count: 400)
        let length = withVaList([value]) {
            vsnprintf(&buffer, buffer.count, format, $0)
        }
        return String(
            decoding: buffer.prefix(Int(length)).map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
    }
}
