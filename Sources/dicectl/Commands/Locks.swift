internal import ArgumentParser
internal import DiceModel
internal import DiceWire

struct Lock: LocksCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Locks dice, so that rolls leave them alone.")
    @OptionGroup var dice: DiceArgument
    @OptionGroup var common: CommonOptions

    func request(_ params: DiceParams) -> Request { .lock(params) }
}

struct Unlock: LocksCommand {
    static let configuration = CommandConfiguration(commandName: "unlock", abstract: "Unlocks dice.")
    @OptionGroup var dice: DiceArgument
    @OptionGroup var common: CommonOptions

    func request(_ params: DiceParams) -> Request { .unlock(params) }
}

struct Toggle: LocksCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Locks the unlocked and unlocks the locked of the named dice.")
    @OptionGroup var dice: DiceArgument
    @OptionGroup var common: CommonOptions

    func request(_ params: DiceParams) -> Request { .toggleLock(params) }
}

/// A command that changes the locks of the dice it names.
protocol LocksCommand: DaemonCommand {
    var dice: DiceArgument { get }
    func request(_ params: DiceParams) -> Request
}

extension LocksCommand {
    func run() throws {
        let request = request(DiceParams(table: try session.table(), dice: dice.numbers))
        try session.perform(request, as: TableSnapshot.self) { [PlainLine.state($0)] }
    }
}

/// The dice that a command names.
struct DiceArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Numbers of the dice.", valueName: "die"), completion: Completions.dieNumbers,
        transform: DieNumber.parse)
    var numbers: [Int]
}

/// The number of a die on the command line.
enum DieNumber {
    static func parse(_ text: String) throws -> Int {
        guard let number = Int(text), number >= 1 else {
            throw ValidationError("dice go by their numbers on the table: 1, 2, …")
        }
        return number
    }
}
