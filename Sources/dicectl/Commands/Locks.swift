import ArgumentParser
import DiceClient
import DiceDrawing
import DiceModel
import DiceWire

struct Lock: LocksCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock",
        abstract: "Locks dice, so that rolls do not change them.",
        aliases: ["hold"]
    )
    static let examples = ["lock 1-3", "lock odd all"]
    @OptionGroup var options: LocksOptions

    var method: Method<LockParams, TableSnapshot> { .lock }
}

struct Keep: LocksCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep",
        abstract: "Locks the named dice and unlocks all others."
    )
    static let examples = ["keep 1 5", "keep odd"]
    @OptionGroup var options: LocksOptions

    var method: Method<LockParams, TableSnapshot> { .lock }
    var isOnly: Bool { true }
    func concerns(_ die: DieState) -> Bool {
        options.dice.choice == .all
    }
    func validate() {}
}

struct Unlock: LocksCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Unlocks the named dice, or all.",
        aliases: ["free"]
    )
    static let examples = ["unlock", "unlock 2"]
    @OptionGroup var options: LocksOptions

    var method: Method<DiceParams, TableSnapshot> { .unlock }
    func concerns(_ die: DieState) -> Bool {
        die.locked
    }
    func validate() {}
}

struct Toggle: LocksCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle",
        abstract: "Locks named dice that are unlocked, and the reverse."
    )
    static let examples = ["toggle 2", "toggle odd 1,3"]
    @OptionGroup var options: LocksOptions

    var method: Method<DiceParams, TableSnapshot> { .toggleLock }
}

struct LocksOptions: ParsableArguments {
    @OptionGroup var dice: DiceArgument
    @OptionGroup var player: PlayerOption
    @OptionGroup var common: CommonOptions

    init() {}

    init(_ line: QuickLine) throws {
        dice = try DiceArgument(line)
        player = try PlayerOption(line)
        common = CommonOptions(line)
    }
}

/// A command that changes the locks of the dice it names.
protocol LocksCommand: QuickCommand {
    var options: LocksOptions { get set }
    associatedtype Params: JSONWritable & Sendable
    var method: Method<Params, TableSnapshot> { get }
    /// True if the command unlocks all other dice.
    var isOnly: Bool { get }
    func params(_ table: TableName, _ dice: [Int]) -> Params
    /// Returns true if the command applies to this die when no numbers are given.
    func concerns(_ die: DieState) -> Bool
}

extension LocksCommand where Params == LockParams {
    func params(_ table: TableName, _ dice: [Int]) -> LockParams {
        LockParams(table: table, dice: dice, only: isOnly, by: options.player.name)
    }
}

extension LocksCommand where Params == DiceParams {
    func params(_ table: TableName, _ dice: [Int]) -> DiceParams {
        DiceParams(table: table, dice: dice, by: options.player.name)
    }
}

extension LocksCommand {
    static var quickOptions: [QuickLine.Option] { [.table, .player] }

    init(_ line: QuickLine) throws {
        self.init()
        options = try LocksOptions(line)
    }

    var common: CommonOptions { options.common }
    var tables: [TableName] { options.dice.tables }
    var isOnly: Bool { false }

    func concerns(_ die: DieState) -> Bool {
        true
    }

    func validate() throws {
        if options.dice.choice == .unnamed {
            throw ValidationError("name the dice: 2, 1-3, 1,3 or all")
        }
    }

    func run() throws {
        let (client, table) = try context.open()
        let all = GetParams(table: table)
        let dice =
            try options.dice.choice.numbers
            ?? client.call(.get, all).dice.filter(concerns).map(\.die)
        if dice.isEmpty, !isOnly {
            try context.perform(.get, all, on: client) { [EventText.line.state($0)] }
        } else {
            try context.perform(method, params(table, dice), on: client) {
                [EventText.line.state($0)]
            }
        }
    }
}
