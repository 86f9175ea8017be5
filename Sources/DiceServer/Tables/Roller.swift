import DiceModel
import DiceTable

/// Who asks for dice to be rolled.
struct Roller {
    let by: String
    let owner: RollOwner
    /// The account that pays for the dice, whether the connection is open or not; nil for none.
    var account: Account?
    /// Why dice that have just been stored are not to tumble; nil if they are.
    var whyStopped: @TableActor () -> CancelReason? = { nil }
}
