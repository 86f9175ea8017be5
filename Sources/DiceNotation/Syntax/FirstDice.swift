/// The dice that are rolled before any face is known. In `(1d4)d6` it is the die that tells how
/// many follow.
public struct FirstDice: Sendable, Hashable {
    /// Each of them, in the order in which they are drawn.
    public internal(set) var dice: [DieKind] = []
    /// How many they are, whatever the faces will be.
    public var count: Int { dice.count }
    /// Whether there may be more, which faces decide.
    public internal(set) var mayGrow = false
    /// How many there may be with those that follow from faces; beyond any limit it is not exact.
    public internal(set) var most = 0
}

/// The most that a throw may come to in bytes of JSON, whatever its faces are; without its
/// expression and its names.
public struct ThrowSize: Sendable, Hashable {
    /// The dice, the faces, the totals and what they mean.
    public internal(set) var result = 0
    /// The text of the result, as far as it is not the expression.
    public internal(set) var text = 0
    /// The sides and the face of each draw.
    public internal(set) var draws = 0
    /// Each distinct list of faces of custom dice, once.
    public internal(set) var faceLists = 0
}
