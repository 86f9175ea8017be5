/// A contributor to the next roll of a table, with the contribution's commitment.
public struct Contributor: Sendable, Hashable {
    public var by: String
    /// The SHA-256 of 16 secret bytes, in hex.
    public var commitment: String
    /// True if the contributor is asked again only in the next turn.
    public var nextTurn: Bool?

    public init(by: String, commitment: String, nextTurn: Bool? = nil) {
        self.by = by
        self.commitment = commitment
        self.nextTurn = nextTurn
    }
}
