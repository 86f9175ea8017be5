/// What changed at a table: the dice that are not as they were in the last frame or snapshot sent
/// to the same watcher.
public struct Frame: Sendable, Hashable {
    public var table: String
    /// The table's, as in a snapshot.
    public var revision: Int
    /// The open turn, from 1.
    public var turn: Int
    /// How many rolls the open turn has.
    public var roll: Int
    /// Whether any die animates.
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
