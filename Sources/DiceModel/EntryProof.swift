/// What an entry of a history tells to those who check it.
public struct EntryProof: Sendable, Hashable {
    /// The SHA-256 of the seed, in hex, told before any face; nil for an entry made before there
    /// were seeds.
    public var commitment: String?
    /// What the faces follow from, in hex; nil before the entry is in history, and if it is lost.
    public var seed: String?
    /// The SHA-256 of what the chain covers of it, in hex; nil before the fifth edition, and before
    /// it is in history.
    public var digest: String?
    /// Its link in the chain of the table's history; nil before it is there, and without a
    /// commitment.
    public var chain: String?
    /// True if the seed follows from the number of `diced --seed`, else nil.
    public var seeded: Bool?
    /// The form of entry, which says how its link is made; nil for one before the third edition, or
    /// in no chain.
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
