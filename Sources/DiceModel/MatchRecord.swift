public import DiceGames

/// A match at a table, as far as it has been played.
public struct MatchRecord: Sendable, Hashable {
    /// The number of the match at its table, from 1.
    public var match: Int
    /// The name of the game.
    public var game: String
    /// The start of the match's first turn, among the turns that have ended.
    public var startedAt: Timestamp
    /// The end of the match; `nil` if the match is still in progress or was abandoned.
    public var endedAt: Timestamp?
    public var winners: [String]?
    public var sheets: [Sheet]

    public init(
        match: Int,
        game: String,
        startedAt: Timestamp,
        endedAt: Timestamp? = nil,
        winners: [String]? = nil,
        sheets: [Sheet]
    ) {
        self.match = match
        self.game = game
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.winners = winners
        self.sheets = sheets
    }

    /// Updates the record of a match after a rest, which may have ended it.
    public init(_ match: Match, after rest: Rest, _ before: MatchRecord) {
        self.init(
            match: match.number,
            game: match.game.name,
            startedAt: before.startedAt,
            endedAt: match.isOver ? before.endedAt ?? rest.endedAt : nil,
            winners: match.winners,
            sheets: match.sheets
        )
    }

    /// Updates the record of a match after this turn.
    ///
    /// - Parameters:
    ///   - instant: The end of the turn or the time of its correction, which may have ended the
    ///     match.
    ///   - before: The previous record; `nil` for the first turn.
    public init(
        _ match: Match,
        after turn: Turn,
        at instant: Timestamp,
        _ before: MatchRecord?
    ) {
        self.init(
            match: match.number,
            game: match.game.name,
            startedAt: before?.startedAt ?? turn.rolls.first?.at ?? turn.endedAt,
            endedAt: match.isOver ? before?.endedAt ?? instant : nil,
            winners: match.winners,
            sheets: match.sheets
        )
    }
}
