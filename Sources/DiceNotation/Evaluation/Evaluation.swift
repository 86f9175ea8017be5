/// The result of an expression.
public struct Evaluation: Sendable, Hashable {
    /// The total; `nil` if the evaluation failed.
    public var total: Fraction?
    /// The total of each round of a repeat.
    public var totals: [Fraction]?
    /// The reason why the faces made a total impossible.
    public var failure: String?
    /// The dice, in the order in which they were first drawn.
    public var dice: [ThrownDie]
    /// The indices of `dice` in the order of the text.
    public var order: [Int]
    /// All drawn faces, in order.
    public var draws: [Draw]
    /// The derivation of the total; `nil` if the evaluation failed.
    public var step: Step?
    /// The grammar in which the text is written.
    public var grammar = Grammar.current
    /// True if the text says that no die was rolled.
    public var saysNoDice = true

    /// For each draw, the value that its die shows when the draw settles: the final value for the
    /// die's last draw, and the sum so far for an earlier draw. For a custom die, the value is the
    /// number of the face.
    public var shownValues: [Int] {
        var gathered = [Int](repeating: 0, count: dice.count)
        return draws.indices.map { index in
            let draw = draws[index]
            let die = dice[draw.die]
            if die.customFace != nil {
                return draw.face
            }
            gathered[draw.die] += die.kind.value(ofFace: draw.face)
            return die.draw == index ? die.shownValue : gathered[draw.die]
        }
    }
}

extension Evaluation {
    /// The sides of the die of each draw, for statistics: negative for a Fate die, 0 for a custom
    /// die, which is not counted.
    public var countedSides: [Int] {
        draws.map { draw in
            let kind = dice[draw.die].kind
            if kind.customFaces != nil {
                return 0
            }
            return kind.fate == nil ? draw.sides : -draw.sides
        }
    }

    /// Creates an evaluation of these dice before any face is known. All faces are 1.
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

/// A part of an expression with its result.
public struct Step: Sendable, Hashable {
    public var expression: Expression
    public var value: Fraction
    /// The dice of a term, as indices of `Evaluation.dice`, in display order.
    public var dice: [Int] = []
    /// The parts of this step: operands, members or rounds, or a computed count or number of sides.
    public var parts: [Step] = []
    /// True if the step counts as a member of its group.
    public var isKept = true
    /// The flags of a member of a group that compares its members; the weight replaces a count of
    /// one.
    public var flags: DieFlags = []
    public var weight: Int?

    /// The step without a target or outcomes after it.
    public var rolled: Step {
        switch expression.kind {
        case .check, .outcomes: parts[0]
        default: self
        }
    }

    /// The count of a member.
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
    /// Evaluates the expression on the faces that `face` draws for a number of sides.
    ///
    /// A division by zero, too many explosions and similar errors give an evaluation with a
    /// `failure`. Rethrows the errors of `face`.
    /// - Parameters:
    ///   - dice: the maximum number of dice.
    ///   - steps: the maximum number of steps; `nil` for `NotationLimits.stepsPerDie` for each of
    ///     the dice.
    ///   - faceBytes: the maximum total size in bytes of the faces of those custom dice that follow
    ///     from other faces.
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
