public import DiceGames

/// The move of a turn to another box after its end. The correction is a separate entry and does not
/// change any other entry.
public struct Correction: Sendable, Hashable {
    /// The id, which is unique in one daemon's store and increases.
    public var id: Int
    public var table: String
    /// The time of the correction.
    public var endedAt: Timestamp
    public var by: String
    /// The number of the turn.
    public var turn: Int
    /// The turn's new score and box.
    public var score: Match.Score
    /// The winners; `nil` while the match continues.
    public var winners: [String]?
    public var edition: Int
    /// The SHA-256 of the data that the chain covers, in hex; `nil` before the fifth edition.
    public var digest: String?
    /// The chain hash of this entry.
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
