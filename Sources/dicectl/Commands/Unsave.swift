import ArgumentParser
import DiceClient
import DiceFollowing
import DiceModel
import DiceWire

struct Unsave: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "unsave",
        abstract: "Deletes saved rolls.",
        discussion: "If one of the names does not exist, none is deleted."
    )
    static let examples = ["unsave attack", "unsave attack hit"]

    @Argument(
        help: .init("The names.", valueName: "name"),
        completion: Completions.savedRolls,
        transform: { try RollName($0).orInvalid(RollName.rule) }
    )
    var names: [RollName]

    @OptionGroup var owner: RollOwnerOption
    @OptionGroup var common: CommonOptions

    func run() throws {
        let client = try context.connect()
        if !context.json {
            let known = try client.call(.listRolls, owner.list).rolls.map(\.name.description)
            if let missing = names.first(where: { !known.contains($0.description) }) {
                throw CommandError.declined(Self.missing(missing, among: known))
            }
        }
        for (index, name) in names.enumerated() where !names[..<index].contains(name) {
            let params = RollNameParams(name: name, by: owner.name, owner: owner.owner)
            try context.perform(.deleteRoll, params, on: client) { _ in
                ["\(name) deleted"]
            }
        }
    }

    static func missing(_ name: RollName, among known: [String]) -> String {
        let hint = Suggestion.didYouMean(name.description, known).map { $0 + " " } ?? "; "
        return "no saved roll \"\(name)\"\(hint)to list them: dicectl saved"
    }
}
