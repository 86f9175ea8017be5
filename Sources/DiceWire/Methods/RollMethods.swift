public import DiceGames
public import DiceModel

extension Method where Params == RollParams, Result == RollResult {
    public static var roll: Self {
        Self(
            "table.roll", "Rolls dice; answers when the last of them has settled.", result: "roll", access: .players,
            answersAtRest: true, table: { $0.table }, player: { $0.by },
            errors: [
                .tableNotFound, .busy, .allLocked, .noSuchDie, .dieLocked, .notYourTurn, .noRollsLeft,
                .rollAllFirst, .gameOver, .noScore, .commitmentChanged, .storageFailed,
            ],
            examples: [RollParams(table: .default), RollParams(table: .default, dice: [1], animate: false, by: "ann")])
    }
}

extension Method where Params == CancelParams, Result == CancelResult {
    public static var cancel: Self {
        Self(
            "table.cancel", "Settles the dice of the roll, or of a throw, at once, on the faces already drawn.",
            result: "cancelled", access: .players, table: { $0.table }, player: { $0.by },
            errors: [.tableNotFound, .notYourTurn, .storageFailed], examples: [CancelParams(table: .default)])
    }
}

extension Method where Params == LockParams, Result == TableSnapshot {
    public static var lock: Self {
        Self(
            "table.lock", "Locks dice, so that rolls leave them alone.", result: "snapshot", access: .players,
            table: { $0.table }, player: { $0.by }, errors: lockErrors,
            examples: [
                LockParams(table: .default, dice: [1]),
                LockParams(table: .default, dice: [], only: true, by: "ann"),
            ])
    }
}

private let lockErrors: [ErrorCode] = [
    .tableNotFound, .dieAnimating, .noSuchDie, .nothingRolled, .notYourTurn, .noScore, .storageFailed,
]

extension Method where Params == DiceParams, Result == TableSnapshot {
    public static var unlock: Self { locks("table.unlock", "Unlocks dice.") }
    public static var toggleLock: Self {
        locks("table.toggleLock", "Locks the unlocked and unlocks the locked of the named dice.")
    }

    private static func locks(_ name: String, _ summary: String) -> Self {
        Self(
            name, summary, result: "snapshot", access: .players, table: { $0.table }, player: { $0.by },
            errors: lockErrors, examples: [DiceParams(table: .default, dice: [1])])
    }
}

extension Method where Params == EndTurnParams, Result == Turn {
    public static var endTurn: Self {
        Self(
            "table.endTurn", "Writes the turn to history, unlocks every die and begins the next turn.",
            result: "entry", access: .players, table: { $0.table }, player: { $0.by },
            errors: [
                .tableNotFound, .busy, .nothingRolled, .notYourTurn, .gameOver, .boxNeeded, .boxTaken, .noSuchBox,
                .boxNotAllowed, .noScore, .storageFailed,
            ],
            examples: [EndTurnParams(table: .default), EndTurnParams(table: .default, box: "chance")])
    }
}

/// The params of `table.roll`.
public struct RollParams: Message, Hashable {
    /// `default` if a request leaves it out.
    public var table: TableName
    /// The numbers of the dice to roll, from 1; nil rolls every unlocked die.
    public var dice: [Int]?
    /// Whether the dice tumble for 0.5 to 1.25 s before they settle.
    public var animate: Bool
    /// Whether dice in flight are cancelled instead of the roll refused.
    public var restart: Bool
    /// Who rolls, 1 to 64 printable characters; nil for the login name of the daemon's user.
    public var by: String?
    /// 16 bytes in hex that nobody could foretell; nil contributes nothing.
    public var entropy: String?
    /// Whether the reply's game has its sheets though none has changed.
    public var sheets: Bool

    public init(
        table: TableName, dice: [Int]? = nil, animate: Bool = true, restart: Bool = false, by: String? = nil,
        entropy: String? = nil, sheets: Bool = true
    ) {
        self.entropy = entropy
        self.table = table
        self.dice = dice
        self.animate = animate
        self.restart = restart
        (self.by, self.sheets) = (by, sheets)
    }

    static let members = Members(
        Self.init,
        .table(\.table),
        Member("dice", ifPresent: \.dice, .dieNumbers, "The dice to roll; every unlocked one by default."),
        Member("animate", \.animate, default: true, "Whether the dice tumble first; true by default."),
        Member(
            "restart", \.restart, default: false,
            "Whether dice in flight are cancelled instead of the roll refused; false by default."),
        .by(\.by), .addedEntropy(\.entropy), .sheets(\.sheets))
}

extension Member where Value == Bool {
    static func sheets(_ value: @escaping @Sendable (Root) -> Bool) -> Self {
        Self(
            "sheets", value, default: true,
            "Whether a game comes with its sheets though none has changed; true by default.")
    }
}

