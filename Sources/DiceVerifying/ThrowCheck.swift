import DiceModel
import DiceNotation
import DiceProof

/// Checks that a throw's faces follow from its seed, and that its other members follow from the
/// faces and the expression.
struct ThrowCheck {
    let result: ThrowResult
    let entry: ChainedEntry
    private var faces: [Int] { result.faces ?? [] }

    /// Checks a secret throw. Only the throw's chain hash can be checked, because the entry shows
    /// nothing that follows from the faces.
    func checkHidden() throws(Finding) {
        guard entry.isStrict else { return }
        let showsNothing =
            result.faces == nil && result.total == nil && result.totals == nil
            && result.text.isEmpty
        let areDiceHidden = result.dice.allSatisfy { $0.hidden == true }
        try entry.require(
            showsNothing && areDiceHidden && result.proof.seed == nil
                && result.message == nil
                && result.meaning == ThrowMeaning(),
            .hiddenTold,
            "it is secret, but contains values that follow from its faces"
        )
    }

    func run(_ expressions: inout LastExpression) throws(Finding) -> Drawn {
        let seed = try entry.seed()
        try entry.check(result.chance)
        try checkFields()
        if seed == nil, isLeftOut {
            return Drawn()
        }
        let isEntered = result.entered != nil
        var source =
            isEntered
            ? nil
            : seed.map {
                FaceStream(
                    $0,
                    table: result.table,
                    throw: result.number,
                    chance: result.chance
                )
            }
        var count = 0
        let edition = result.proof.edition
        // The closure does not throw, so the evaluation does not throw, either.
        let evaluation = try? expressions.read(
            result.expression,
            Edition.grammar(of: edition)
        ).map { expression in
            try Edition.evaluate(expression, of: edition) { sides in
                defer {
                    count += 1
                }
                if let face = source?.face(sides: sides) {
                    return face
                }
                // If the seed is lost or absent, only the other members can be checked. An
                // impossible face is replaced here, and is reported below.
                return faces.indices.contains(count)
                    && (1...sides).contains(faces[count])
                    ? faces[count] : 1
            }
        }
        guard let evaluation else {
            throw entry.finding(.unreadableExpression, "its expression is not valid")
        }
        try check(against: evaluation, isDrawn: source != nil)
        return Drawn(
            right: source == nil ? 0 : 1,
            entered: isEntered ? 1 : 0
        )
    }

    private func checkFields() throws(Finding) {
        try entry.require(
            ThrowOutcome.allCases.contains(result.outcome) && result.outcome != .void,
            .throwOutcome,
            "its outcome is not valid for a throw"
        )
        try entry.require(
            (result.chance.reveals ?? []).isEmpty && (result.absent ?? []).isEmpty,
            .throwContributors,
            "it has contributions or contributors' names, which throws cannot have"
        )
        switch result.reason {
        case nil: return
        case .absent, .restart, .other: break
        default: if result.outcome != .completed { return }
        }
        throw entry.finding(
            .throwReason,
            "its reason is not valid for the outcome \(result.outcome.rawValue)"
        )
    }

    /// True if the throw was in flight during a backup, which omits its dice together with its
    /// seed.
    private var isLeftOut: Bool {
        if Edition.hasDigests(result.proof.edition) {
            return result == result.withoutFaces
        }
        return result.outcome == .failed && result.dice.isEmpty && faces.isEmpty
            && result.total == nil
            && result.totals == nil && result.text == result.expression
    }

    private func check(against evaluation: Evaluation, isDrawn: Bool) throws(Finding) {
        let drawn = evaluation.draws.map(\.face)
        try entry.require(
            drawn == faces,
            .faceOfThrow,
            isDrawn
                ? Self.difference(faces, drawn)
                : "its faces cannot come from its expression"
        )
        try entry.require(
            (evaluation.failure != nil) == (result.outcome == .failed),
            .throwFails,
            "it is \(result.outcome.rawValue), but its faces make it "
                + (evaluation.failure.map { "fail: \($0)" } ?? "succeed")
        )
        let shown = ThrowResult(
            evaluation,
            table: result.table,
            number: result.number,
            expression: result.expression,
            by: result.by,
            room: Edition.textRoom(of: result.proof.edition)
        )
        let agreement = Agreement(isExact: result.proof.edition != nil)
        try entry.require(
            agreement.holds(result.total, shown.total)
                && agreement.holds(result.totals, shown.totals),
            .throwTotal,
            "its total is \(result.total.map(NumberText.text) ?? "missing"), but its faces make "
                + "\(shown.total.map(NumberText.text) ?? "none")"
        )
        try entry.require(
            result.meaning == shown.meaning,
            .throwMeaning,
            "its outcome or check does not follow from its faces"
        )
        try entry.require(
            agreement.holds(result.message, shown.message),
            .throwMessage,
            "its message does not follow from its faces"
        )
        try entry.require(
            shown.dice.count == result.dice.count,
            .throwDiceCount,
            "it has \(result.dice.count) dice, but \(shown.dice.count) were rolled"
        )
        for (die, other) in zip(result.dice, shown.dice) where !Self.isSame(die, other) {
            throw entry.finding(
                .throwDie,
                "die \(die.die) does not follow from its faces"
            )
        }
        try entry.require(
            result.dice.map(\.die).sorted() == Array(1..<result.dice.count + 1),
            .throwDieNumbers,
            "its dice are not numbered from 1 without gaps"
        )
        try entry.require(
            agreement.holds(result.text, shown.text),
            .throwText,
            "its text does not follow from its faces"
        )
    }

    /// Compares two dice, ignoring their numbers, which only reflect the order in which the dice
    /// were shown.
    private static func isSame(_ die: ThrowDie, _ other: ThrowDie) -> Bool {
        (die.sides, die.value, die.kept) == (other.sides, other.value, other.kept)
            && die.flags == other.flags
            && (die.fate == true) == (other.fate == true) && die.face == other.face
    }

    private static func difference(_ faces: [Int], _ drawn: [Int]) -> String {
        guard
            let index = zip(faces, drawn).enumerated().first(where: {
                $0.element.0 != $0.element.1
            }
            )?.offset
        else {
            return
                "it has \(faces.count) faces, but its expression draws \(drawn.count)"
        }
        return
            "face \(index + 1) is \(faces[index]), but its seed gives \(drawn[index])"
    }
}

/// A cache of the last expression, because the same expression is often thrown many times.
struct LastExpression: Sendable {
    private var text: String?
    private var grammar = Grammar.current
    private var expression: Expression?

    /// Returns the parsed expression, or `nil` if this version cannot read it.
    mutating func read(_ text: String, _ grammar: Grammar) -> Expression? {
        if text != self.text || grammar != self.grammar {
            self.text = text
            self.grammar = grammar
            expression = try? Expression(parsing: text, grammar, .stored)
        }
        return expression
    }
}
