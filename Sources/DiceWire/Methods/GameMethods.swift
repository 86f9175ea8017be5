public import DiceModel

extension Method where Params == PlayerParams, Result == TableSnapshot {
    public static var newGame: Self {
        Self(
            "table.newGame",
            "Begins the next match of a table's game; during a match, only the table's owner may.",
            result: "snapshot",
            access: .players,
            table: { $0.table },
            player: { $0.by },
            errors: [.tableNotFound, .busy, .noGame, .storageFailed],
            examples: [PlayerParams(table: .default)]
        )
    }
}

extension Method where Params == CorrectParams, Result == Correction {
    public static var correct: Self {
        Self(
            "table.correct",
            "Moves the last turn of a match to another box; possible until the next roll.",
            result: "entry",
            access: .players,
            table: { $0.table },
            player: { $0.by },
            errors: [
                .tableNotFound, .busy, .nothingToCorrect, .boxTaken, .noSuchBox,
                .boxNotAllowed,
                .storageFailed,
            ],
            examples: [CorrectParams(table: .default, box: "chance")]
        )
    }
}

extension Method where Params == TableParams, Result == GameResult {
    public static var game: Self {
        Self(
            "table.game",
            "Reads the document of a table's game.",
            result: "game",
            isSafeToRepeat: true,
            table: { $0.table },
            errors: [.tableNotFound, .noGame, .storageFailed],
            examples: [TableParams(table: .default)]
        )
    }
}

extension Method where Params == MatchesParams, Result == MatchesResult {
    public static var matches: Self {
        Self(
            "table.matches",
            "Lists the matches of a table, newest first.",
            result: "matches",
            isSafeToRepeat: true,
            table: { $0.table },
            errors: [.tableNotFound, .storageFailed],
            examples: [MatchesParams(table: .default)]
        )
    }
}

/// The result of `table.matches`.
public struct MatchesResult: Message, Hashable {
    /// The matches, newest first.
    public var matches: [MatchRecord]
    /// True if there are older ones.
    public var more: Bool

    public init(matches: [MatchRecord], more: Bool) {
        self.matches = matches
        self.more = more
    }

    static let component = "Matches"
    static var blank: Self { Self(matches: [], more: false) }

    mutating func visit(_ field: inout Fields) {
        field("matches", &matches, .atMost(Limits.historyPage.upperBound))
        field("more", &more)
    }
}
