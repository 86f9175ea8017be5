import DiceModel
import DiceNotation
import DiceWire

/// Properties of reading any text as an expression and evaluating it.
public enum NotationProperties {
    /// - Parameter input: The seed of the faces, then a text.
    public static func check(_ input: [UInt8]) throws {
        guard let first = input.first else { return }
        try check(
            String(decoding: input.dropFirst(), as: UTF8.self),
            seed: UInt64(first)
        )
    }

    public static func check(_ text: String, seed: UInt64) throws {
        let expression: Expression
        do throws(NotationError) {
            expression = try Expression(parsing: text)
        } catch {
            return try check(error, of: text)
        }
        try checkPrinting(expression)
        var random = SeededGenerator(seed: seed)
        let result = try evaluate(expression, &random)
        try check(result, of: text)
        try checkExtent(expression, result)
        try CauseProperties.check(expression, result, &random)
        try CauseProperties.checkFirst(expression, &random)
        try checkFilling(text, expression, result)
    }

    /// Evaluates the expression, and checks that it draws no more faces than the limit.
    static func evaluate(_ expression: Expression, _ random: inout SeededGenerator)
        throws
        -> Evaluation
    {
        var drawn = 0
        // Often draws high faces, so that dice explode.
        let result = try expression.evaluate { sides in
            drawn += 1
            try require((1...1_000_000).contains(sides), "a die has \(sides) sides")
            return Int.random(in: 1...3, using: &random) == 1
                ? sides : Int.random(in: 1...sides, using: &random)
        }
        try require(drawn <= NotationLimits.dice, "\(drawn) faces are drawn")
        try require(
            result.draws.count == drawn,
            "\(drawn) faces are drawn, and \(result.draws.count) told"
        )
        return result
    }

    /// Checks the predicted size of the result.
    private static func checkExtent(_ expression: Expression, _ result: Evaluation)
        throws
    {
        // Parameters have values by the time of a throw.
        guard expression.parameters.isEmpty else { return }
        let text = expression.description
        let first = expression.firstDice
        try require(
            result.dice.count <= first.maximum,
            "\(text) comes to more than \(first.maximum) dice"
        )
        guard result.draws.count <= Limits.diceOfThrow,
            text.utf8.count <= NotationLimits.length
        else { return }
        var thrown = ThrowResult(
            result,
            table: "t",
            number: 1,
            expression: text,
            by: "a",
            label: nil,
            outcome: .completed,
            reason: nil,
            numbers: nil
        )
        thrown.faces = result.draws.map(\.face)
        let size = expression.throwSize
        let written = 2 * text.utf8.count
        let bytes = thrown.jsonBytes().count - 250
        let maximum =
            size.result + written
            + min(written + 2 * size.text, 2 * NotationLimits.text)
        try require(
            bytes <= maximum,
            "\(text) takes \(bytes) bytes, and not \(maximum) at most"
        )
    }

    private static func check(_ error: NotationError, of text: String) throws {
        let bytes = Array(text.utf8)
        let place = error.place
        try require(
            place.upperBound <= bytes.count,
            "\(text): an error stands behind the text: \(place)"
        )
        for end in [place.lowerBound, place.upperBound] where end < bytes.count {
            try require(
                bytes[end] & 0xC0 != 0x80,
                "\(text): an error stands inside a character: \(place)"
            )
        }
        try require(
            !error.message.isEmpty && !error.expected.contains(""),
            "\(text): an error says nothing"
        )
        try require(!error.expected.isEmpty, "\(text): an error expects nothing")
    }

    private static func checkPrinting(_ expression: Expression) throws {
        let printed = expression.description
        // The printed text may be longer than the input: `adv` prints as `2d20kh1`.
        guard printed.count <= NotationLimits.length else { return }
        let again: Expression
        do throws(NotationError) {
            again = try Expression(parsing: printed, .current, .stored)
        } catch {
            throw Violation("\(printed) is printed, but not read: \(error)")
        }
        try require(again == expression, "\(printed) is read as \(again)")
        try require(
            again.hashValue == expression.hashValue,
            "\(printed) has another hash than what it is printed of"
        )
    }

    private static func check(_ result: Evaluation, of text: String) throws {
        try require(
            (result.total == nil) == (result.failure != nil),
            "\(text): neither a total nor a failure, or both"
        )
        try require(
            (result.total == nil) == (result.step == nil),
            "\(text): a step without a total"
        )
        if let total = result.total {
            try require(abs(total.double) <= 0x1p53, "\(text): a total of \(total)")
            let sum =
                result.totals.map { $0.reduce(0) { $0 + $1.double } } ?? total.double
            try require(
                abs(sum - total.double) <= 1e-9 * max(1, abs(sum)),
                "\(text): totals of another sum"
            )
        }
        try require(
            result.order.sorted() == Array(result.dice.indices),
            "\(text): a die is missing, or shown twice"
        )
        try require(!result.text.isEmpty, "\(text): no text")
        let shown = result.shownValues
        for (index, draw) in result.draws.enumerated() {
            try require(
                (1...draw.sides).contains(draw.face),
                "\(text): draw \(index) shows \(draw.face)"
            )
            try require(
                result.dice[draw.die].sides == draw.sides,
                "\(text): draw \(index) is of another die"
            )
            try require(
                draw.after.upperBound <= index,
                "\(text): draw \(index) comes before its cause"
            )
        }
        for (index, die) in result.dice.enumerated() {
            let last = result.draws.lastIndex { $0.die == index }
            try require(
                last.map { shown[$0] } == die.shownValue,
                "\(text): die \(index) does not settle on its value"
            )
            try require(
                !die.flags.contains(.rerolled) || !die.isKept,
                "\(text): a rerolled die counts"
            )
        }
    }

    private static func checkFilling(
        _ text: String,
        _ expression: Expression,
        _ result: Evaluation
    )
        throws
    {
        guard !expression.parameters.contains(where: { $0.standard == nil }) else {
            return
        }
        // With the default values an expression may be rejected at once that, with parameters,
        // fails only later.
        guard let filled = try? RollText(expression: text).written().filled() else { return }
        let plain = filled.expression
        try require(plain.parameters.isEmpty, "\(filled.text) has parameters")
        var faces = result.draws.map(\.face)[...]
        let again = try plain.evaluate { _ in faces.popFirst() ?? 1 }
        try require(
            again.total == result.total && again.draws == result.draws,
            "\(filled.text) is not what \(text) is"
        )
    }
}
