public import DiceModel

/// The params of `table.matches`.
public struct MatchesParams: Message, Hashable {
    /// `default` where a request leaves it out.
    public var table: TableName
    /// 1 to 1,000; 20 where a request leaves it out.
    public var limit: Int
    /// Only matches before this one.
    public var before: Int?

    public init(table: TableName, limit: Int = 20, before: Int? = nil) {
        self.table = table
        self.limit = limit
        self.before = before
    }

    static let members = Members(
        Self.init,
        .table(\.table),
        Member(
            "limit",
            \.limit,
            .within(Limits.historyPage),
            default: 20,
            isAlwaysWritten: false,
            "How many at the most; 20 by default."
        ),
        Member(
            "before",
            ifPresent: \.before,
            .within(1...Int.max),
            "Only matches before the one of this number."
        )
    )
}
