import ArgumentParser
import DiceModel
import DiceWire

struct Show: TableOptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows a secret throw that you see to everybody.",
        discussion: """
            dicectl history --kind throw tells the numbers of throws. From then on everybody sees the dice, and \
            dicectl verify checks them against what was promised before they were rolled.
            """
    )

    @Argument(
        help: "The throw's number at its table.",
        transform: {
            try Int($0).flatMap { $0 > 0 ? $0 : nil }.orInvalid(
                "a throw is a number from 1, as in show 3"
            )
        }
    )
    var number: Int

    @OptionGroup var option: TableOption
    @OptionGroup var player: PlayerOption
    @OptionGroup var common: CommonOptions

    func run() throws {
        let (client, table) = try context.open()
        let params = ShowParams(table: table, number: number, by: player.name)
        try context.perform(.show, params, on: client) { _ in
            ["throw \(number) is shown"]
        }
    }
}