/// The result of `table.roll`.
@dynamicMemberLookup
public struct RollResult: Message, Hashable {
    public var table: String
    /// The number of the turn, from 1.
    public var turn: Int
    /// The number of the roll in its turn, from 1.
    public var roll: Int
    /// Who rolled.
    public var by: String
    /// Whether the dice settled in their own time.
    public var outcome: RollOutcome
    /// Why the roll was cancelled, if it was.
    public var reason: CancelReason?
    /// The numbers of the dice that were rolled, ascending.
    public var rolled: [Int]
    /// Every die of the table as it stood when the roll's last die settled.
    public var dice: [DieState]
    /// The sum of `dice`.
    public var total: Int
    /// How many rolls the turn has left; nil for any number.
    public var rollsLeft: Int?
    /// The SHA-256 of the open turn's seed, in hex; nil for a turn made before there were seeds.
    public var commitment: String?
    public var chance: RollChance
    /// Who did not answer, if the roll is void.
    public var absent: [String]?
    /// What the dice are played for, as it stands after the roll.
    public var game: GameState?

    public init(
        table: String, turn: Int, roll: Int, by: String, outcome: RollOutcome, reason: CancelReason?, rolled: [Int],
        dice: [DieState], total: Int, rollsLeft: Int? = nil, commitment: String? = nil,
        chance: RollChance = RollChance(), absent: [String]? = nil, game: GameState? = nil
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

    // What stands in its group is its own, as on the wire.

    public subscript<Value>(dynamicMember member: WritableKeyPath<RollChance, Value>) -> Value {
        get { chance[keyPath: member] }
        set { chance[keyPath: member] = newValue }
    }

    static let members = Members(
        component: "RollResult", Self.init,
        Member("table", \.table, .tableName),
        Member("turn", \.turn, .number),
        Member("roll", \.roll, .number),
        Member("by", \.by, .label),
        Member("outcome", \.outcome),
        Member("reason", ifPresent: \.reason),
        Member("rolled", \.rolled, .numbers),
        Member("dice", \.dice, .everyDie(\.die)),
        Member("total", \.total, .count),
        Member(
            "rollsLeft", ifPresent: \.rollsLeft, .count, "How many rolls the turn has left, of as many as it may have."),
        .commitment("commitment", \.commitment, "The SHA-256 of the open turn's seed."),
        Member(inline: \.chance, as: RollChance.members), .absent(\.absent), Member("game", ifPresent: \.game))
}

/// The params of `table.cancel`.
public struct CancelParams: Message, Hashable {
    /// `default` if a request leaves it out.
    public var table: TableName
    /// The number of the throw to settle; nil for the roll.
    public var number: Int?
    /// Who asks, 1 to 64 printable characters; nil for the login name of the daemon's user.
    public var by: String?

    public init(table: TableName, number: Int? = nil, by: String? = nil) {
        (self.table, self.number, self.by) = (table, number, by)
    }

    static let members = Members(
        Self.init, .table(\.table),
        Member(
            "throw", ifPresent: \.number, .within(1...Int.max), "The throw to settle; the roll if it is left out."),
        .by(\.by))
}

/// The result of `table.cancel`.
public struct CancelResult: Message, Hashable {
    /// The numbers of the dice that were settled.
    public var cancelled: [Int]

    public init(cancelled: [Int]) {
        self.cancelled = cancelled
    }

    static let members = Members(
        component: "CancelResult", Self.init, Member("cancelled", \.cancelled, .numbers))
}

/// The params of `table.lock`.
public struct LockParams: Message, Hashable {
    /// `default` if a request leaves it out.
    public var table: TableName
    /// The numbers of the dice, from 1; at least one, or `only`.
    public var dice: [Int]
    /// Whether all others are unlocked.
    public var only: Bool
    /// Who asks, 1 to 64 printable characters; nil for the login name of the daemon's user.
    public var by: String?

    public init(table: TableName, dice: [Int], only: Bool = false, by: String? = nil) {
        (self.table, self.dice, self.only, self.by) = (table, dice, only, by)
    }

    static let members = Members(
        Self.init, .table(\.table),
        Member("dice", \.dice, .anyDieNumbers, "The numbers of the dice; none only with \"only\"."),
        Member("only", \.only, default: false, "Whether all others are unlocked; false by default."), .by(\.by))
}

/// The params of `table.unlock` and `table.toggleLock`.
public struct DiceParams: Message, Hashable {
    /// `default` if a request leaves it out.
    public var table: TableName
    /// The numbers of the dice, from 1; at least one.
    public var dice: [Int]
    /// Who asks, 1 to 64 printable characters; nil for the login name of the daemon's user.
    public var by: String?

    public init(table: TableName, dice: [Int], by: String? = nil) {
        (self.table, self.dice, self.by) = (table, dice, by)
    }

    static let members = Members(
        Self.init,
        .table(\.table),
        Member("dice", \.dice, .dieNumbers, "The numbers of the dice."),
        .by(\.by))
}

/// The params of `table.endTurn`.
public struct PlayerParams: Message, Hashable {
    /// `default` if a request leaves it out.
    public var table: TableName
    /// Who asks, 1 to 64 printable characters; nil for the login name of the daemon's user.
    public var by: String?

    public init(table: TableName, by: String? = nil) {
        self.table = table
        self.by = by
    }

    static let members = Members(Self.init, .table(\.table), .by(\.by))
}
