public import DiceModel
public import DiceNotation

/// The format of chained entries, and the rules by which they are checked.
public enum Edition {
    /// The edition of every new entry. Entries of the first two editions do not name their edition.
    public static let current = 5

    /// The editions whose rules this program knows.
    package static let known = 3...5

    /// Returns true if entries of this edition carry a digest from which the entry's chain hash is
    /// computed.
    package static func hasDigests(_ edition: Int?) -> Bool {
        edition ?? 0 >= 5
    }

    /// Evaluates a throw's expression by the rules of its edition. Rethrows the errors of `face`.
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
        evaluation.saysNoDice = edition ?? 0 >= 5
        return evaluation
    }

    /// Returns the grammar by which the expressions of an edition are read.
    package static func grammar(of edition: Int?) -> Grammar {
        edition ?? 0 < 4 ? .third : .current
    }

    /// Evaluates the entry of a throw on its own faces. Returns `nil` if that is impossible, for
    /// example for a hidden throw.
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

    /// Returns the maximum length of a throw's text.
    package static func textRoom(of edition: Int?) -> TextRoom {
        guard let edition else { return .unlimited }
        return edition < 5 ? .scalars(NotationLimits.text) : .ofThrow
    }
}
