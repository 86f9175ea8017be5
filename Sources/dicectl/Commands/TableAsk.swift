import ArgumentParser
import DiceDrawing
import DiceFollowing
import DiceModel
import DiceWire

struct TableAsk: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Asks to be in the next match, or withdraws that.",
        discussion: """
            The players and the host see who asked. To take them in, the host sets the players of the next match:

            dicectl table set night --players ann,bo,kim
            """
    )
    static let examples = ["table ask odd --as kim", "table ask --no --as kim"]

    @OptionGroup var table: TableArgument

    @Flag(help: "Withdraw it.") var no = false

    @OptionGroup var player: PlayerOption
    @OptionGroup var common: CommonOptions

    func run() throws {
        let (client, table) = try context.open()
        let params = AskParams(table: table, asks: !no, by: player.name)
        try context.perform(.ask, params, on: client) {
            [EventText.asking($0.asking ?? [], at: $0.table)]
        }
    }
}
