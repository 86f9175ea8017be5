import DiceModel

/// An action that a key requests from the rest of the program.
indirect enum PlayAction: Hashable, Sendable {
    case roll
    /// Roll real dice, with these faces entered.
    case enter([Int], replaces: Bool)
    case endTurn
    case cancel
    /// Settle this throw.
    case cancelThrow(Int)
    /// Throw the typed expression or saved roll.
    case `throw`(TypedThrow)
    /// Read the line again, with the saved rolls.
    case readRolls(line: String)
    case toggle(Int)
    case unlock([Int])
    /// Lock these dice of a bank game and no others, then act.
    case keep([Int], then: PlayAction)
    /// End the turn with this box.
    case fill(String)
    /// Correct the last turn, which this player ended: move it to this box.
    case correct(String, by: String)
    case readHistory
    case readTables
    /// Compute the best move, at the person's request.
    case readHint
    /// Start the next match.
    case newGame
    /// Ask to be in the next match, or withdraw that.
    case ask(Bool)
    /// End the turn of this player, who is away.
    case endAbsent(String)
    /// Make a player rest, or play again.
    case rest(String, Bool)
    /// Have the bot that has played under this name play again.
    case bringBack(String)
    case change(to: TableName)
    /// Wait a moment for another digit of the number.
    case awaitDigit
    /// Stop highlighting the ignored dice after a moment.
    case endIgnoring
    /// Start or stop contributing to the rolls of the table.
    case contribute
    /// Start a daemon if none is running.
    case startDaemon
    case quit
}
