/// Why the table refuses. A refused request has changed nothing.
public enum DiceError: Error, Sendable, Hashable {
    /// A die of the table animates.
    case busy
    /// A lock change names dice that animate.
    case dieAnimating([Int])
    /// A roll with every die locked.
    case allLocked
    /// A turn without a roll cannot end.
    case nothingRolled
    /// The table has no dice of these numbers.
    case noSuchDie([Int])
    /// A roll names locked dice.
    case dieLocked([Int])
}
