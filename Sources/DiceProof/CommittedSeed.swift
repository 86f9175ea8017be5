/// A seed, and what was told of it beforehand.
public struct CommittedSeed: Sendable, Hashable {
    public let commitment: String
    /// nil where it is lost: a backup leaves it out.
    public let seed: Seed?
    /// Whether it follows from the number of `diced --seed`, so that anybody can foretell it.
    public let isDerived: Bool

    public init(_ seed: Seed, isDerived: Bool = false) {
        self.init(commitment: seed.commitment, seed: seed, isDerived: isDerived)
    }

    public init(commitment: String, seed: Seed?, isDerived: Bool) {
        self.commitment = commitment
        self.seed = seed
        self.isDerived = isDerived
    }
}
