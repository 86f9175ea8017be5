import DiceModel
import DiceTable

/// What a connection contributes to a table's next roll.
struct Contribution: Hashable {
    let owner: RollOwner
    var contributor: Contributor
    /// Those of the connection: it is asked for no roll of theirs.
    var names: [String]
}
