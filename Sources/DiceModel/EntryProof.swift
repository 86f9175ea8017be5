/// The members of a history entry that serve to verify it.
public struct EntryProof: Sendable, Hashable {
    /// The SHA-256 of the seed, in hex, published before any face; `nil` for an entry that predates
    /// seeds.
    public var commitment: String?
    /// The seed of the faces, in hex; `nil` before the entry is in history, and if the seed is
    /// lost.
    public var seed: String?
    /// The SHA-256 of the data that the chain covers, in hex; `nil` before the fifth edition, and
    /// before the entry is in history.
    public var digest: String?
    /// The chain hash of the entry; `nil` before the entry is in history, and if the entry has no
    /// commitment.
    public var chain: String?
    /// True if the seed is derived from the number of `diced --seed`, otherwise `nil`.
    public var seeded: Bool?
    /// The edition of the entry, which determines how its chain hash is computed; `nil` before the
    /// third edition, and for an entry in no chain.
    public var edition: Int?

    public init(
        commitment: String? = nil,
        seed: String? = nil,
        digest: String? = nil,
        chain: String? = nil,
        seeded: Bool? = nil,
        edition: Int? = nil
    ) {
        self.commitment = commitment
        self.seed = seed
        self.digest = digest
        self.chain = chain
        self.seeded = seeded
        self.edition = edition
    }
}
