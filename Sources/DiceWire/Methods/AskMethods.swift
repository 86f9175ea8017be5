public import DiceModel

extension Method where Params == AskParams, Result == TableSnapshot {
    public static var ask: Self {
        Self(
            "table.ask",
            "Asks to be in the next match, or withdraws that; connections that only watch may ask.",
            result: "snapshot",
            table: { $0.table },
            player: { $0.by },
            errors: [.tableNotFound, .storageFailed],
            examples: [AskParams(table: .default, asks: true)]
        )
    }
}

/// The params of `table.ask`.
public struct AskParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// False to withdraw the wish.
    public var asks: Bool
    /// The name, 1 to 64 printable characters; `nil` for the login name of the daemon's user.
    public var by: String?

    public init(table: TableName, asks: Bool, by: String? = nil) {
        self.table = table
        self.asks = asks
        self.by = by
    }

    static var blank: Self { Self(table: .default, asks: false) }

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field("asks", &asks, .any, "False to withdraw the wish.")
        field.by(&by)
    }
}
