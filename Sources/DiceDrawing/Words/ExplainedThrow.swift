package import DiceNotation

/// Explains a total as a tree of the parts of its expression.
package enum ExplainedThrow {
    package static func lines(_ evaluation: Evaluation, text: String) -> [String] {
        guard let step = evaluation.step else { return [text + ": " + evaluation.text] }
        return head(step, evaluation) + below(step, evaluation, "")
    }

    private static func head(_ step: Step, _ evaluation: Evaluation) -> [String] {
        var line = Expression.shortened(step.expression.description)
        if case .number = step.expression.kind {
        } else {
            line += " = " + step.worth(step.expression.symbolNames, on: evaluation.dice)
        }
        switch step.expression.kind {
        case .check:
            line += ", " + evaluation.checks.map(\.text).joined(separator: ", ")
        case .outcomes:
            line +=
                ", "
                + evaluation.results.map { $0 ?? "no outcome" }.joined(
                    separator: ", "
                )
        default: break
        }
        if !step.isKept {
            line = "(\(line)) dropped"
        }
        line += step.flags.marks
        if !step.dice.isEmpty {
            line +=
                "   "
                + step.dice.map { evaluation.dice[$0].text }.joined(separator: " ")
        }
        if case .dice(let term) = step.expression.kind {
            line += term.modifiers.compactMap(text).map { "   " + $0 }.joined()
        }
        return [Printable.text(line)]
    }

    /// Explains a modifier whose letters do not explain themselves; `nil` for all other modifiers.
    private static func text(_ modifier: Modifier) -> String? {
        func those(_ comparison: Comparison) -> String {
            comparison.relation.rawValue + comparison.number.description
        }
        return switch modifier {
        case .filter(let keeps, let test):
            "\(keeps ? "keep" : "drop") faces \(those(test))"
        case .weight(let weight, let test): "faces \(those(test)) count \(weight)"
        case .explode(_, _, let maximum?): "each adds at most \(maximum) more"
        default: nil
        }
    }

    private static func below(_ step: Step, _ evaluation: Evaluation, _ indent: String)
        -> [String]
    {
        step.parts.enumerated().flatMap { index, part in
            let isLast = index == step.parts.count - 1
            return head(part, evaluation).map { indent + (isLast ? "└─ " : "├─ ") + $0 }
                + below(part, evaluation, indent + (isLast ? "   " : "│  "))
        }
    }
}
