package import DiceGames
package import DiceModel

/// The reason why a table refuses a request. A refused request has changed nothing.
package enum DiceError: Error, Sendable, Hashable {
    /// A die of the table is in flight, or a roll waits for its contributors.
    case busy
    /// A lock change names dice in flight.
    case dieAnimating([Int])
    /// A roll was requested while every die is locked.
    case allLocked
    /// The turn has no roll, so it cannot end; nor can locks change if the turn's first roll must
    /// take every die.
    case nothingRolled
    /// The first roll of a turn omits these dice.
    case rollAllFirst([Int])
    /// A roll of a bank game omits these dice, which are not locked.
    case freeDiceOmitted([Int])
    /// The table has no dice with these numbers.
    case noSuchDie([Int])
    /// A roll names locked dice.
    case dieLocked([Int])
    /// Another player, named here, is up.
    case notYourTurn(String)
    /// The turn has used all of its rolls; the value is the limit.
    case noRollsLeft(Int)
    /// Dice and pace can change only before the turn's first roll.
    case turnOpen
    /// The rules of the game do not allow it.
    case game(Match.Refusal)
    /// The players and the settings that a game determines can change only before or after a match.
    case matchInProgress
    /// The game determines the dice or the rolls of a turn.
    case fixedByGame
    /// A bank game's next roll must leave a die locked since the last one.
    case noneLocked
    /// Dice of a bank game stay locked until the turn ends.
    case locksStay
    /// The dice to lock do not score in a bank game.
    case locksDoNotScore
    /// The table's turns fill no boxes, so no box can be named.
    case noBoxes
    /// The table's turns fill no boxes, so none can be corrected.
    case noBoxToCorrect
    /// No turn of the match has ended.
    case noTurnToCorrect
    /// The next turn has begun, so the last one can no longer be corrected.
    case rolledSince
    /// No other box is open to the last turn.
    case noOtherBox
    /// The last turn was corrected as often as `Limits.corrections` allows.
    case correctedTooOften
    /// Only the player who ended the turn, named here, may correct it.
    case notYourTurnToCorrect(String)
    /// The entered faces do not fit dice of these sizes, as far as the needed dice are known.
    case wrongFaces(sides: [Int])
    /// No faces were entered for real dice of these sizes.
    case facesMissing(sides: [Int])
    /// Faces were entered, but the table draws its own.
    case noRealDice
    /// No entered faces can be replaced: none were entered, or the table has changed since.
    case nothingToReplace
    /// The table has no game.
    case noGame
    /// The match has no player with this name; the players are listed.
    case noSuchPlayer(String, of: [String])
    /// This player is the only one who does not rest.
    case lastPlayer(String)
    /// This player, who is up, has rolled in the open turn.
    case rolledInTurn(String)
    /// Only this player, the host and the table's owner may decide whether the player rests.
    case restOfAnother(String)
    /// Only the host and the table's owner may end the turn of this player, who is up.
    case absenceOfAnother(String)
    /// Only the host and the table's owner may add players to the match.
    case playersOfHost
    /// This player, who is up, has not been away long enough.
    case notAway(String)
    /// The match would be over without this player.
    case restEndsMatch(String)
    /// The match has not ended; only those who may change the table may abandon it.
    case matchGoesOn
    /// The store contradicts the open match in these settings. No turn is possible until the next
    /// match begins.
    case contradicts([MatchStart.Setting], at: TableName)
}
