import ArgumentParser
import DiceModel

/// The option of every command that is about a table.
struct TableOption: ParsableArguments {
    @Option(
        name: [.customShort("t"), .customLong("table")],
        help: ArgumentHelp("The table; by default $DICECTL_TABLE, else \"default\".", valueName: "table"),
        completion: Completions.tableNames, transform: Self.tableName)
    private var named: [TableName] = []

    var table: TableName? { named.first }

    func validate() throws {
        guard let other = named.first(where: { $0 != table }) else { return }
        throw ValidationError("two tables are named: \(named[0]) and \(other)")
    }

    static func tableName(_ text: String) throws -> TableName { try TableName(text).orInvalid(TableName.rule) }

    /// The table that is named, by the option or by a word. Throws `ValidationError` if they name two.
    func table(or word: TableName?) throws -> TableName? {
        if let word, let table, word != table {
            throw ValidationError("two tables are named: \(word), and --table \(table)")
        }
        return word ?? table
    }
}

/// A table, by its name alone or as the option's value.
struct TableArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The table, as --table.", valueName: "table"), completion: Completions.tableNames,
        transform: TableOption.tableName)
    var name: TableName?

    @OptionGroup var option: TableOption

    func validate() throws { _ = try option.table(or: name) }

    var tables: [TableName] { [name ?? option.table].compactMap(\.self) }
}

/// Dice of a table, and the table, by its name alone or as the option's value.
struct DiceArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Dice: 2, 1-3, 1,3 or all; any other word is the name of the table.", valueName: "table|die"),
        completion: Completions.dice)
    var words: [String] = []

    @OptionGroup var option: TableOption

    func validate() throws { _ = try option.table(or: try TableWords(words).table) }

    /// Empty only before `validate`.
    private var read: TableWords { (try? TableWords(words)) ?? TableWords() }
    var choice: TableWords.Choice { read.choice }
    var tables: [TableName] { [read.table ?? option.table].compactMap(\.self) }
}
