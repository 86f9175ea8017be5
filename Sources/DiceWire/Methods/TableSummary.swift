import DiceModel

/// A line of `table.list`.
public struct TableSummary: Message, Hashable {
    public var table: String
    /// How many dice it has.
    public var dice: Int
    /// The number of the open turn, from 1.
    public var turn: Int
    /// The rolls of the open turn so far.
    public var roll: Int
    /// Whether any die of it is in flight.
    public var rolling: Bool
    /// How many connections watch it.
    public var watchers: Int
    /// Who made it, on a daemon that several users share.
    public var owner: String?
    /// The watchers whose names are known, each name once, sorted; nil if there are none.
    public var watching: [String]?

    public init(
        table: String,
        dice: Int,
        turn: Int,
        roll: Int,
        rolling: Bool,
        watchers: Int,
        owner: String? = nil,
        watching: [String]? = nil
    ) {
        self.owner = owner
        self.watching = watching
        self.table = table
        self.dice = dice
        self.turn = turn
        self.roll = roll
        self.rolling = rolling
        self.watchers = watchers
    }

    static let members = Members(
        component: "TableSummary",
        Self.init,
        Member("table", \.table, .tableName),
        Member("dice", \.dice, .integer(Limits.dicePerTable)),
        Member("turn", \.turn, .number),
        Member("roll", \.roll, .count),
        Member("rolling", \.rolling),
        Member("watchers", \.watchers, .count),
        Member(
            "owner",
            ifPresent: \.owner,
            .label,
            "Who made it, on a daemon that several users share."
        ),
        Member("watching", ifPresent: \.watching, .watching, watchingSummary)
    )
}
