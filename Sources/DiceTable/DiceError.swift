package import DiceGames

/// Why the table refuses. A refused request has changed nothing.
package enum DiceError: Error, Sendable, Hashable {
    /// A die of the table animates.
    case busy
    /// A lock change names dice that animate.
    case dieAnimating([Int])
    /// A roll with every die locked.
    case allLocked
    /// A turn without a roll cannot end; where the first one takes every die, no lock changes
    /// before it.
    case nothingRolled
    /// The first roll of a turn leaves out these dice.
    case rollAllFirst([Int])
    /// A roll of a bank game omits these dice, which are not locked.
    case freeDiceOmitted([Int])
    /// The table has no dice of these numbers.
    case noSuchDie([Int])
    /// A roll names locked dice.
    case dieLocked([Int])
    /// Another player is up: this one.
    case notYourTurn(String)
    /// The turn has had this many rolls, as many as it may have.
    case noRollsLeft(Int)
    /// Dice and pace change only before the turn's first roll.
    case turnOpen
    /// The rules of the game do not allow it.
    case game(Match.Refusal)
    /// What the game needs changes only before a match and after it.
    case gameOpen
    /// No turn is in a box that might be another one.
    case nothingToCorrect
    /// Who ended the turn alone puts it into another box: this player.
    case notYourTurnToCorrect(String)
    /// The faces are not those of dice of these sizes, which would be needed, as far as that is
    /// known; none where the table draws its own.
    case wrongFaces(sides: [Int])
    /// The table has no game.
    case noGame
}
