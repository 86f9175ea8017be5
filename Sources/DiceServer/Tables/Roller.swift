import DiceModel
import DiceTable

/// The author of a request to roll dice.
struct Roller {
    let by: String
    let owner: RollOwner
    /// The account that the dice count for, even if the connection has closed; `nil` for none.
    var account: Account?
    /// True if the author plays as a bot.
    var isBot = false
    /// Returns the reason why newly stored dice must not animate; `nil` if they may.
    var whyStopped: @TableActor () -> CancelReason? = { nil }
}
