public import DiceModel

/// The params of `hello`.
public struct HelloParams: Message, Hashable {
    /// Any but `protocolVersion` is refused.
    public var protocolNumber: Int
    /// The program's name and version, 1 to 64 printable characters; nil says nothing.
    public var client: String?

    public init(protocolNumber: Int = protocolVersion, client: String? = nil) {
        self.protocolNumber = protocolNumber
        self.client = client
    }

    static let members = Members(
        Self.init,
        Member("protocol", \.protocolNumber, .number, "The protocol number: 1."),
        Member("client", ifPresent: \.client, .label, "The program's name and version, for the daemon's log."))
}

/// The params of the methods that are about a table and nothing else.
public struct TableParams: Message, Hashable {
    /// `default` where a request leaves it out.
    public var table: TableName

    public init(table: TableName) {
        self.table = table
    }

    static let members = Members(Self.init, .table(\.table))
}

/// The params of `table.watch`.
public struct WatchParams: Message, Hashable {
    /// `default` where a request leaves it out.
    public var table: TableName
    /// How the watcher is told of values in passing.
    public var frames: FrameKind

    public init(table: TableName, frames: FrameKind = .values) {
        self.table = table
        self.frames = frames
    }

    static let members = Members(
        Self.init, .table(\.table),
        Member(
            "frames", \.frames, FrameKind.wireForm, default: .values, isAlwaysWritten: false,
            "\"values\", as they show, by default; \"plan\" tells them when the dice start."))
}

/// The params of `table.delete`.
public struct DeleteParams: Message, Hashable {
    /// Never left out.
    public var table: TableName

    public init(table: TableName) {
        self.table = table
    }

    static let members = Members(Self.init, Member("table", \.table, .tableName, "The table to delete."))
}

/// The params of `table.create`.
public struct CreateParams: Message, Hashable {
    /// The new table's name.
    public var table: TableName
    /// Sides of each die, 2 to 1,000; 1 to 1,000 dice.
    public var dice: [Int]

    public init(table: TableName, dice: [Int]) {
        self.table = table
        self.dice = dice
    }

    static let members = Members(
        Self.init,
        Member("table", \.table, .tableName, "The new table's name."),
        Member("dice", \.dice, .sides, "The sides of each die, 1 to 1,000 dice."))
}

/// The params of `table.roll`.
public struct RollParams: Message, Hashable {
    /// `default` where a request leaves it out.
    public var table: TableName
    /// The numbers of the dice to roll, from 1; nil rolls every unlocked die.
    public var dice: [Int]?
    /// Whether the dice tumble for 0.5 to 1.25 s before they settle.
    public var animate: Bool
    /// Whether dice in flight are cancelled instead of the roll refused.
    public var restart: Bool
    /// Who rolls, 1 to 64 printable characters; nil for the login name of the daemon's user.
    public var by: String?
    /// 16 bytes in hex that nobody could foretell; nil adds nothing to the chance.
    public var entropy: String?

    public init(
        table: TableName, dice: [Int]? = nil, animate: Bool = true, restart: Bool = false, by: String? = nil,
        entropy: String? = nil
    ) {
        self.entropy = entropy
        self.table = table
        self.dice = dice
        self.animate = animate
        self.restart = restart
        self.by = by
    }

    static let members = Members(
        Self.init,
        .table(\.table),
        Member("dice", ifPresent: \.dice, .dieNumbers, "The dice to roll; every unlocked one by default."),
        Member(
            "animate", \.animate, .boolean, default: true, isAlwaysWritten: false,
            "Whether the dice tumble first; true by default."),
        Member(
            "restart", \.restart, .boolean, default: false, isAlwaysWritten: false,
            "Whether dice in flight are cancelled instead of the roll refused; false by default."),
        .by(\.by), .addedEntropy(\.entropy))
}

/// The params of `table.throw`: an expression, or the name of a saved one.
public struct ThrowParams: Message, Hashable {
    /// `default` where a request leaves it out.
    public var table: TableName
    /// In dice notation.
    public var expression: String?
    /// The name of a saved roll, in place of an expression.
    public var saved: RollName?
    /// The values of the expression's parameters, by name.
    public var values: ParameterValues?
    /// What it is for, 1 to 64 printable characters.
    public var label: String?
    /// Whether the dice tumble first.
    public var animate: Bool
    /// Who throws, 1 to 64 printable characters; nil for the login name of the daemon's user.
    public var by: String?
    /// 16 bytes in hex that nobody could foretell; nil adds nothing to the chance.
    public var entropy: String?

    public init(
        table: TableName, expression: String? = nil, saved: RollName? = nil, values: ParameterValues? = nil,
        label: String? = nil, animate: Bool = true, by: String? = nil, entropy: String? = nil
    ) {
        self.entropy = entropy
        self.table = table
        self.expression = expression
        self.saved = saved
        self.values = values
        self.label = label
        self.animate = animate
        self.by = by
    }

