internal import ArgumentParser
internal import DiceModel
internal import DiceWire

struct Saved: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "saved", abstract: "Lists the saved rolls by name.",
        discussion: "The columns: name, expression.")

    @OptionGroup var common: CommonOptions

    func run() throws {
        try session.perform(.listRolls) { list in
            if list.rolls.isEmpty { return ["no roll is saved; save one: dicectl save attack '1d20+7'"] }
            return Columns.lines((Window.isTerminal ? [["NAME", "EXPRESSION"]] : []) + list.rolls.map(Self.row))
        }
    }

    static func row(_ roll: SavedRoll) -> [String] { [roll.name.description, Printable.text(roll.expression)] }
}
