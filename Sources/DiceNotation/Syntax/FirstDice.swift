/// The dice that are rolled before any face is known. In `(1d4)d6`, it is the die that decides how
/// many follow.
public struct FirstDice: Sendable, Hashable {
    /// The dice, in the order in which they are drawn.
    public internal(set) var dice: [DieKind] = []
    /// The number of these dice, which does not depend on faces.
    public var count: Int { dice.count }
    /// True if faces may add more dice.
    public internal(set) var mayGrow = false
    /// The maximum number of dice, including those that follow from faces. It is not exact beyond
    /// any limit.
    public internal(set) var maximum = 0
}

/// The maximum size of a throw in bytes of JSON, for all faces, without its expression and its
/// names.
public struct ThrowSize: Sendable, Hashable {
    /// The dice, the faces, the totals and their outcomes.
    public internal(set) var result = 0
    /// The text of the result, without the expression.
    public internal(set) var text = 0
    /// The sides and the face of each draw.
    public internal(set) var draws = 0
    /// Each distinct list of faces of custom dice, once.
    public internal(set) var faceLists = 0
}
