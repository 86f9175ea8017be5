public import DiceModel

extension Method where Params == RestParams, Result == TableSnapshot {
    public static var rest: Self {
        Self(
            "table.rest",
            "Makes a player of the open match rest, whose turns are skipped, or play again.",
            result: "snapshot",
            access: .players,
            table: { $0.table },
            player: { $0.by },
            errors: [.tableNotFound, .noGame, .gameOver, .turnOpen, .storageFailed],
            examples: [RestParams(table: .default, player: "bo", rests: true)]
        )
    }
}

/// The params of `table.rest`.
public struct RestParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The player who is to rest or to return.
    public var player: String
    /// True to rest, false to return.
    public var rests: Bool
    /// The name of whoever asks for it, 1 to 64 printable characters; `nil` for the login name of
    /// the daemon's user.
    public var by: String?

    public init(table: TableName, player: String, rests: Bool, by: String? = nil) {
        self.table = table
        self.player = player
        self.rests = rests
        self.by = by
    }

    static var blank: Self { Self(table: .default, player: "", rests: false) }

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field("player", &player, .label, "The player who is to rest or to return.")
        field("rests", &rests, .any, "True to rest, false to return.")
        field.by(&by)
    }
}
