import DiceModel
import DiceNotation

/// What a throw has come to, in words.
extension ThrowResult {
    /// `18`, `1 success, 2 threat`; nil if there is no total.
    var worth: String? {
        guard let total else { return nil }
        let counted = (meaning.symbols?.symbols ?? []).map { "\($0.count) \($0.word)" }
        return
            ((total == 0 && !counted.isEmpty ? [] : [NumberText.text(total)]) + counted)
            .joined(
                separator: ", "
            )
    }

    /// What the total of each round means: `made by 3`, `weak hit`, nothing in a gap. Empty if the
    /// expression does not say.
    var verdicts: [String] {
        meaning.allChecks.map(\.text)
            + (meaning.results ?? meaning.result.map { [$0] } ?? [])
    }

    /// What the whole means, as a field of a table: the verdicts, or what words count.
    var meant: String {
        meaning.symbols == nil ? verdicts.joined(separator: "; ") : worth ?? ""
    }

    /// What stands out beside the total, if the expression says what that means.
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
    /// The words of its face, of a die of one's own that shows more than a number.
    var words: String? { face.flatMap { Int($0) == nil ? $0 : nil } }
}
