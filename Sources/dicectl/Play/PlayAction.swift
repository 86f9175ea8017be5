internal import DiceModel

/// What a key asks of the rest of the program.
enum PlayAction: Hashable {
    case roll
    case endTurn
    case cancel
    /// Settle this throw.
    case cancelThrow(Int)
    /// Roll what was typed, an expression or a saved roll.
    case `throw`(TypedThrow)
    case toggle(Int)
    case unlock([Int])
    case readHistory
    case readTables
    case change(to: TableName)
    /// A number may go on; wait a moment for its next digit.
    case awaitDigit
    /// Have what was ignored look as it was after a moment.
    case endIgnoring
    /// Vouch for the rolls of the table, or no longer.
    case vouch
    /// Have a daemon where there is none.
    case startDaemon
    case quit
}
