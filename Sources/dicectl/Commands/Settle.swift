internal import ArgumentParser
internal import DiceWire

struct Cancel: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Settles the dice in flight at once, on the faces already drawn.")

    @OptionGroup var common: CommonOptions

    func run() throws {
        let table = try session.table()
        try session.perform(.cancel(TableParams(table: table)), as: CancelResult.self) { result in
            let dice = PlainLine.numbers(result.cancelled)
            return [dice.isEmpty ? "\(table) nothing in flight" : "\(table) cancelled \(dice)"]
        }
    }
}
