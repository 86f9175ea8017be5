import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceModel
import DiceWire

struct EndTurn: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-turn",
        abstract: "Ends the turn, stores it and begins the next one.",
        discussion: """
            --absent ends the turn of the current player, once that player has been away for a minute: in the \
            first possible box, or as a lost turn. The table's owner and a host may do so.
            """,
        aliases: ["end"]
    )
    static let examples = ["end-turn", "end-turn odd --as bo"]

    @Flag(help: "End the turn of the current player, who is away.") var absent = false

    @OptionGroup var player: PlayerOption

    @OptionGroup var table: TableArgument
    @OptionGroup var common: CommonOptions

    func run() throws {
        let (client, table) = try context.open()
        try client.learnCommitments(of: table)
        let params = EndTurnParams(
            table: table,
            by: absent ? try client.call(.get, GetParams(table: table)).up : player.name,
            absent: absent
        )
        try context.perform(.endTurn, params, on: client) {
            [EventText.line.turnEnded($0)]
        }
    }
}

extension EndTurn: QuickCommand {
    static let quickOptions: [QuickLine.Option] = [.table, .player, .absent]

    init(_ line: QuickLine) throws {
        absent = line.has(.absent)
        player = try PlayerOption(line)
        table = try TableArgument(line)
        common = CommonOptions(line)
    }
}
