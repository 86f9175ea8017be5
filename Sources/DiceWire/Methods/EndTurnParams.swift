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
    /// True to end the turn of the current player, who is away, in the first possible box or as a
    /// lost turn; `by` is then that player.
    public var absent: Bool

    public init(
        table: TableName,
        by: String? = nil,
        box: String? = nil,
        absent: Bool = false
    ) {
        self.table = table
        self.by = by
        self.box = box
        self.absent = absent
    }

    static let blank = Self(table: .default)

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field.by(&by)
        field(
            "box",
            &box,
            .any,
            "The box to fill, in a game with boxes; may be omitted if only one is possible."
        )
        field(
            "absent",
            &absent,
            default: false,
            "True to end the turn of the current player, who has been away for a minute: in the first possible box, or as a lost turn. Then by is that player."
        )
    }
}
