import ArgumentParser
import DiceWire

struct EndTurn: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-turn", abstract: "Ends the turn: it is stored, and the next begins.")

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
