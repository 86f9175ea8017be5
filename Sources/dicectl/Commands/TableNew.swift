import ArgumentParser
import DiceModel
import DiceWire

struct TableNew: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Makes a table.",
        usage: "dicectl table new <name> <dice> ...",
        discussion: """
            The dice are counts and sides, or the sides of each: 4d6, d20, d%, 6,6,20, or several of these.

            dicectl table new mine 4d6
            dicectl table new odd 6,6,20
            dicectl table new mixed 2d6 d20
            dicectl table new house 5d6 --players ann,bo --rolls 3
            dicectl table new night --game yahtzee --players ann,bo
            dicectl table new kitchen --game kniffel --players ann,bo --hand
            """)

    @Argument(help: ArgumentHelp("The new table's name, and its dice.", valueName: "name-and-dice"))
    var words: [String]

    @OptionGroup var option: TableOption
    @OptionGroup var rules: RulesOptions
    @OptionGroup var common: CommonOptions

    var tables: [TableName] { [try? params().table].compactMap(\.self) }

    func validate() throws { _ = try params() }

    func run() throws {
        var params = try params()
        params.game = try rules.game?.get()
        try context.perform(.create, params) { [rules.isEmpty ? EventText.line.state($0) : EventText.table($0)] }
    }

    /// All but the game. With `--table` every word is about the dice.
    private func params() throws -> CreateParams {
        let dice = option.table == nil ? Array(words.dropFirst()) : words
        var settings = rules.change
        if rules.game == nil || !dice.isEmpty { settings.dice = try DiceWords.sides(dice) }
        return CreateParams(table: try option.table ?? TableOption.tableName(words[0]), settings)
    }
}
