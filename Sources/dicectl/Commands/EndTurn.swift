import ArgumentParser
import DiceDrawing
import DiceFollowing
import DiceWire

struct EndTurn: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-turn",
        abstract: "Ends the turn, stores it and begins the next one.",
        aliases: ["end"]
    )
    static let examples = ["end-turn", "end-turn odd --as bo"]

    @OptionGroup var player: PlayerOption

    @OptionGroup var table: TableArgument
    @OptionGroup var common: CommonOptions

    func run() throws {
        let (client, table) = try context.open()
        try client.learnCommitments(of: table)
        let params = EndTurnParams(table: table, by: player.name)
        try context.perform(.endTurn, params, on: client) {
            [EventText.line.turnEnded($0)]
        }
    }
}
