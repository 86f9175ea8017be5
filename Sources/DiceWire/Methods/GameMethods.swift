public import DiceModel

extension Method where Params == PlayerParams, Result == TableSnapshot {
    public static var newGame: Self {
        Self(
            "table.newGame", "Begins the next match of a table's game; in the middle of one, its owner alone may.",
            result: "snapshot", access: .players, table: { $0.table }, player: { $0.by },
            errors: [.tableNotFound, .busy, .noGame, .storageFailed], examples: [PlayerParams(table: .default)])
    }
}

extension Method where Params == MatchesParams, Result == MatchesResult {
    public static var matches: Self {
        Self(
            "table.matches", "Lists the matches of a table, newest first.", result: "matches", isSafeToRepeat: true,
            table: { $0.table }, errors: [.tableNotFound, .storageFailed], examples: [MatchesParams(table: .default)])
    }
}

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
        Self.init, .table(\.table),
        Member(
            "limit", \.limit, .within(Limits.historyPage), default: 20, isAlwaysWritten: false,
            "How many at the most; 20 by default."),
        Member("before", ifPresent: \.before, .within(1...Int.max), "Only matches before the one of this number."))
}

/// The result of `table.matches`.
public struct MatchesResult: Message, Hashable {
    /// Newest first.
    public var matches: [MatchRecord]
    /// Whether there are older ones.
    public var more: Bool

    public init(matches: [MatchRecord], more: Bool) {
        (self.matches, self.more) = (matches, more)
    }

    static let members = Members(
        component: "Matches", Self.init, Member("matches", \.matches, .atMost(Limits.historyPage.upperBound)),
        Member("more", \.more))
}

/// The params of `table.endTurn`.
public struct EndTurnParams: Message, Hashable {
    /// `default` where a request leaves it out.
    public var table: TableName
    /// Who asks, 1 to 64 printable characters; nil for the login name of the daemon's user.
    public var by: String?
    /// The box of the sheet to fill; nil if there is no choice, or no game.
    public var box: String?

    public init(table: TableName, by: String? = nil, box: String? = nil) {
        self.table = table
        self.by = by
        self.box = box
    }

    static let members = Members(
        Self.init, .table(\.table), .by(\.by),
        Member(
            "box", ifPresent: \.box, String.wireForm,
            "The box to fill, in a game; may be left out if there is no choice."))
}
