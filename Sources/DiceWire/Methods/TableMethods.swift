public import DiceModel

extension Method where Params == CreateParams, Result == TableSnapshot {
    public static var create: Self {
        Self(
            "table.create", "Makes a table.", result: "snapshot", access: .unconfined, table: { $0.table },
            errors: [.tableExists, .badGame, .storageFailed],
            examples: TableName("night").map {
                [CreateParams(table: $0, dice: [6, 20]), CreateParams(table: $0, game: GameChoice("yahtzee"))]
            } ?? [])
    }
}

extension Method where Params == ConfigureParams, Result == TableSnapshot {
    public static var configure: Self {
        Self(
            "table.configure",
            "Changes a table's dice, its players, how many rolls a turn may have, its pace, or its game.",
            result: "snapshot", access: .unconfined, table: { $0.table },
            errors: [.tableNotFound, .busy, .turnOpen, .badGame, .gameOpen, .storageFailed],
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

extension Method where Params == GetParams, Result == TableSnapshot {
    public static var get: Self {
        Self(
            "table.get", "Shows a table.", result: "snapshot", isSafeToRepeat: true, table: { $0.table },
            player: { $0.viewer }, errors: [.tableNotFound, .notAllowed, .storageFailed],
            examples: [GetParams(table: .default)])
    }
}

extension Method where Params == WatchParams, Result == TableSnapshot {
    public static var watch: Self {
        Self(
            "table.watch", "Shows a table, then sends its frames and events until table.unwatch or close.",
            result: "snapshot", isSafeToRepeat: true, table: { $0.table }, player: { $0.viewer },
            errors: [.tableNotFound, .notAllowed, .storageFailed],
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
    /// `default` if a request leaves it out.
    public var table: TableName

    public init(table: TableName) {
        self.table = table
    }

    static let members = Members(Self.init, .table(\.table))
}

/// The params of `table.get`.
public struct GetParams: Message, Hashable {
    /// `default` if a request leaves it out.
    public var table: TableName
    /// Who looks; nil for the connection's own name, or a stranger.
    public var viewer: String?

    public init(table: TableName, viewer: String? = nil) { (self.table, self.viewer) = (table, viewer) }

    static let members = Members(Self.init, .table(\.table), .viewer(\.viewer))
}

extension Member where Value == String? {
    /// Who looks.
    static func viewer(_ value: @escaping @Sendable (Root) -> String?) -> Self {
        Self("viewer", ifPresent: value, .label, "Who looks, and sees the secret throws of that name.")
    }
}

/// The params of `table.watch`.
public struct WatchParams: Message, Hashable {
    /// `default` if a request leaves it out.
    public var table: TableName
    /// How the watcher is told of values in passing.
    public var frames: FrameKind
    /// Who looks; nil for the connection's own name, or a stranger.
    public var viewer: String?
    /// Whether a game comes with its sheets though none has changed.
    public var sheets: Bool

    public init(table: TableName, frames: FrameKind = .values, viewer: String? = nil, sheets: Bool = true) {
        (self.table, self.frames, self.viewer, self.sheets) = (table, frames, viewer, sheets)
    }

    static let members = Members(
        Self.init, .table(\.table),
        Member(
            "frames", \.frames, default: FrameKind.values,
            "\"values\", as they show, by default; \"plan\" tells them when the dice start."),
        .viewer(\.viewer), .sheets(\.sheets))
}

/// The params of `table.create`.
public struct CreateParams: Message, Hashable {
    /// The new table's name.
    public var table: TableName
    /// Sides of each die, 2 to 1,000; 1 to 1,000 dice. Nil for those of the game.
    public var dice: [Int]?
    /// In the order in which they are up, each once; nil for everybody.
    public var players: [String]?
    /// 1 to 1,000; nil for any number.
    public var rollsPerTurn: Int?
    /// How many times faster than usual the dice move; one of `Limits.pace`.
    public var pace: Double?
    public var game: GameChoice?

    public init(
        table: TableName, dice: [Int]? = nil, players: [String]? = nil, rollsPerTurn: Int? = nil,
        pace: Double? = nil, game: GameChoice? = nil
    ) {
        (self.table, self.dice, self.players) = (table, dice, players)
        (self.rollsPerTurn, self.pace, self.game) = (rollsPerTurn, pace, game)
    }

    static let members = Members(
        Self.init,
        Member("table", \.table, TableName.wireForm, "The new table's name."),
        Member("dice", ifPresent: \.dice, .sides, "The sides of each die, 1 to 1,000 dice; a game has its own."),
        .players(\.players), .rollsPerTurn(\.rollsPerTurn), .pace(\.pace), .game(\.game))
}

/// The params of `table.configure`. What is nil stays as it is.
public struct ConfigureParams: Message, Hashable {
    /// `default` if a request leaves it out.
    public var table: TableName
    /// Sides of each die, 2 to 1,000; 1 to 1,000 dice.
    public var dice: [Int]?
    /// The players in the order of their turns, each once; empty for everybody.
    public var players: [String]?
    /// 1 to 1,000; 0 for any number.
    public var rollsPerTurn: Int?
    /// How many times faster than usual the dice move; one of `Limits.pace`.
    public var pace: Double?
    public var game: GameChoice?

    public init(
        table: TableName, dice: [Int]? = nil, players: [String]? = nil, rollsPerTurn: Int? = nil,
        pace: Double? = nil, game: GameChoice? = nil
    ) {
        (self.table, self.dice, self.players) = (table, dice, players)
        (self.rollsPerTurn, self.pace, self.game) = (rollsPerTurn, pace, game)
    }

    static let members = Members(
        Self.init,
        .table(\.table),
        Member("dice", ifPresent: \.dice, .sides, "The sides of each die, 1 to 1,000 dice; they show 1."),
        .players(\.players), .rollsPerTurn(\.rollsPerTurn), .pace(\.pace), .game(\.game))
}

/// The params of `table.delete`.
public struct DeleteParams: Message, Hashable {
    /// Never left out.
    public var table: TableName

    public init(table: TableName) {
        self.table = table
    }

    static let members = Members(Self.init, Member("table", \.table, TableName.wireForm, "The table to delete."))
}

extension Member {
    fileprivate static func players(_ players: @escaping @Sendable (Root) -> [String]?) -> Self
    where Value == [String]? {
        Self(
            "players", ifPresent: players, .players, "The players in the order in which they are up; [] for everybody.")
    }

    fileprivate static func rollsPerTurn(_ rolls: @escaping @Sendable (Root) -> Int?) -> Self where Value == Int? {
        Self(
            "rollsPerTurn", ifPresent: rolls, .within(0...Limits.rollsPerTurn),
            "How many rolls a turn may have; 0 for any number.")
    }

    fileprivate static func pace(_ pace: @escaping @Sendable (Root) -> Double?) -> Self where Value == Double? {
        Self("pace", ifPresent: pace, .within(Limits.pace), "How many times faster than usual the dice move.")
    }

    fileprivate static func game(_ game: @escaping @Sendable (Root) -> GameChoice?) -> Self where Value == GameChoice? {
        Self(
            "game", ifPresent: game, GameChoice.wireForm,
            "What is played: a game's name, its document (dice-games(7)), or \"\" for nothing.")
    }

    static func table(_ table: @escaping @Sendable (Root) -> TableName) -> Self where Value == TableName {
        Self("table", table, default: .default, isAlwaysWritten: true, "The table; \"default\" if it is left out.")
    }

    static func by(_ by: @escaping @Sendable (Root) -> String?) -> Self where Value == String? {
        Self(
            "by", ifPresent: by, .label,
            "Who asks, as shown to everyone at the table; the login name of the daemon's user by default.")
    }
}

extension Method where Params == EmptyObject, Result == ListResult {
    public static var list: Self {
        Self(
            "table.list", "Lists the tables by name.", result: "tables", isSafeToRepeat: true, errors: [.storageFailed])
    }

    public static var watchList: Self {
        Self(
            "server.watch",
            "Lists the tables, then sends the list anew when it changes, until server.unwatch or close.",
            result: "tables", isSafeToRepeat: true, errors: [.storageFailed])
    }
}

extension Method where Params == EmptyObject, Result == EmptyObject {
    public static var unwatchList: Self { Self("server.unwatch", "Ends server.watch.", isSafeToRepeat: true) }
}

/// The result of `table.list`.
public struct ListResult: Message, Hashable {
    /// The tables, sorted by name.
    public var tables: [TableSummary]

    public init(tables: [TableSummary]) {
        self.tables = tables
    }

    static let members = Members(component: "TableList", Self.init, Member("tables", \.tables, .atMost(Limits.tables)))
}

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
        table: String, dice: Int, turn: Int, roll: Int, rolling: Bool, watchers: Int, owner: String? = nil,
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
        component: "TableSummary", Self.init,
        Member("table", \.table, .tableName),
        Member("dice", \.dice, .integer(Limits.dicePerTable)),
        Member("turn", \.turn, .number),
        Member("roll", \.roll, .count),
        Member("rolling", \.rolling),
        Member("watchers", \.watchers, .count),
        Member("owner", ifPresent: \.owner, .label, "Who made it, on a daemon that several users share."),
        Member("watching", ifPresent: \.watching, .watching, watchingSummary))
}
