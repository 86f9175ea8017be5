import DiceModel
import DiceNotation

/// How a total was made, as a tree of the parts of its expression.
enum ExplainedThrow {
    static func lines(_ evaluation: Evaluation, text: String) -> [String] {
        guard let step = evaluation.step else { return [text + ": " + evaluation.text] }
        return head(step, evaluation) + below(step, evaluation, "")
    }

    private static func head(_ step: Step, _ evaluation: Evaluation) -> [String] {
        var line = step.expression.description
        if case .number = step.expression.kind {} else { line += " = " + step.value.description }
        if !step.isKept { line = "(\(line)) left out" }
        line += step.flags.marks
        if !step.dice.isEmpty { line += "   " + step.dice.map { evaluation.dice[$0].text }.joined(separator: " ") }
        return [Printable.text(line)]
    }

    private static func below(_ step: Step, _ evaluation: Evaluation, _ indent: String) -> [String] {
        step.parts.enumerated().flatMap { index, part in
            let isLast = index == step.parts.count - 1
            return head(part, evaluation).map { indent + (isLast ? "└─ " : "├─ ") + $0 }
                + below(part, evaluation, indent + (isLast ? "   " : "│  "))
        }
    }
}
