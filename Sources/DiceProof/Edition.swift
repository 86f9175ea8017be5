internal import DiceModel
public import DiceNotation

/// The form of the entries that a chain holds, and the rules by which they are checked.
public enum Edition {
    /// Of every new entry. Those of the first two do not say so.
    public static let current = 3

    /// Evaluates a throw's expression by the rules of its edition. Throws what `face` throws.
    public static func evaluate(
        _ expression: Expression, of edition: Int?, _ face: (_ sides: Int) throws -> Int
    ) throws -> Evaluation {
        try expression.evaluate(dice: Limits.diceOfThrow, steps: edition == nil ? 200_000 : nil, face)
    }

    /// Unicode scalars of a throw's text.
    static func longestText(of edition: Int?) -> Int { edition == nil ? .max : NotationLimits.text }
}
