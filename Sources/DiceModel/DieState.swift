/// One die of a table or of a throw as a client sees it at one moment.
public struct DieState: Sendable, Hashable {
    /// The die's number, from 1, in table order or in the order in which the dice of the throw
    /// appeared.
    public var die: Int
    public var sides: Int
    /// The value that shows now. While the die is in flight, this is a passing value, which reveals
    /// nothing about the final value.
    public var value: Int
    /// True if the die is locked; always false for a die of a throw.
    public var locked: Bool
    public var animating: Bool
    /// True for a Fate die.
    public var fate: Bool?
    /// The symbols on each face of a custom die; `value` is the number of a face. Sent with the
    /// first state of a thrown die, and for a table's die wherever all dice are sent.
    public var faces: [String]?
    /// The number of the die in the same throw that has the same faces; sent instead of `faces`.
    public var facesOf: Int?
    /// True for a settled die of a secret throw in a stranger's version; such a die has no value.
    public var hidden: Bool?

    public init(
        die: Int,
        sides: Int,
        value: Int,
        locked: Bool = false,
        animating: Bool,
        fate: Bool? = nil,
        faces: [String]? = nil,
        facesOf: Int? = nil,
        hidden: Bool? = nil
    ) {
        self.die = die
        self.sides = sides
        self.value = value
        self.locked = locked
        self.animating = animating
        self.fate = fate
        self.faces = faces
        self.facesOf = facesOf
        self.hidden = hidden
    }
}
