internal import DiceModel
internal import DiceNotation

/// Whether a throw's faces follow from its seed, and the rest of it from the faces and the expression.
struct ThrowCheck {
    private let result: ThrowResult
    private let entry: ChainedEntry
    private let faces: [Int]

    init(_ result: ThrowResult, _ entry: ChainedEntry) {
        self.result = result
        self.entry = entry
        faces = result.faces ?? []
    }

    func run(_ expressions: inout LastExpression) throws(Finding) -> Drawn {
        let seed = try entry.seed()
        try entry.check(entropy: result.entropy, reveals: result.reveals)
        for byte in result.outcome.rawValue.utf8 where !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) {
            throw entry.finding("its outcome is no word")
        }
        if result.outcome == .void {
            guard faces.isEmpty, result.dice.isEmpty, result.total == nil, result.totals == nil else {
                throw entry.finding("it is void and has dice")
            }
            return Drawn(void: 1)
        }
        guard let seed else { return Drawn() }
        var stream = FaceStream(
            seed, table: result.table, throw: result.number, entropy: result.entropy ?? Entropy.none,
            reveals: result.reveals ?? [])
        guard let expression = expressions.read(result.expression) else {
            try checkUnread(&stream)
            return Drawn(isUnread: true)
        }
        // The closure throws nothing, so neither does the evaluation.
        guard let evaluation = try? expression.evaluate(dice: Limits.diceOfThrow, { stream.face(sides: $0) }) else {
            return Drawn(isUnread: true)
        }
        try check(against: evaluation)
        return Drawn(right: 1)
    }

    private func check(against evaluation: Evaluation) throws(Finding) {
        let drawn = evaluation.draws.map(\.face)
        guard drawn == faces else { throw entry.finding(Self.difference(faces, drawn)) }
        guard (evaluation.failure != nil) == (result.outcome == .failed) else {
            throw entry.finding(
                "it is \(result.outcome.rawValue), and its faces make it \(evaluation.failure.map { "fail: \($0)" } ?? "succeed")"
            )
        }
        if result.outcome == .failed { return }
        guard result.total == evaluation.total, result.totals == evaluation.totals else {
            throw entry.finding(
                "its total is \(result.total.map(NumberText.text) ?? "missing"), and its faces make "
                    + "\(evaluation.total.map(NumberText.text) ?? "none")")
        }
        let shown = ThrowResult(
            evaluation, table: result.table, number: result.number, expression: result.expression, by: result.by)
        guard shown.dice.count == result.dice.count else {
            throw entry.finding("it shows \(result.dice.count) dice, and \(shown.dice.count) were rolled")
        }
        for (die, other) in zip(result.dice, shown.dice) where !Self.isSame(die, other) {
            throw entry.finding("die \(die.die) is not what its faces make of it")
        }
    }

    /// But for the number: it tells in which order they came to be seen.
    private static func isSame(_ die: ThrowDie, _ other: ThrowDie) -> Bool {
        (die.sides, die.value, die.kept) == (other.sides, other.value, other.kept) && die.flags == other.flags
            && (die.fate == true) == (other.fate == true)
    }

    /// Where all dice have the same sides, their faces can be checked whatever is made of them.
    private func checkUnread(_ stream: inout FaceStream) throws(Finding) {
        guard let sides = result.dice.first?.sides, result.dice.allSatisfy({ $0.sides == sides }),
            Limits.sidesOfThrow.contains(sides)
        else { return }
        let drawn = faces.map { _ in stream.face(sides: sides) }
        guard drawn == faces else { throw entry.finding(Self.difference(faces, drawn)) }
    }

    private static func difference(_ faces: [Int], _ drawn: [Int]) -> String {
        guard let index = zip(faces, drawn).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else {
            return "it has \(faces.count) faces, and its expression draws \(drawn.count)"
        }
        return "face \(index + 1) is \(faces[index]), and its seed gives \(drawn[index])"
    }
}

/// The expression that was read last: one is often thrown many times.
struct LastExpression: Sendable {
    private var text: String?
    private var expression: Expression?

    /// nil where this version cannot read it.
    mutating func read(_ text: String) -> Expression? {
        if text != self.text { (self.text, expression) = (text, try? Expression(parsing: text)) }
        return expression
    }
}
