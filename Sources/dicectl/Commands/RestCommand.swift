import ArgumentParser
import DiceDrawing
import DiceFollowing
import DiceModel
import DiceWire

struct RestCommand: TableOptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "rest",
        abstract: "Skips a player's turns until the player returns.",
        discussion: """
            A player rests or returns by that player's name; the table's owner and a host decide it for everybody. \
            Other players can make a player rest who has been away for a minute, unless that ends the match.

            Players who return play on with their next turn, and fill their open boxes at the end. Boxes that are \
            open when the match ends score 0. Nobody rests in a new match.
            """
    )
    static let examples = ["rest bo", "rest --back bo -t odd --as bo"]

    @Argument(help: "The player.") var name: String

    @Flag(help: "Play again, from the next turn of this player on.") var back = false

    @OptionGroup var player: PlayerOption
    @OptionGroup var option: TableOption
    @OptionGroup var common: CommonOptions

    func run() throws {
        let (client, table) = try context.open()
        let params = RestParams(table: table, player: name, rests: !back, by: player.name)
        try context.perform(.rest, params, on: client) {
            [EventText.resting($0)]
        }
    }
}
