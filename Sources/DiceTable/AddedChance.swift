internal import DiceProof

/// What others than the daemon add to the faces of a roll or of a throw.
public struct AddedChance: Sendable, Hashable {
    /// The roller's 16 bytes in hex, or empty.
    public var entropy: String
    /// The contributors', in hex, in the order of their list.
    public var reveals: [String]

    public init(entropy: String? = nil, reveals: [String] = []) {
        self.entropy = entropy ?? Entropy.none
        self.reveals = reveals
    }

    /// A seed that follows from a number is there to have the same faces again: the roller adds nothing to it.
    func used(with seed: CommittedSeed?) -> AddedChance {
        seed?.isDerived == true ? AddedChance(reveals: reveals) : self
    }
}
