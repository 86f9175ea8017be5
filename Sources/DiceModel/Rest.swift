/// A player's rest, return or joining. It is a separate entry and does not change any other entry.
public struct Rest: Sendable, Hashable {
    /// The id, which is unique in one daemon's store and increases.
    public var id: Int
    public var table: String
    /// The time of the entry.
    public var endedAt: Timestamp
    /// The name of the user who requested the change.
    public var by: String
    /// The player who is resting, returning or joining.
    public var player: String
    /// True if the player rests from now on; false if the player plays from now on.
    public var rests: Bool
    /// True if the player was added to the list of players, otherwise `nil`.
    public var joins: Bool?
    /// The number of the match.
    public var match: Int
    /// The winners, if this entry ends the match.
    public var winners: [String]?
    public var edition: Int
    /// The SHA-256 of the data that the chain covers, in hex.
    public var digest: String
    /// The chain hash of this entry.
    public var chain: String

    /// The player's new state.
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
