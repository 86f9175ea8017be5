import ArgumentParser
import DiceClient
import DiceModel
import DiceWire

struct Save: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Keeps an expression in dice notation under a name.",
        discussion: """
            Every client of the daemon has it. What had the name before is replaced.

            dicectl save attack '1d20+7'             dicectl roll attack throws it
            dicectl save attack '1d20+{bonus=7}'     with a parameter: dicectl roll attack bonus=9
            """)

    @Argument(help: "The name.", completion: Completions.savedRolls, transform: Self.rollName)
    var name: RollName

    @Argument(help: ArgumentHelp("The expression; several words are put together.", valueName: "expression"))
    var words: [String]

    @OptionGroup var common: CommonOptions

    func run() throws {
        let roll = SavedRoll(
            name: name, expression: words.joined(separator: " ").split(separator: " ").joined(separator: " "))
        do {
            try context.perform(.saveRoll, roll) { ["\($0.name): \($0.expression) saved"] }
        } catch ClientError.refused(let error) where error.known == .badExpression {
            throw CommandError.notation(NotationErrorText.error(error), roll.expression)
        }
    }

    /// Throws `ValidationError` for a word that means dice of a table.
    static func rollName(_ text: String) throws -> RollName {
        if text == "all" { throw ValidationError("dicectl roll all means every die; choose another name") }
        return try RollName(text).orInvalid(RollName.rule)
    }
}

struct Saved: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "saved", abstract: "Lists the saved rolls by name.", discussion: "The columns: name, expression.")

    @OptionGroup var common: CommonOptions

    func run() throws {
        try context.perform(.listRolls) { list in
            if list.rolls.isEmpty { return ["no roll is saved; save one: dicectl save attack '1d20+7'"] }
            return Columns.lines((Window.isTerminal ? [["NAME", "EXPRESSION"]] : []) + list.rolls.map(Self.row))
        }
    }

    static func row(_ roll: SavedRoll) -> [String] { [roll.name.description, Printable.text(roll.expression)] }
}
