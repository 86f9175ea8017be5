public import DiceGames

/// What a game adds to the entry of a turn.
public struct TurnMatch: Sendable, Hashable {
    /// What the turn scored; nil without a game, and if the match was broken off.
    public var score: Match.Score?
    /// What is played, in the entry of a match's first turn.
    public var game: Game?
    /// Who plays, in the entries of a match's first and last turn, in the order in which they are
    /// up.
    public var players: [String]?
    /// Who has won, in the entry of a match's last turn.
    public var winners: [String]?
    /// True in the entry of a match's first turn if the match is played with real dice, else nil.
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
