/// The boxes of a sheet game, each of which a player fills once, and the bonuses.
public struct SheetRules: Sendable, Hashable {
    /// The boxes in the order of the sheet.
    public var boxes: [Box]
    public var bonuses: [Bonus]
    /// The effect of another hand for a box that is already filled; `nil` for no effect.
    public var joker: Joker?

    public init(_ boxes: [Box], bonuses: [Bonus] = [], joker: Joker? = nil) {
        self.boxes = boxes
        self.bonuses = bonuses
        self.joker = joker
    }

    public subscript(box: String) -> Box? { boxes.first { $0.name == box } }
}

/// A rule by which another hand of a filled box counts as a hand that other boxes need.
public struct Joker: Sendable, Hashable {
    /// The box whose needs such a hand meets.
    public var box: String
    /// True if the box for the hand's face must be filled first, and other single-face boxes only
    /// when all other boxes are full.
    public var isForced: Bool

    public init(_ box: String, isForced: Bool) {
        self.box = box
        self.isForced = isForced
    }
}
