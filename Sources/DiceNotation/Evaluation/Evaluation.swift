/// The result of an expression.
public struct Evaluation: Sendable, Hashable {
    /// nil if it failed.
    public var total: Fraction?
    /// What each round of a repeat came to.
    public var totals: [Fraction]?
    /// Why there is no total, if the faces made it impossible.
    public var failure: String?
    /// The dice, in the order in which they were first drawn.
    public var dice: [ThrownDie]
    /// The indices of `dice` in the order of the text.
    public var order: [Int]
    /// Every face, in the order in which they were drawn.
    public var draws: [Draw]
    /// How the total was made; nil if it failed.
    public var step: Step?
    /// The grammar by which its text is written.
    public var grammar = Grammar.current

    /// What the die of each draw shows when that draw settles: at last what it counts for, and
    /// before its last face what it has gathered by then. Of a die of one's own they are the faces
    /// by their numbers.
    public var shownValues: [Int] {
        var gathered = [Int](repeating: 0, count: dice.count)
        return draws.indices.map { index in
            let draw = draws[index]
            let die = dice[draw.die]
            if die.own != nil {
                return draw.face
            }
            gathered[draw.die] += die.kind.value(ofFace: draw.face)
            return die.draw == index ? die.shownValue : gathered[draw.die]
        }
    }
}

extension Evaluation {
    /// These dice before any face is known. In place of faces there are ones.
    public init(withoutFaces first: [DieKind]) {
        self.init(
            dice: first.enumerated().map {
                ThrownDie(kind: $1, face: 1, value: 1, draw: $0)
            },
            order: Array(first.indices),
            draws: first.enumerated().map { index, die in
                Draw(sides: die.sides, face: 1, die: index, after: 0..<0)
            }
        )
    }
}

/// A part of an expression with what it came to.
public struct Step: Sendable, Hashable {
    public var expression: Expression
    public var value: Fraction
    /// The dice of a term, as indices of `Evaluation.dice`, in the order in which they are shown.
    public var dice: [Int] = []
    /// What it is made of: operands, members, rounds, a computed count or number of sides.
    public var parts: [Step] = []
    /// Whether it counts, as a member of a group.
    public var isKept = true
    /// The flags of a member of a group whose members are compared, and what it counts instead of
    /// one.
    public var flags: DieFlags = []
    public var weight: Int?

    /// The step without a target or outcomes behind it.
    public var rolled: Step {
        switch expression.kind {
        case .check, .outcomes: parts[0]
        default: self
        }
    }

    /// What counts for a member.
    var count: Int { weight ?? flags.count }

    mutating func mark(_ modifier: Modifier) {
        switch modifier {
        case .success: flags.insert(.success)
        case .failure: flags.insert(.failure)
        case .weight(let weight, _): self.weight = weight
        default: break
        }
    }
}

extension Expression {
    /// Evaluates the expression on faces that `face` draws for a number of sides.
    ///
    /// A division by zero, too many explosions and the like are an evaluation with a `failure`.
    /// Throws what `face` throws.
    /// - Parameters:
    ///   - dice: how many dice it may roll.
    ///   - steps: how many steps it may take; nil for `NotationLimits.stepsPerDie` for each of the
    ///     dice.
    ///   - faceBytes: how many bytes the faces of custom dice may have together that follow from
    ///     other faces.
    public func evaluate(
        dice: Int = NotationLimits.dice,
        steps: Int? = nil,
        faceBytes: Int = .max,
        _ face: (_ sides: Int) throws -> Int
    ) throws -> Evaluation {
        try withoutActuallyEscaping(face) { face in
            var evaluator = Evaluator(
                self,
                diceLimit: dice,
                stepLimit: steps ?? dice * NotationLimits.stepsPerDie,
                faceBytes: faceBytes,
                face: face
            )
            do {
                let step = try evaluator.evaluate(self)
                return evaluator.evaluation(step)
            } catch let failure as Arithmetic.Error {
                return evaluator.evaluation(failure)
            }
        }
    }

    @inlinable
    public func evaluate(
        dice: Int = NotationLimits.dice,
        using generator: inout some RandomNumberGenerator
    ) throws -> Evaluation {
        try evaluate(dice: dice) { Int.random(in: 1...$0, using: &generator) }
    }
}
