import DiceModel

/// An element of `table.list`.
public struct TableSummary: Message, Hashable {
    public var table: String
    /// The number of dice.
    public var dice: Int
    /// The number of the open turn, from 1.
    public var turn: Int
    /// The number of rolls in the open turn so far.
    public var roll: Int
    /// True if any of its dice is in flight.
    public var rolling: Bool
    /// The number of connections that watch it.
    public var watchers: Int
    /// The name of its owner, on a shared daemon.
    public var owner: String?
    /// The watchers whose names are known, sorted and without duplicates; `nil` if there are none.
    public var watching: [String]?
    /// The place among the listed tables in the order in which they were created, from 1; `nil`
    /// from an older daemon.
    public var created: Int?

    public init(
        table: String,
        dice: Int,
        turn: Int,
        roll: Int,
        rolling: Bool,
        watchers: Int,
        owner: String? = nil,
        watching: [String]? = nil,
        created: Int? = nil
    ) {
        self.owner = owner
        self.watching = watching
        self.created = created
        self.table = table
        self.dice = dice
        self.turn = turn
        self.roll = roll
        self.rolling = rolling
        self.watchers = watchers
    }

    static var blank: Self {
        Self(table: "", dice: 0, turn: 0, roll: 0, rolling: false, watchers: 0)
    }

    mutating func visit(_ field: inout Fields) {
        field("table", &table, .tableName)
        field("dice", &dice, .integer(Limits.dicePerTable))
        field("turn", &turn, .number)
        field("roll", &roll, .count)
        field("rolling", &rolling)
        field("watchers", &watchers, .count)
        field("owner", &owner, .label, "The creator, on a shared daemon.")
        field("watching", &watching, .watching, watchingSummary)
        field(
            "created",
            &created,
            .number,
            "The place among these tables in the order in which they were created."
        )
    }
}
