import DiceModel
import DiceTable

/// A connection's contribution to a table's next roll.
struct Contribution: Hashable {
    let owner: RollOwner
    var contributor: Contributor
    /// The connection's names. It is not asked to contribute to rolls made under any of them.
    var names: [String]
}
