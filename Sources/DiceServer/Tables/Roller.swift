import DiceModel
import DiceTable

/// Who asks for dice to be rolled.
struct Roller {
    let by: String
    let owner: RollOwner
    /// Why dice that have just been stored are not to tumble; nil if they are.
    var whyStopped: @TableActor () -> CancelReason? = { nil }
}