    static let members = Members(
        Self.init,
        .table(\.table),
        Member("expression", ifPresent: \.expression, .text, "What to roll, in dice notation (dice-notation(7))."),
        Member("saved", ifPresent: \.saved, RollName.wireForm, "The name of a saved roll, in place of an expression."),
        Member("values", ifPresent: \.values, ParameterValues.wireForm, "The values of its parameters."),
        Member("label", ifPresent: \.label, .label, "What the throw is for."),
        Member(
            "animate", \.animate, .boolean, default: true, isAlwaysWritten: false,
            "Whether the dice tumble first; true by default."),
        .by(\.by), .addedEntropy(\.entropy))
}

/// The params of `table.cancel`.
public struct CancelParams: Message, Hashable {
    /// `default` where a request leaves it out.
    public var table: TableName
    /// The number of the throw to settle; nil for the roll.
    public var number: Int?
    /// Who asks, 1 to 64 printable characters; nil for the login name of the daemon's user.
    public var by: String?

    public init(table: TableName, number: Int? = nil, by: String? = nil) {
        self.table = table
        self.number = number
        self.by = by
    }

    static let members = Members(
        Self.init, .table(\.table),
        Member(
            "throw", ifPresent: \.number, .within(1...Int.max), "The throw to settle; the roll where it is left out."),
        .by(\.by))
}

/// The params of the methods that change locks.
public struct DiceParams: Message, Hashable {
    /// `default` where a request leaves it out.
    public var table: TableName
    /// The numbers of the dice, from 1; at least one.
    public var dice: [Int]
    /// Who asks, 1 to 64 printable characters; nil for the login name of the daemon's user.
    public var by: String?

    public init(table: TableName, dice: [Int], by: String? = nil) {
        self.table = table
        self.dice = dice
        self.by = by
    }

    static let members = Members(
        Self.init,
        .table(\.table),
        Member("dice", \.dice, .dieNumbers, "The numbers of the dice."),
        .by(\.by))
}

/// The params of `table.configure`. What is nil stays as it is.
public struct ConfigureParams: Message, Hashable {
    /// `default` where a request leaves it out.
    public var table: TableName
    /// Sides of each die, 2 to 1,000; 1 to 1,000 dice.
    public var dice: [Int]?
    /// In the order in which they are up, each once; empty for everybody.
    public var players: [String]?
    /// 1 to 1,000; 0 for any number.
    public var rollsPerTurn: Int?

    public init(table: TableName, dice: [Int]? = nil, players: [String]? = nil, rollsPerTurn: Int? = nil) {
        self.table = table
        self.dice = dice
        self.players = players
        self.rollsPerTurn = rollsPerTurn
    }

    static let members = Members(
        Self.init,
        .table(\.table),
        Member("dice", ifPresent: \.dice, .sides, "The sides of each die, 1 to 1,000 dice; they show 1."),
        Member(
            "players", ifPresent: \.players, .players,
            "The players in the order in which they are up; [] for everybody."),
        Member(
            "rollsPerTurn", ifPresent: \.rollsPerTurn, .within(0...Limits.rollsPerTurn),
            "How many rolls a turn may have; 0 for any number."))
}

/// The params of `table.endTurn`.
public struct PlayerParams: Message, Hashable {
    /// `default` where a request leaves it out.
    public var table: TableName
    /// Who asks, 1 to 64 printable characters; nil for the login name of the daemon's user.
    public var by: String?

    public init(table: TableName, by: String? = nil) {
        self.table = table
        self.by = by
    }

    static let members = Members(Self.init, .table(\.table), .by(\.by))
}

/// The params of `server.backup`.
public struct BackupParams: Message, Hashable {
    /// An absolute path on the daemon's machine.
    public var path: String
    /// Whether a file that is there already is replaced.
    public var force: Bool

    public init(path: String, force: Bool = false) {
        self.path = path
        self.force = force
    }

    static let members = Members(
        Self.init,
        Member("path", \.path, .absolutePath, "The file to write, on the daemon's machine."),
        Member(
            "force", \.force, .boolean, default: false, isAlwaysWritten: false,
            "Whether a file that is there already is replaced; false by default."))
}

extension Member {
    static func table(_ table: @escaping @Sendable (Root) -> TableName) -> Self where Value == TableName {
        Self("table", table, .tableName, default: .default, "The table; \"default\" where it is left out.")
    }

    static func by(_ by: @escaping @Sendable (Root) -> String?) -> Self where Value == String? {
        Self(
            "by", ifPresent: by, .label,
            "Who asks, as shown to everyone at the table; the login name of the daemon's user by default.")
    }

    fileprivate static func addedEntropy(_ entropy: @escaping @Sendable (Root) -> String?) -> Self
    where Value == String? {
        Self(
            "entropy", ifPresent: entropy, .entropy, "16 bytes in hex that nobody could foretell, to add to the chance."
        )
    }
}
