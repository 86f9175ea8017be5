public import DiceModel

/// The params of `table.matches`.
public struct MatchesParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The maximum number of matches, 1 to 1,000; 20 if a request omits it.
    public var limit: Int
    /// Only matches before this one.
    public var before: Int?

    public init(table: TableName, limit: Int = 20, before: Int? = nil) {
        self.table = table
        self.limit = limit
        self.before = before
    }

    static let blank = Self(table: .default)

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field(
            "limit",
            &limit,
            .within(Limits.historyPage),
            default: 20,
            "The maximum number of matches; 20 by default."
        )
        field(
            "before",
            &before,
            .within(1...Int.max),
            "Only matches with a number lower than this."
        )
    }
}
