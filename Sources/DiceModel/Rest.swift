/// A player who rests, returns or joins: an entry of its own, which changes no other.
public struct Rest: Sendable, Hashable {
    /// Unique in one daemon's store and growing.
    public var id: Int
    public var table: String
    /// When it was made.
    public var endedAt: Timestamp
    /// Who made it.
    public var by: String
    /// Who rests, returns or joins.
    public var player: String
    /// True if the player rests from then on, false if the player plays.
    public var rests: Bool
    /// True if the player was added to the list of players, else nil.
    public var joins: Bool?
    /// The number of the match.
    public var match: Int
    /// Who has won, if the match is over by it.
    public var winners: [String]?
    public var edition: Int
    /// The SHA-256 of what the chain covers of it, in hex.
    public var digest: String
    /// Its link in the chain of the table's history.
    public var chain: String

    /// What becomes of the player.
    public enum State: String, Sendable, Hashable, CaseIterable {
        case rests
        case back
        case joins
    }

    public var state: State {
        if joins == true {
            return .joins
        }
        return rests ? .rests : .back
    }

    public init(
        id: Int,
        table: String,
        endedAt: Timestamp,
        by: String,
        player: String,
        rests: Bool,
        joins: Bool? = nil,
        match: Int,
        winners: [String]? = nil,
        edition: Int,
        digest: String,
        chain: String
    ) {
        self.id = id
        self.table = table
        self.endedAt = endedAt
        self.by = by
        self.player = player
        self.rests = rests
        self.joins = joins
        self.match = match
        self.winners = winners
        self.edition = edition
        self.digest = digest
        self.chain = chain
    }
}
