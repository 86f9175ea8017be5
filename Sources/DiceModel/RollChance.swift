/// What others than the daemon add to the faces of a roll or of a throw; nil for one whose faces nobody can check.
public struct RollChance: Sendable, Hashable {
    /// The roller's 16 bytes in hex, or empty.
    public var entropy: String?
    /// The contributors', in hex, in the order of their list.
    public var reveals: [String]?

    /// Nobody adds anything.
    public static let nothing = RollChance(entropy: "", reveals: [])

    public init(entropy: String? = nil, reveals: [String]? = nil) {
        self.entropy = entropy
        self.reveals = reveals
    }
}
