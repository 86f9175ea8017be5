import DiceModel
import DiceTable

/// A connection's contribution to a table's next roll.
struct Contribution: Hashable {
    let owner: RollOwner
    var contributor: Contributor
    /// The names of the connection, which is not asked for rolls under any of them.
    var names: [String]
}
