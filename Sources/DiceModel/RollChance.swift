/// The sources of faces besides the seed: contributions from others than the daemon, or real dice.
/// Without either, the faces cannot be checked.
public struct RollChance: Sendable, Hashable {
    /// The roller's 16 bytes in hex, or empty.
    public var entropy: String?
    /// The contributions in hex, in the order of the contributors.
    public var reveals: [String]?
    /// True if the faces of real dice were entered, otherwise `nil`.
    public var entered: Bool?

    /// A roll without contributions.
    public static let nothing = RollChance(entropy: "", reveals: [])

    /// A roll of real dice; no face is derived from the seed.
    public static let real = RollChance(entered: true)

    public init(entropy: String? = nil, reveals: [String]? = nil, entered: Bool? = nil) {
        self.entropy = entropy
        self.reveals = reveals
        self.entered = entered
    }
}
