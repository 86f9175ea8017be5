import DiceModel
import DiceNotation

/// A throw's outcome in words.
extension ThrowResult {
    /// True if the total is a number of successes.
    var countsSuccesses: Bool {
        (try? Expression(parsing: expression, .current, .stored))?.countsSuccesses == true
    }

    /// `18`, `5 successes`, `1 success, 2 threat`; `nil` if there is no total.
    var worth: String? {
        guard let total else { return nil }
        if countsSuccesses {
            return Self.successes(total)
        }
        let counted = (meaning.symbols?.symbols ?? []).map { "\($0.count) \($0.word)" }
        return
            ((total == 0 && !counted.isEmpty ? [] : [NumberText.text(total)]) + counted)
            .joined(
                separator: ", "
            )
    }

    /// `5 successes`, `1 success`, `no success`
    static func successes(_ count: Double) -> String {
        if count == 0 {
            return "no success"
        }
        return "\(NumberText.text(count)) \(count == 1 ? "success" : "successes")"
    }

    /// The expression and what follows it in the throw's text, for screens: `2d{8 faces}: ` and
    /// `(success) (blank) = 1 success`; `1d100<=55: ` and `65 = no success`. The expression is
    /// empty if the text does not have it.
    var screenText: (expression: String, rest: String) {
        let heads = [expression, Expression.shortened(expression)].map { $0 + ": " }
        let text = shownText
        guard let head = heads.first(where: text.hasPrefix) else { return ("", text) }
        var rest = String(text.dropFirst(head.count))
        if countsSuccesses {
            let rounds = rounds == nil ? [rest] : rest.split(separator: "; ").map(String.init)
            rest = rounds.map(Self.withSuccesses).joined(separator: "; ")
        }
        return (ThrowFrame(self).headline + ": ", rest)
    }

    /// Returns `65 = no success` for `65 = 0`.
    private static func withSuccesses(_ round: String) -> String {
        guard let sign = round.ranges(of: " = ").last else { return round }
        let rest = round[sign.upperBound...]
        let end = rest.firstIndex(of: ",") ?? rest.endIndex
        guard let count = Double(rest[..<end]) else { return round }
        return round[..<sign.upperBound] + successes(count) + rest[end...]
    }

    /// The meaning of each round's total: `made by 3`, `weak hit`, empty for a total in a gap. An
    /// empty array if the expression defines no meaning.
    var verdicts: [String] {
        meaning.allChecks.map(\.text)
            + (meaning.results ?? meaning.result.map { [$0] } ?? [])
    }

    /// The overall meaning, as a column of a table: the verdicts, or the counts of symbols.
    package var meant: String {
        meaning.symbols == nil ? verdicts.joined(separator: "; ") : worth ?? ""
    }

    /// The words to emphasize beside the total, if the expression defines a meaning.
    var verdict: (words: String, style: CellStyle)? {
        let checks = meaning.allChecks
        let made = meaning.allChecks.count(where: \.made)
        let words =
            meaning.checks == nil ? verdicts.first : "\(made) of \(checks.count) made"
        if let words, !checks.isEmpty {
            let rest: CellStyle = made == 0 ? .red : .strong
            return (words, made == checks.count ? .green : rest)
        }
        let results = verdicts.filter { !$0.isEmpty }.joined(separator: ", ")
        return results.isEmpty ? nil : (results, .strong)
    }
}

extension TargetCheck {
    /// `made by 3`, `missed by 1`
    var text: String {
        (made ? "made" : "missed")
            + (margin.map { " by " + NumberText.text(abs($0)) } ?? "")
    }
}

extension ThrowDie {
    /// The words on the face of a custom die, if it shows more than a number.
    var symbolText: String? { face.flatMap { Int($0) == nil ? $0 : nil } }
}
