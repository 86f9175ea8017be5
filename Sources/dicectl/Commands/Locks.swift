import ArgumentParser
import DiceClient
import DiceModel
import DiceWire

struct Lock: LocksCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Locks dice, so that rolls leave them alone.")
    @OptionGroup var dice: DiceArgument
    @OptionGroup var player: PlayerOption
    @OptionGroup var common: CommonOptions

    var method: Method<LockParams, TableSnapshot> { .lock }
    func params(_ table: TableName, _ dice: [Int]) -> LockParams {
        LockParams(table: table, dice: dice, by: player.name)
    }
}

struct Keep: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep", abstract: "Locks these dice, and unlocks all others.")
    @OptionGroup var dice: DiceArgument
    @OptionGroup var player: PlayerOption
    @OptionGroup var common: CommonOptions

    var tables: [TableName] { dice.tables }

    func run() throws {
        let (client, table) = try session.open()
        let all = try dice.choice == .all ? client.call(.get, GetParams(table: table)).dice.map(\.die) : []
        let params = LockParams(table: table, dice: dice.choice.numbers ?? all, only: true, by: player.name)
        try session.perform(.lock, params, on: client) { [EventText.line.state($0)] }
    }
}

struct Unlock: LocksCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Unlocks dice: those that are named, or all.")
    @OptionGroup var dice: DiceArgument
    @OptionGroup var player: PlayerOption
    @OptionGroup var common: CommonOptions

    var method: Method<DiceParams, TableSnapshot> { .unlock }
    func concerns(_ die: DieState) -> Bool { die.locked }
    func validate() {}
}

struct Toggle: LocksCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Locks the unlocked of the dice, and unlocks the rest.")
    @OptionGroup var dice: DiceArgument
    @OptionGroup var player: PlayerOption
    @OptionGroup var common: CommonOptions

    var method: Method<DiceParams, TableSnapshot> { .toggleLock }
}

/// A command that changes the locks of the dice it names.
protocol LocksCommand: DaemonCommand {
    var dice: DiceArgument { get }
    var player: PlayerOption { get }
    associatedtype Params: JSONWritable & Sendable
    var method: Method<Params, TableSnapshot> { get }
    func params(_ table: TableName, _ dice: [Int]) -> Params
    /// Whether `all` has this die in it.
    func concerns(_ die: DieState) -> Bool
}

extension LocksCommand where Params == DiceParams {
    func params(_ table: TableName, _ dice: [Int]) -> DiceParams {
        DiceParams(table: table, dice: dice, by: player.name)
    }
}

extension LocksCommand {
    var tables: [TableName] { dice.tables }

    func concerns(_ die: DieState) -> Bool { true }

    func validate() throws {
        if dice.choice == .unnamed { throw ValidationError("name the dice: 2, 1-3, 1,3 or all") }
    }

    func run() throws {
        let (client, table) = try session.open()
        let all = GetParams(table: table)
        let dice = try dice.choice.numbers ?? client.call(.get, all).dice.filter(concerns).map(\.die)
        if dice.isEmpty {
            try session.perform(.get, all, on: client) { [EventText.line.state($0)] }
        } else {
            try session.perform(method, params(table, dice), on: client) { [EventText.line.state($0)] }
        }
    }
}
