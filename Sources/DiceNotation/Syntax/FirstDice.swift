/// The dice that are rolled before any face is known. In `(1d4)d6` it is the die that tells how many follow.
public struct FirstDice: Sendable, Hashable {
    /// Each of them, in the order in which they are drawn.
    public internal(set) var dice: [DieKind] = []
    /// How many they are, whatever the faces will be.
    public var count: Int { dice.count }
    /// Whether there may be more, which faces decide.
    public internal(set) var mayGrow = false
    /// How many there may be with those that follow from faces; beyond any limit it is not exact.
    public internal(set) var most = 0
    /// Bytes that all these, and the numbers between them, take as JSON of a result at most.
    public internal(set) var mostBytes = 0
}
