import DiceModel

/// What a key asks of the rest of the program.
enum PlayAction: Hashable {
    case roll
    /// Roll real dice, which show these faces.
    case enter([Int])
    case endTurn
    case cancel
    /// Settle this throw.
    case cancelThrow(Int)
    /// Roll what was typed, an expression or a saved roll.
    case `throw`(TypedThrow)
    case toggle(Int)
    case unlock([Int])
    case lock([Int])
    /// End the turn in this box.
    case fill(String)
    /// Put the last turn, which this player ended, into this box instead.
    case correct(String, by: String)
    case readHistory
    case readTables
    /// Find what is best now, as the person has asked.
    case readHint
    /// Begin the next match.
    case newGame
    case change(to: TableName)
    /// A number may go on; wait a moment for its next digit.
    case awaitDigit
    /// Have what was ignored look as it was after a moment.
    case endIgnoring
    /// Contribute to the rolls of the table, or no longer.
    case contribute
    /// Start a daemon if none runs.
    case startDaemon
    case quit
}
