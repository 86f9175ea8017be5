/// A table's changes: the dice that differ from the last frame or snapshot sent to the same
/// watcher.
public struct Frame: Sendable, Hashable {
    public var table: String
    /// The table's revision, as in a snapshot.
    public var revision: Int
    /// The number of the open turn, from 1.
    public var turn: Int
    /// The number of rolls in the open turn.
    public var roll: Int
    /// True if any die is in flight.
    public var rolling: Bool
    public var dice: [DieState]

    public init(
        table: String,
        revision: Int,
        turn: Int,
        roll: Int,
        rolling: Bool,
        dice: [DieState]
    ) {
        self.table = table
        self.revision = revision
        self.turn = turn
        self.roll = roll
        self.rolling = rolling
        self.dice = dice
    }
}
