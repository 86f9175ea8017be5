import ArgumentParser
import DiceDrawing
import DiceWire

struct Settle: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle",
        abstract: "Settles the dice in flight immediately.",
        discussion:
            "Settles the table's dice or, with --throw, those of one throw; dicectl watch --json shows its number.",
        aliases: ["cancel"]
    )
    static let examples = ["settle", "settle --throw 3"]

    @Option(
        name: .customLong("throw"),
        help: .init(
            "Settle the dice of this throw instead of the table's.",
            valueName: "number"
        )
    )
    var number: Int?

    @OptionGroup var table: TableArgument
    @OptionGroup var player: PlayerOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard number ?? 1 >= 1 else {
            throw ValidationError("--throw is the number of a throw, 1 or higher")
        }
    }

    func run() throws {
        let (client, table) = try context.open()
        let params = CancelParams(table: table, number: number, by: player.name)
        try context.perform(.cancel, params, on: client) { result in
            let dice = EventText.numbers(result.cancelled)
            return [
                dice.isEmpty ? "\(table) nothing in flight" : "\(table) settled \(dice)"
            ]
        }
    }
}

extension Settle: QuickCommand {
    static let quickOptions: [QuickLine.Option] = [.table, .player]

    init(_ line: QuickLine) throws {
        number = nil
        table = try TableArgument(line)
        player = try PlayerOption(line)
        common = CommonOptions(line)
    }
}
