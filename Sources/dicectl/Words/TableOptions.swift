import ArgumentParser
import DiceModel

/// A table, as a plain name or as the option's value.
struct TableArgument: ParsableArguments {
    @Argument(
        help: .init("The table, as with --table.", valueName: "table"),
        completion: Completions.tableNames,
        transform: TableOption.tableName
    )
    var name: TableName?

    @OptionGroup var option: TableOption

    init() {}

    init(_ line: QuickLine) throws {
        name = try line.onlyWord().map(TableOption.tableName)
        option = try TableOption(line)
        try validate()
    }

    func validate() throws {
        _ = try option.table(or: name)
    }

    var tables: [TableName] { [name ?? option.table].compactMap(\.self) }
}

/// A table's dice, and the table itself, as a plain name or as the option's value.
struct DiceArgument: ParsableArguments {
    @Argument(
        help: .init(
            "Dice: 2, 1-3, 1,3 or all; any other word is the table's name.",
            valueName: "table|die"
        ),
        completion: Completions.dice
    )
    var words: [String] = []

    @OptionGroup var option: TableOption

    init() {}

    init(_ line: QuickLine) throws {
        words = line.words
        option = try TableOption(line)
        try validate()
    }

    func validate() throws {
        _ = try option.table(or: try TableWords(words).table)
    }

    /// Empty only before `validate`.
    private var read: TableWords { (try? TableWords(words)) ?? TableWords() }
    var choice: TableWords.Choice { read.choice }
    var tables: [TableName] { [read.table ?? option.table].compactMap(\.self) }
}
