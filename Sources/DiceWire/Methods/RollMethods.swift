public import DiceModel

extension Method where Params == RollParams, Result == RollResult {
    public static var roll: Self {
        Self(
            "table.roll",
            "Rolls dice; responds when the last die has settled.",
            result: "roll",
            access: .players,
            answersAtRest: true,
            table: { $0.table },
            player: { $0.by },
            errors: [
                .tableNotFound, .busy, .allLocked, .noSuchDie, .dieLocked, .notYourTurn,
                .noRollsLeft,
                .rollAllFirst, .gameOver, .noScore, .commitmentChanged, .wrongFaces,
                .storageFailed,
            ],
            examples: [
                RollParams(table: .default),
                RollParams(table: .default, dice: [1], animate: false, by: "ann"),
            ]
        )
    }
}

extension Method where Params == CancelParams, Result == CancelResult {
    public static var cancel: Self {
        Self(
            "table.cancel",
            "Settles the dice of the roll or of a throw at once, on the faces already drawn.",
            result: "cancelled",
            access: .players,
            table: { $0.table },
            player: { $0.by },
            errors: [.tableNotFound, .notYourTurn, .storageFailed],
            examples: [CancelParams(table: .default)]
        )
    }
}

extension Method where Params == LockParams, Result == TableSnapshot {
    public static var lock: Self {
        Self(
            "table.lock",
            "Locks dice, so that rolls leave them alone.",
            result: "snapshot",
            access: .players,
            table: { $0.table },
            player: { $0.by },
            errors: lockErrors,
            examples: [
                LockParams(table: .default, dice: [1]),
                LockParams(table: .default, dice: [], only: true, by: "ann"),
            ]
        )
    }
}

private let lockErrors: [ErrorCode] = [
    .tableNotFound, .dieAnimating, .noSuchDie, .nothingRolled, .notYourTurn, .noScore,
    .storageFailed,
]

extension Method where Params == DiceParams, Result == TableSnapshot {
    public static var unlock: Self { locks("table.unlock", "Unlocks dice.") }
    public static var toggleLock: Self {
        locks(
            "table.toggleLock",
            "Toggles the locks of dice."
        )
    }

    private static func locks(_ name: String, _ summary: String) -> Self {
        Self(
            name,
            summary,
            result: "snapshot",
            access: .players,
            table: { $0.table },
            player: { $0.by },
            errors: lockErrors,
            examples: [DiceParams(table: .default, dice: [1])]
        )
    }
}

extension Method where Params == EndTurnParams, Result == Turn {
    public static var endTurn: Self {
        Self(
            "table.endTurn",
            "Writes the turn to history, unlocks every die and begins the next turn.",
            result: "entry",
            access: .players,
            table: { $0.table },
            player: { $0.absent ? nil : $0.by },
            errors: [
                .tableNotFound, .busy, .nothingRolled, .notYourTurn, .gameOver,
                .boxNeeded,
                .boxTaken, .noSuchBox,
                .boxNotAllowed, .noScore, .storageFailed,
            ],
            examples: [
                EndTurnParams(table: .default),
                EndTurnParams(table: .default, box: "chance"),
                EndTurnParams(table: .default, by: "bo", absent: true),
            ]
        )
    }
}

extension Fields {
    mutating func sheets(_ areWanted: inout Bool) {
        self(
            "sheets",
            &areWanted,
            default: true,
            "False to omit unchanged sheets of a game; true by default."
        )
    }
}

/// The params of `table.cancel`.
public struct CancelParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The number of the throw to settle; `nil` for the roll.
    public var number: Int?
    /// The acting name, 1 to 64 printable characters; `nil` for the login name of the daemon's
    /// user.
    public var by: String?

    public init(table: TableName, number: Int? = nil, by: String? = nil) {
        self.table = table
        self.number = number
        self.by = by
    }

    static let blank = Self(table: .default)

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field(
            "throw",
            &number,
            .within(1...Int.max),
            "The throw to settle; the roll by default."
        )
        field.by(&by)
    }
}

/// The result of `table.cancel`.
public struct CancelResult: Message, Hashable {
    /// The numbers of the dice that were settled.
    public var cancelled: [Int]

    public init(cancelled: [Int]) {
        self.cancelled = cancelled
    }

    static var blank: Self { Self(cancelled: []) }

    mutating func visit(_ field: inout Fields) {
        field("cancelled", &cancelled, .numbers)
    }
}

/// The params of `table.lock`.
public struct LockParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The numbers of the dice, from 1; at least one, or `only`.
    public var dice: [Int]
    /// True if all other dice are unlocked.
    public var only: Bool
    /// The acting name, 1 to 64 printable characters; `nil` for the login name of the daemon's
    /// user.
    public var by: String?

    public init(table: TableName, dice: [Int], only: Bool = false, by: String? = nil) {
        self.table = table
        self.dice = dice
        self.only = only
        self.by = by
    }

    static var blank: Self { Self(table: .default, dice: []) }

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field(
            "dice",
            &dice,
            .anyDieNumbers,
            "The numbers of the dice; may be empty only with \"only\"."
        )
        field("only", &only, default: false, "True to unlock all other dice; false by default.")
        field.by(&by)
    }
}

/// The params of `table.unlock` and `table.toggleLock`.
public struct DiceParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The numbers of the dice, from 1; at least one.
    public var dice: [Int]
    /// The acting name, 1 to 64 printable characters; `nil` for the login name of the daemon's
    /// user.
    public var by: String?

    public init(table: TableName, dice: [Int], by: String? = nil) {
        self.table = table
        self.dice = dice
        self.by = by
    }

    static var blank: Self { Self(table: .default, dice: []) }

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field("dice", &dice, .dieNumbers, "The numbers of the dice.")
        field.by(&by)
    }
}

/// The params of `table.endTurn`.
public struct PlayerParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The acting name, 1 to 64 printable characters; `nil` for the login name of the daemon's
    /// user.
    public var by: String?

    public init(table: TableName, by: String? = nil) {
        self.table = table
        self.by = by
    }

    static let blank = Self(table: .default)

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field.by(&by)
    }
}
