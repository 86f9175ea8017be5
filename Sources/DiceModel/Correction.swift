public import DiceGames

/// A turn of a match that was put into another box after its end: an entry of its own, which
/// changes no other.
public struct Correction: Sendable, Hashable {
    /// Unique in one daemon's store and growing.
    public var id: Int
    public var table: String
    /// When it was made.
    public var endedAt: Timestamp
    public var by: String
    /// The number of the turn.
    public var turn: Int
    /// What the turn scores from then on, in a box.
    public var score: Match.Score
    /// Who has won; nil if the match goes on.
    public var winners: [String]?
    public var edition: Int
    /// The SHA-256 of what the chain covers of it, in hex; nil before the fifth edition.
    public var digest: String?
    /// Its link in the chain of the table's history.
    public var chain: String

    public init(
        id: Int,
        table: String,
        endedAt: Timestamp,
        by: String,
        turn: Int,
        score: Match.Score,
        winners: [String]? = nil,
        edition: Int,
        digest: String? = nil,
        chain: String
    ) {
        self.id = id
        self.table = table
        self.endedAt = endedAt
        self.by = by
        self.turn = turn
        self.score = score
        self.winners = winners
        self.edition = edition
        self.digest = digest
        self.chain = chain
    }
}
