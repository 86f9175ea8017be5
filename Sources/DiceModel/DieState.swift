/// One die as a client sees it at one moment.
public struct DieState: Sendable, Hashable, Codable {
    /// 1, 2, … in table order.
    public var die: Int
    public var sides: Int
    /// The face that shows now; while the die animates, a value in passing that says nothing of the final one.
    public var value: Int
    public var locked: Bool
    public var animating: Bool

    public init(die: Int, sides: Int, value: Int, locked: Bool, animating: Bool) {
        self.die = die
        self.sides = sides
        self.value = value
        self.locked = locked
        self.animating = animating
    }
}
