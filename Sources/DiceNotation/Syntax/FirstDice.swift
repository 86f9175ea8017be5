/// The dice that are rolled before any face is known. In `(1d4)d6`, the only such die is the
/// four-sided die, which decides how many dice follow.
public struct FirstDice: Sendable, Hashable {
    /// The dice, in the order in which they are drawn.
    public internal(set) var dice: [DieKind] = []
    /// The number of dice that are rolled first, which does not depend on faces.
    public var count: Int { dice.count }
    /// True if faces may add more dice.
    public internal(set) var mayGrow = false
    /// True if a die of two or more faces may be rolled.
    var hasFaces = false
    /// The maximum number of dice, including those that follow from faces. This number is not exact
    /// if it exceeds a limit.
    public internal(set) var maximum = 0
}

/// The maximum size of a throw in bytes of JSON, for all faces, without the throw's expression and
/// names.
public struct ThrowSize: Sendable, Hashable {
    /// The dice, the faces, the totals and their outcomes.
    public internal(set) var result = 0
    /// The text of the result, without the expression.
    public internal(set) var text = 0
    /// The sides and the face of each draw.
    public internal(set) var draws = 0
    /// The distinct face lists of custom dice.
    public internal(set) var faceLists = 0
}
