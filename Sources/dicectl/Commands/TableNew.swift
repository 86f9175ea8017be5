internal import ArgumentParser
internal import DiceModel
internal import DiceWire

struct TableNew: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Makes a table.",
        usage: "dicectl table new <name> <dice> ...",
        discussion: """
            The dice are counts and sides, or the sides of each: 4d6, d20, d%, 6,6,20, or several of these.

            dicectl table new mine 4d6
            dicectl table new odd 6,6,20
            dicectl table new mixed 2d6 d20
            """)

    @Argument(help: ArgumentHelp("The new table's name, and its dice.", valueName: "name-and-dice"))
    var words: [String]

    @OptionGroup var option: TableOption
    @OptionGroup var common: CommonOptions

    var tables: [TableName] { [try? params().table].compactMap(\.self) }

    func validate() throws {
        _ = try params()
    }

    func run() throws {
        try session.perform(.create(try params()), as: TableSnapshot.self) { [PlainLine.state($0)] }
    }

    /// With `--table` every word is about the dice.
    private func params() throws -> CreateParams {
        CreateParams(
            table: try option.table ?? TableOption.tableName(words[0]),
            dice: try DiceWords.sides(option.table == nil ? Array(words.dropFirst()) : words))
    }
}
