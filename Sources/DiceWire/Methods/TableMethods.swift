public import DiceModel

extension Method where Params == CreateParams, Result == TableSnapshot {
    public static var create: Self {
        Self(
            "table.create", "Makes a table.", result: "snapshot", access: .unconfined, table: { $0.table },
            errors: [.tableExists, .storageFailed],
            examples: TableName("night").map { [CreateParams(table: $0, dice: [6, 20])] } ?? [])
    }
}

extension Method where Params == ConfigureParams, Result == TableSnapshot {
    public static var configure: Self {
        Self(
            "table.configure", "Changes a table's dice, its players or how many rolls a turn may have.",
            result: "snapshot", access: .unconfined, table: { $0.table },
            errors: [.tableNotFound, .busy, .turnOpen, .storageFailed],
            examples: [ConfigureParams(table: .default, players: ["ann", "bo"], rollsPerTurn: 3)])
    }
}

extension Method where Params == DeleteParams, Result == EmptyObject {
    public static var delete: Self {
        Self(
            "table.delete", "Deletes a table with its history; its animations are cancelled first.",
            access: .unconfined, table: { $0.table }, errors: [.tableNotFound, .storageFailed],
            examples: [DeleteParams(table: .default)])
    }
}

extension Method where Params == TableParams, Result == TableSnapshot {
    public static var get: Self {
        Self(
            "table.get", "Shows a table.", result: "snapshot", isSafeToRepeat: true, table: { $0.table },
            errors: [.tableNotFound, .storageFailed], examples: [TableParams(table: .default)])
    }
}

extension Method where Params == WatchParams, Result == TableSnapshot {
    public static var watch: Self {
        Self(
            "table.watch", "Shows a table, then sends its frames and events until table.unwatch or close.",
            result: "snapshot", isSafeToRepeat: true, table: { $0.table }, errors: [.tableNotFound, .storageFailed],
            examples: [WatchParams(table: .default), WatchParams(table: .default, frames: .plan)])
    }
}

extension Method where Params == TableParams, Result == EmptyObject {
    public static var unwatch: Self {
        Self(
            "table.unwatch", "Ends table.watch.", isSafeToRepeat: true, table: { $0.table }, errors: [.tableNotFound],
            examples: [TableParams(table: .default)])
    }
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

/// The params of `table.delete`.
public struct DeleteParams: Message, Hashable {
    /// Never left out.
    public var table: TableName

    public init(table: TableName) {
        self.table = table
    }

    static let members = Members(Self.init, Member("table", \.table, .tableName, "The table to delete."))
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
}
