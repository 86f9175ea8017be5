public import DiceModel

/// The params of `table.endTurn`.
public struct EndTurnParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The acting name, 1 to 64 printable characters; `nil` for the login name of the daemon's
    /// user.
    public var by: String?
    /// The box of the sheet to fill; `nil` if there is no choice, or no game.
    public var box: String?

    public init(table: TableName, by: String? = nil, box: String? = nil) {
        self.table = table
        self.by = by
        self.box = box
    }

    static let blank = Self(table: .default)

    mutating func visit(_ field: inout some FieldVisitor) {
        field.table(&table)
        field.by(&by)
        field(
            "box",
            &box,
            .any,
            "The box to fill, in a game with boxes; may be omitted if only one is possible."
        )
    }
}
