internal import ArgumentParser
internal import DiceModel
internal import DiceWire

struct Lock: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Locks dice, so that rolls leave them alone.")

    @Argument(
        help: ArgumentHelp("Numbers of the dice.", valueName: "die"), completion: Completions.dieNumbers,
        transform: DieNumber.parse)
    var dice: [Int]

    @OptionGroup var common: CommonOptions

    func run() throws {
        let request = Request.lock(DiceParams(table: try session.table(), dice: dice))
        try session.perform(request, as: TableSnapshot.self) { [PlainLine.state($0)] }
    }
}
