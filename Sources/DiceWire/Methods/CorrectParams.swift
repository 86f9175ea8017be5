public import DiceModel

/// The params of `table.correct`.
public struct CorrectParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The box of the sheet that the last turn fills instead.
    public var box: String
    /// The player who ended that turn, 1 to 64 printable characters; `nil` for the login name of
    /// the daemon's user.
    public var by: String?

    public init(table: TableName, box: String, by: String? = nil) {
        self.table = table
        self.box = box
        self.by = by
    }

    static var blank: Self { Self(table: .default, box: "") }

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field("box", &box, .any, "The open box to fill instead.")
        field.by(&by)
    }
}
