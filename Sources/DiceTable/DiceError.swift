/// Why the table refuses. A refused request has changed nothing.
public enum DiceError: Error, Sendable, Hashable {
    /// A die of the table animates.
    case busy
    /// A lock change names dice that animate.
    case dieAnimating([Int])
    /// A roll with every die locked.
    case allLocked
    /// A turn without a roll cannot end; where its rolls are numbered, it cannot lock dice either.
    case nothingRolled
    /// The table has no dice of these numbers.
    case noSuchDie([Int])
    /// A roll names locked dice.
    case dieLocked([Int])
    /// Another player is up: this one.
    case notYourTurn(String)
    /// The turn has had all the rolls that it may have: so many.
    case noRollsLeft(Int)
    /// The dice change only before the turn's first roll.
    case turnOpen
}
