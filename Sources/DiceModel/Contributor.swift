/// Somebody who contributes to the next roll of a table, and what was told of it beforehand.
public struct Contributor: Sendable, Hashable {
    public var by: String
    /// The SHA-256 of 16 secret bytes, in hex.
    public var commitment: String
    /// True if the rolls of the open turn do not ask them any more: those of the next turn do.
    public var nextTurn: Bool?

    public init(by: String, commitment: String, nextTurn: Bool? = nil) {
        self.by = by
        self.commitment = commitment
        self.nextTurn = nextTurn
    }
}
