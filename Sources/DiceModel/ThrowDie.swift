/// A settled die of a throw.
public struct ThrowDie: Sendable, Hashable {
    /// The die's number, from 1, in the order in which the dice appeared.
    public var die: Int
    public var sides: Int
    /// The value after modifiers. It may differ from the face, for example for a Fate die or an
    /// exploded die.
    public var value: Int
    /// True if the die counts.
    public var kept: Bool
    /// Flags such as `exploded`.
    public var flags: [String]
    /// True for a Fate die, whose value is −1, 0 or 1.
    public var fate: Bool?
    /// The symbols on the face of a custom die, such as `2 success+advantage`.
    public var face: String?
    /// True if only the number of sides is public.
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
