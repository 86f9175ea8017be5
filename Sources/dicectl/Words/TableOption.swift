import ArgumentParser
import DiceModel

/// The option shared by all commands about a table.
struct TableOption: ParsableArguments {
    @Option(
        name: SharedOption.table.specification,
        help: .init(
            "The table. Default: $DICECTL_TABLE, or \"default\".",
            valueName: "table"
        ),
        completion: Completions.tableNames,
        transform: Self.tableName
    )
    private var named: [TableName] = []

    init() {}

    init(_ line: QuickLine) throws {
        named = try [line.value(of: .table, Self.tableName)].compactMap(\.self)
    }

    var table: TableName? { named.first }

    func validate() throws {
        guard let other = named.first(where: { $0 != table }) else { return }
        throw ValidationError("two tables given: \(named[0]) and \(other); name one")
    }

    static func tableName(_ text: String) throws -> TableName {
        try TableName(text).orInvalid(TableName.rule)
    }

    /// Returns the table named by the option or by a word. Throws `ValidationError` if they name
    /// two.
    func table(or word: TableName?) throws -> TableName? {
        if let word, let table, word != table {
            throw ValidationError("two tables given: \(word) and --table \(table); name one")
        }
        return word ?? table
    }
}
