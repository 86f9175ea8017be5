public import DiceGames
public import DiceModel

/// The result of `table.roll`.
@dynamicMemberLookup
public struct RollResult: Message, Hashable {
    public var table: String
    /// The number of the turn, from 1.
    public var turn: Int
    /// The number of the roll in its turn, from 1.
    public var roll: Int
    /// The name of the roller.
    public var by: String
    /// The outcome; completed if the dice settled in their own time.
    public var outcome: RollOutcome
    /// The reason for a cancellation or a void roll.
    public var reason: CancelReason?
    /// The numbers of the dice that were rolled, ascending.
    public var rolled: [Int]
    /// The state of every die at the table when the roll's last die settled.
    public var dice: [DieState]
    /// The sum of `dice`.
    public var total: Int
    /// The number of rolls that the turn has left; `nil` for any number.
    public var rollsLeft: Int?
    /// The SHA-256 of the open turn's seed, in hex; `nil` for a turn that predates seeds.
    public var commitment: String?
    public var chance: RollChance
    /// The names of contributors that did not reveal, if the roll is void.
    public var absent: [String]?
    /// The state of the game after the roll.
    public var game: GameState?

    public init(
        table: String,
        turn: Int,
        roll: Int,
        by: String,
        outcome: RollOutcome,
        reason: CancelReason?,
        rolled: [Int],
        dice: [DieState],
        total: Int,
        rollsLeft: Int? = nil,
        commitment: String? = nil,
        chance: RollChance = RollChance(),
        absent: [String]? = nil,
        game: GameState? = nil
    ) {
        self.table = table
        self.turn = turn
        self.roll = roll
        self.by = by
        self.outcome = outcome
        self.reason = reason
        self.rolled = rolled
        self.dice = dice
        self.total = total
        self.rollsLeft = rollsLeft
        self.commitment = commitment
        self.chance = chance
        self.absent = absent
        self.game = game
    }

    // The group's members appear as direct properties, as on the wire.

    public subscript<Value>(dynamicMember member: WritableKeyPath<RollChance, Value>)
        -> Value
    {
        get { chance[keyPath: member] }
        set { chance[keyPath: member] = newValue }
    }

    static var blank: Self {
        Self(
            table: "",
            turn: 0,
            roll: 0,
            by: "",
            outcome: .completed,
            reason: nil,
            rolled: [],
            dice: [],
            total: 0
        )
    }

    mutating func visit(_ field: inout Fields) {
        field("table", &table, .tableName)
        field("turn", &turn, .number)
        field("roll", &roll, .number)
        field("by", &by, .label)
        field("outcome", &outcome)
        field("reason", &reason)
        field("rolled", &rolled, .numbers)
        field("dice", &dice, .everyDie(\.die))
        field("total", &total, .sum)
        field.rollsLeft(&rollsLeft)
        field("commitment", &commitment, .digest, "The SHA-256 of the open turn's seed.")
        chance.visit(&field)
        field.absent(&absent)
        field("game", &game)
    }
}
