/// Where the faces of a roll or of a throw come from besides the seed: what others than the daemon
/// add to it, or real dice. Without either, nobody can check them.
public struct RollChance: Sendable, Hashable {
    /// The roller's 16 bytes in hex, or empty.
    public var entropy: String?
    /// The contributors', in hex, in the order of their list.
    public var reveals: [String]?
    /// True if they were entered, as real dice showed them; else nil.
    public var entered: Bool?

    /// Nobody adds anything.
    public static let nothing = RollChance(entropy: "", reveals: [])

    /// Nothing follows from the seed.
    public static let real = RollChance(entered: true)

    public init(entropy: String? = nil, reveals: [String]? = nil, entered: Bool? = nil) {
        self.entropy = entropy
        self.reveals = reveals
        self.entered = entered
    }
}
