import ArgumentParser
import DiceWire

struct Settle: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle",
        abstract: "Settles the dice in flight at once.",
        discussion:
            "The dice of the table, or with --throw those of a throw: dicectl watch --json tells its number."
    )

    @Option(
        name: .customLong("throw"),
        help: .init(
            "Settle this throw instead of the table's dice.",
            valueName: "number"
        )
    )
    var number: Int?

    @OptionGroup var table: TableArgument
    @OptionGroup var player: PlayerOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard number ?? 1 >= 1 else {
            throw ValidationError("--throw is the number of a throw, from 1")
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
