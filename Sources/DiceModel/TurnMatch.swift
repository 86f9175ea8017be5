public import DiceGames

/// The members that a game adds to the entry of a turn.
public struct TurnMatch: Sendable, Hashable {
    /// The turn's score; `nil` without a game, and if the match was abandoned.
    public var score: Match.Score?
    /// The game, in the entry of a match's first turn.
    public var game: Game?
    /// The players in turn order, in the entries of a match's first and last turn.
    public var players: [String]?
    /// The winners, in the entry of a match's last turn.
    public var winners: [String]?
    /// True in the entry of a match's first turn if the match uses real dice; otherwise `nil`.
    public var hand: Bool?

    public init(
        score: Match.Score? = nil,
        game: Game? = nil,
        players: [String]? = nil,
        winners: [String]? = nil,
        hand: Bool? = nil
    ) {
        self.score = score
        self.game = game
        self.players = players
        self.winners = winners
        self.hand = hand
    }
}
