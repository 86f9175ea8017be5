/// The boxes of a sheet game, which each player fills once, and what they bring together.
public struct SheetRules: Sendable, Hashable {
    /// In the order of the sheet.
    public var boxes: [Box]
    public var bonuses: [Bonus]
    /// What another hand of a full box may do; nil for nothing.
    public var joker: Joker?

    public init(_ boxes: [Box], bonuses: [Bonus] = [], joker: Joker? = nil) {
        self.boxes = boxes
        self.bonuses = bonuses
        self.joker = joker
    }

    public subscript(box: String) -> Box? { boxes.first { $0.name == box } }
}

/// Another hand of a box that is filled already stands for a hand that other boxes need.
public struct Joker: Sendable, Hashable {
    /// The box whose needs such a hand meets.
    public var box: String
    /// Whether the box for its face is to be filled first, and no other one for a single face
    /// before all the rest.
    public var isForced: Bool

    public init(_ box: String, isForced: Bool) {
        self.box = box
        self.isForced = isForced
    }
}
