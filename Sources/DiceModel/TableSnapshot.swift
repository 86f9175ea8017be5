/// A whole table as a client sees it at one moment.
public struct TableSnapshot: Sendable, Hashable, Codable {
    public var table: String
    /// Goes up with every change of the table, for as long as the daemon runs.
    public var revision: Int
    /// The open turn, from 1.
    public var turn: Int
    /// How many rolls the open turn has.
    public var roll: Int
    /// Whether any die animates.
    public var rolling: Bool
    public var dice: [DieState]

    public init(table: String, revision: Int, turn: Int, roll: Int, rolling: Bool, dice: [DieState]) {
        self.table = table
        self.revision = revision
        self.turn = turn
        self.roll = roll
        self.rolling = rolling
        self.dice = dice
    }
}
