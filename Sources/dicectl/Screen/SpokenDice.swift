internal import DiceModel
internal import DiceNotation
internal import DiceProof

/// The dice of a throw as they are told to who listens.
enum SpokenDice {
    /// `6 exploded`, `3 dropped`, `4 success fire`: what each shows, what became of it, and what its part is called.
    static func words(of result: ThrowResult) -> [String] {
        let labels = labels(of: result)
        return result.dice.enumerated().map { place, die in
            let isOut = !die.kept && !die.flags.contains("rerolled")
            let label = labels.indices.contains(place) ? labels[place] : nil
            return ([String(die.value)] + die.flags + [isOut ? "dropped" : nil, label].compactMap(\.self))
                .joined(separator: " ")
        }
    }

    /// Labels inside an expression, as `1d8[fire]`, for each die; only the expression tells which dice they are about.
    private static func labels(of result: ThrowResult) -> [String?] {
        var faces = (result.faces ?? [])[...]
        guard result.expression.contains("["), let expression = try? Expression(parsing: result.expression),
            let evaluation = try? Edition.evaluate(
                expression, of: result.edition, { _ in try faces.popFirst().orInvalid("a face is missing") }),
            let step = evaluation.step
        else { return [] }
        var labels: [Int: String] = [:]
        func name(_ step: Step, _ outer: String?) {
            let label = step.expression.label ?? outer
            for die in step.dice { labels[die] = label }
            for part in step.parts { name(part, label) }
        }
        name(step, nil)
        return evaluation.order.map { labels[$0] }
    }
}
