internal import ArgumentParser
internal import DiceModel
internal import DiceWire

struct Unlock: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Unlocks dice.")

    @Argument(
        help: ArgumentHelp("Numbers of the dice.", valueName: "die"), completion: Completions.dieNumbers,
        transform: DieNumber.parse)
    var dice: [Int]

    @OptionGroup var common: CommonOptions

    func run() throws {
        let request = Request.unlock(DiceParams(table: try session.table(), dice: dice))
        try session.perform(request, as: TableSnapshot.self) { [PlainLine.state($0)] }
    }
}
