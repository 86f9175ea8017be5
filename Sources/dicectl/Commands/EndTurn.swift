internal import ArgumentParser
internal import DiceWire

struct EndTurn: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-turn", abstract: "Writes the turn to history, unlocks every die and begins the next turn.")

    @OptionGroup var player: PlayerOption

    @OptionGroup var table: TableArgument
    @OptionGroup var common: CommonOptions

    func run() throws {
        let request = EndTurnParams(table: try session.table(), by: player.name)
        let client = try session.connect()
        try client.learnCommitments(of: request.table)
        try session.perform(.endTurn, request, on: client) { [EventText.line.turnEnded($0)] }
    }
}
