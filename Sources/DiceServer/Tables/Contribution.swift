import DiceModel
import DiceTable

/// What a connection contributes to a table's next roll.
struct Contribution: Hashable {
    let owner: RollOwner
    var contributor: Contributor
}
