internal import ArgumentParser
internal import DiceClient
internal import DiceModel
internal import DiceWire

struct Unsave: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "unsave", abstract: "Forgets saved rolls.",
        discussion: "Where one of the names is not there, all stay.")

    @Argument(
        help: ArgumentHelp("The names.", valueName: "name"), completion: Completions.savedRolls,
        transform: Self.rollName)
    var names: [RollName]

    @OptionGroup var common: CommonOptions

    func run() throws {
        let client = try session.connect()
        if !session.json {
            let known = try client.call(.listRolls).rolls.map(\.name.description)
            if let missing = names.first(where: { !known.contains($0.description) }) {
                throw Failure.declined(Self.missing(missing, among: known))
            }
        }
        for (index, name) in names.enumerated() where !names[..<index].contains(name) {
            try session.perform(.deleteRoll, RollNameParams(name: name), on: client) { _ in
                ["\(name) forgotten"]
            }
        }
    }

    static func missing(_ name: RollName, among known: [String]) -> String {
        let question = Likeness.question(name.description, known)
        return
            "there is no saved roll \"\(name)\"\(question.map { $0 + " " } ?? "; ")dicectl saved shows those there are"
    }

    private static func rollName(_ text: String) throws -> RollName {
        guard let name = RollName(text) else { throw ValidationError(RollName.rule) }
        return name
    }
}
