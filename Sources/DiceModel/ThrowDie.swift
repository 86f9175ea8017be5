/// A die of a throw that has settled.
public struct ThrowDie: Sendable, Hashable {
    /// 1, 2, … in the order in which the dice appeared.
    public var die: Int
    public var sides: Int
    /// What it counts for, modifiers applied: it may differ from the face, of a Fate die or one
    /// that has exploded.
    public var value: Int
    /// Whether it counts.
    public var kept: Bool
    /// Words such as `exploded`.
    public var flags: [String]
    /// True for a Fate die, whose value is −1, 0 or 1.
    public var fate: Bool?
    /// The words of the face of a die of one's own, as `2 success+advantage`.
    public var face: String?
    /// True if only its sides are told.
    public var hidden: Bool?

    public init(
        die: Int,
        sides: Int,
        value: Int,
        kept: Bool,
        flags: [String],
        fate: Bool? = nil,
        face: String? = nil,
        hidden: Bool? = nil
    ) {
        self.die = die
        self.sides = sides
        self.value = value
        self.kept = kept
        self.flags = flags
        self.fate = fate
        self.face = face
        self.hidden = hidden
    }
}
