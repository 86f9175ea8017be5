/// One die of a table or of a throw as a client sees it at one moment.
public struct DieState: Sendable, Hashable {
    /// 1, 2, … in table order, or in the order in which the dice of the throw appeared.
    public var die: Int
    public var sides: Int
    /// What shows now; while the die animates, a value in passing that says nothing of the final
    /// one.
    public var value: Int
    /// False for a die of a throw.
    public var locked: Bool
    public var animating: Bool
    /// True for a Fate die.
    public var fate: Bool?
    /// The words of each face of a die of one's own, whose value is the number of one of them: in
    /// what is told of a thrown die first, and of a table's die wherever all dice are told of.
    public var faces: [String]?
    /// The die of the same throw whose faces it has too, in place of `faces`.
    public var facesOf: Int?
    /// True for a die of a secret throw that has settled, as told to those who may not see its
    /// face; it has no value then.
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
