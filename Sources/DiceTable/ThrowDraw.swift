public import DiceModel
public import DiceNotation

/// An expression evaluated on drawn faces, which has changed nothing yet, so that it can be stored before anyone sees it.
public struct ThrowDraw: Sendable {
    /// The throw's number at its table, from 1.
    public let number: Int
    /// As it was written.
    public let expression: String
    public let by: String
    /// What it is for; nil where nobody said.
    public let label: String?
    public let evaluation: Evaluation
    let table: String
    let owner: RollOwner?
    let animate: Bool

    /// Every face that was drawn, in that order.
    public var faces: [DrawnFace] { evaluation.draws.map { DrawnFace(sides: $0.sides, face: $0.face) } }

    /// What history will say, should the daemon die before the dice settle.
    public var record: ThrowResult { result(animate ? .cancelled : .completed) }

    /// - Parameters:
    ///   - outcome: how it ended, if it did not fail.
    ///   - numbers: of each die of the evaluation; nil numbers them as they were drawn.
    func result(_ outcome: ThrowOutcome, reason: CancelReason? = nil, numbers: [Int]? = nil) -> ThrowResult {
        ThrowResult(
            evaluation, table: table, number: number, expression: expression, by: by, label: label, outcome: outcome,
            reason: reason, numbers: numbers)
    }
}

extension DiceGroup {
    /// Draws the faces of a throw and changes nothing.
    public func drawThrow(
        _ expression: Expression, text: String, label: String? = nil, animate: Bool = true, by: String,
        owner: RollOwner? = nil
    ) throws -> ThrowDraw {
        let evaluation = try expression.evaluate(dice: Limits.diceOfThrow) { randomness.face(sides: $0) }
        return ThrowDraw(
            number: throwCount + 1, expression: text, by: by, label: label, evaluation: evaluation,
            table: name.description, owner: owner, animate: animate)
    }

    /// Starts the throw: from this moment on its dice animate.
    public func begin(_ draw: ThrowDraw) -> Throw {
        throwCount = draw.number
        let flying = Throw(draw, of: self, randomness: randomness)
        throwsInFlight.append(flying)
        flying.begin(on: clock)
        return flying
    }

    func throwDidChange(_ flying: Throw) {
        observer?.diceGroup(self, didChange: flying)
    }

    func throwDidSettle(_ settled: Throw) {
        touchThrow()
        throwsInFlight.removeAll { $0 === settled }
        observer?.diceGroup(self, didSettle: settled)
    }
}
