import ArgumentParser
import DiceModel
import DiceWire

struct Show: TableOptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Reveals one of your secret throws to everyone.",
        discussion: """
            dicectl history --kind throw shows the numbers of throws. Once revealed, everyone sees the dice, and \
            dicectl verify checks them against the commitment that was sent before the throw.
            """
    )
    static let examples = ["show 3", "show 3 --as gm"]

    @Argument(
        help: "The throw's number at its table.",
        transform: {
            try Int($0).flatMap { $0 > 0 ? $0 : nil }.orInvalid(
                "name the throw by its number, 1 or higher, such as: dicectl show 3"
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
            ["throw \(number) revealed"]
        }
    }
}
