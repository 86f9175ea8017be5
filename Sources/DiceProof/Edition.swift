public import DiceModel
public import DiceNotation

/// The form of the entries that a chain holds, and the rules by which they are checked.
public enum Edition {
    /// The edition of every new entry. Entries of the first two editions do not name theirs.
    public static let current = 5

    /// Those whose rules are known here.
    package static let known = 3...5

    /// Whether entries of this edition carry a digest, from which their chain hash follows.
    package static func hasDigests(_ edition: Int?) -> Bool {
        edition ?? 0 >= 5
    }

    /// Evaluates a throw's expression by the rules of its edition. Throws what `face` throws.
    public static func evaluate(
        _ expression: Expression,
        of edition: Int?,
        _ face: (_ sides: Int) throws -> Int
    ) throws -> Evaluation {
        var evaluation = try expression.evaluate(
            dice: Limits.diceOfThrow,
            steps: edition == nil ? 200_000 : nil,
            faceBytes: edition ?? 0 < 5 ? NotationLimits.faceBytes : .max,
            face
        )
        evaluation.grammar = grammar(of: edition)
        return evaluation
    }

    /// The grammar by which the expressions of an edition are read.
    package static func grammar(of edition: Int?) -> Grammar {
        edition ?? 0 < 4 ? .third : .current
    }

    /// Evaluates the entry of a throw on its own faces; nil if that is not possible, as of a hidden
    /// one.
    public static func evaluate(_ thrown: ThrowResult) -> Evaluation? {
        var faces = (thrown.faces ?? [])[...]
        return try? evaluate(
            Expression(
                parsing: thrown.expression,
                grammar(of: thrown.edition),
                .stored
            ),
            of: thrown.edition
        ) { _ in
            guard let face = faces.popFirst() else { throw CancellationError() }
            return face
        }
    }

    /// How long a throw's text is at most.
    package static func textRoom(of edition: Int?) -> TextRoom {
        guard let edition else { return .unlimited }
        return edition < 5 ? .scalars(NotationLimits.text) : .ofThrow
    }
}
