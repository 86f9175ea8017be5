/// Somebody who adds chance to the next roll of a table, and what was told of it beforehand.
public struct Contributor: Sendable, Hashable, Codable {
    public var by: String
    /// The SHA-256 of 16 secret bytes, in hex.
    public var commitment: String

    public init(by: String, commitment: String) {
        self.by = by
        self.commitment = commitment
    }
}
