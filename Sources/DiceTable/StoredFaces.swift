public import DiceModel

/// The faces rolled at a table, as they are stored: those of dice in flight among them.
public struct StoredFaces: Sendable, Hashable {
    /// Of the turns that have ended.
    public var ended: FaceTally
    /// The number of the open turn.
    public var turn: Int
    /// Of each die of the table; they stay the same while the open turn has rolls.
    public var sides: [Int]
    /// The rolls of the open turn.
    public var open: [RollRecord]

    public init(ended: FaceTally, turn: Int, sides: [Int], open: [RollRecord]) {
        self.ended = ended
        self.turn = turn
        self.sides = sides
        self.open = open
    }

    /// All together, less the rolls of the open turn for which `isSettled` does not hold.
    public func tally(_ isSettled: (RollRecord) -> Bool) -> FaceTally {
        open.reduce(into: ended) { if isSettled($1) { $0.add($1, sides: sides) } }
    }
}
