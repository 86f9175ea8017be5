internal import ArgumentParser
internal import DiceModel
internal import DiceWire

struct EndTurn: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-turn", abstract: "Writes the turn to history, unlocks every die and begins the next turn.")

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("End the turn under this name instead of the login name.", valueName: "name"),
        transform: Player.label)
    var player: String?

    @OptionGroup var table: TableArgument
    @OptionGroup var common: CommonOptions

    var tables: [TableName] { table.tables }

    func run() throws {
        let request = PlayerParams(
            table: try session.table(), by: player ?? Player.login(environment: session.environment))
        try session.perform(.endTurn(request), as: Turn.self) { [PlainLine.turnEnded($0)] }
    }
}
