import DiceModel
import DiceNotation

/// A throw's outcome in words.
extension ThrowResult {
    /// `18`, `1 success, 2 threat`; `nil` if there is no total.
    var worth: String? {
        guard let total else { return nil }
        let counted = (meaning.symbols?.symbols ?? []).map { "\($0.count) \($0.word)" }
        return
            ((total == 0 && !counted.isEmpty ? [] : [NumberText.text(total)]) + counted)
            .joined(
                separator: ", "
            )
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
