internal import ArgumentParser
internal import DiceModel
internal import DiceWire

struct Settle: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle", abstract: "Settles the dice in flight at once, on the faces already drawn.")

    @OptionGroup var table: TableArgument
    @OptionGroup var player: PlayerOption
    @OptionGroup var common: CommonOptions

    var tables: [TableName] { table.tables }

    func run() throws {
        let table = try session.table()
        try session.perform(.cancel(PlayerParams(table: table, by: player.name)), as: CancelResult.self) { result in
            let dice = PlainLine.numbers(result.cancelled)
            return [dice.isEmpty ? "\(table) nothing in flight" : "\(table) settled \(dice)"]
        }
    }
}
