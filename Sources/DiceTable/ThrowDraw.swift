internal import DiceModel
public import DiceNotation
internal import DiceProof

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
    /// Whether it was not known from the expression how many dice it has.
    let mayGrow: Bool
    let table: String
    let owner: RollOwner?
    /// Whether the dice tumble first.
    public var isAnimated: Bool { animate }
    let animate: Bool
    let chance: AddedChance
    let seed: CommittedSeed?
    /// Of the throw behind it.
    let nextSeed: CommittedSeed

    /// What is stored of it. History will say so, should the daemon die before the dice settle.
    public var stored: StoredThrow {
        StoredThrow(
            result: result(animate ? .cancelled : .completed),
            faces: evaluation.draws.map { DrawnFace(sides: $0.sides, face: $0.face) }, seed: seed, nextSeed: nextSeed)
    }

    /// - Parameters:
    ///   - outcome: how it ended, if it did not fail.
    ///   - numbers: of each die of the evaluation; nil numbers them as they were drawn.
    func result(_ outcome: ThrowOutcome, reason: CancelReason? = nil, numbers: [Int]? = nil) -> ThrowResult {
        var result = ThrowResult(
            evaluation, table: table, number: number, expression: expression, by: by, label: label, outcome: outcome,
            reason: reason, numbers: numbers)
        result.faces = evaluation.draws.map(\.face)
        (result.entropy, result.reveals) = (chance.entropy, chance.reveals)
        result.commitment = seed?.commitment
        result.seeded = seed?.isDerived == true ? true : nil
        result.edition = seed == nil ? nil : Edition.current
        return result
    }
}

extension DiceGroup {
    /// Draws the faces of a throw and changes nothing.
    ///
    /// - Parameter chance: what others than the daemon have added to it.
    public func drawThrow(
        _ expression: Expression, text: String, label: String? = nil, animate: Bool = true, by: String,
        chance: AddedChance = AddedChance(), owner: RollOwner? = nil
    ) throws -> ThrowDraw {
        let (table, number, chance) = (name.description, throwCount + 1, chance.used(with: throwSeed))
        var faces = FaceStream(
            secret(throwSeed), table: table, throw: number, entropy: chance.entropy, reveals: chance.reveals)
        let evaluation = try Edition.evaluate(expression, of: Edition.current) { faces.face(sides: $0) }
        return ThrowDraw(
            number: number, expression: text, by: by, label: label, evaluation: evaluation,
            mayGrow: expression.firstDice.mayGrow, table: table, owner: owner, animate: animate, chance: chance,
            seed: throwSeed,
            nextSeed: randomness.seeds.seed(table: table, throw: number + 1))
    }

    /// Starts the throw: from this moment on its dice animate.
    public func begin(_ draw: ThrowDraw) -> Throw {
        throwCount = draw.number
        throwSeed = draw.nextSeed
        let flying = Throw(draw, of: self, randomness: randomness)
        throwsInFlight.append(flying)
        flying.begin(on: clock)
        return flying
    }

    func throwDidChange(_ flying: Throw, isPassing: Bool) {
        observer?.diceGroup(self, didChange: flying, isPassing: isPassing)
    }

    func throwFlies(_ flying: Throw, from before: Int) {
        observer?.diceGroup(self, didCount: flying, from: before)
    }

    func throwDidSettle(_ settled: Throw) {
        touchThrow()
        throwsInFlight.removeAll { $0 === settled }
        observer?.diceGroup(self, didSettle: settled)
    }
}
