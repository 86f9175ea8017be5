public import DiceGames

/// A match of a table, as far as it has been played.
public struct MatchRecord: Sendable, Hashable {
    /// Of the table, from 1.
    public var match: Int
    /// The name of the game.
    public var game: String
    /// When the first of its turns that have ended began.
    public var startedAt: Timestamp
    /// nil of one that goes on, or was broken off.
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

    /// What is known of a match after this turn of it.
    ///
    /// - Parameters:
    ///   - instant: the end of the turn, or its correction, which may have ended the match.
    ///   - before: what was known before it; nil if nothing was.
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
