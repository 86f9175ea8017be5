internal import ArgumentParser
internal import DiceModel
internal import DiceWire

struct EndTurn: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-turn", abstract: "Writes the turn to history, unlocks every die and begins the next turn.")

    @OptionGroup var player: PlayerOption

    @OptionGroup var table: TableArgument
    @OptionGroup var common: CommonOptions

    var tables: [TableName] { table.tables }

    func run() throws {
        let request = PlayerParams(table: try session.table(), by: player.name)
        try session.perform(.endTurn, request) { turn in
            var seen = SeenNotes.current
            seen?.note(ended: turn)
            return [PlainLine.turnEnded(turn)]
        }
    }
}
