import ArgumentParser
import DiceWire

/// The option that names the owner of a saved roll.
struct RollOwnerOption: ParsableArguments {
    @Option(
        help: .init(
            "The name whose own roll it is; \"\" for everyone's.",
            valueName: "name"
        )
    )
    var owner: String?

    /// The acting name; `nil` for the connection's own name.
    var name: String? { owner.flatMap { $0.isEmpty ? nil : $0 } }

    /// The list of the rolls that this owner may roll.
    var list: ListRollsParams { ListRollsParams(by: name) }
}
