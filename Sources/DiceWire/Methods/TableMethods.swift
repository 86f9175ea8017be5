public import DiceModel

extension Method where Params == CreateParams, Result == TableSnapshot {
    public static var create: Self {
        Self(
            "table.create",
            "Creates a table.",
            result: "snapshot",
            access: .hosts,
            table: { $0.table },
            errors: [.tableExists, .badGame, .storageFailed],
            examples: TableName("night").map {
                [
                    CreateParams(table: $0, SettingsChange(dice: [6, 20])),
                    CreateParams(table: $0, game: GameChoice("yahtzee")),
                ]
            } ?? []
        )
    }
}

extension Method where Params == ConfigureParams, Result == TableSnapshot {
    public static var configure: Self {
        Self(
            "table.configure",
            "Changes the dice, players, rolls per turn, pace, real-dice setting or game of a table.",
            result: "snapshot",
            access: .hosts,
            table: { $0.table },
            errors: [
                .tableNotFound, .busy, .turnOpen, .badGame, .gameOpen, .storageFailed,
            ],
            examples: [
                ConfigureParams(
                    table: .default,
                    SettingsChange(players: ["ann", "bo"], rollsPerTurn: 3)
                )
            ]
        )
    }
}

extension Method where Params == DeleteParams, Result == EmptyObject {
    public static var delete: Self {
        Self(
            "table.delete",
            "Deletes a table and its history; cancels its animations first.",
            access: .hosts,
            table: { $0.table },
            errors: [.tableNotFound, .storageFailed],
            examples: [DeleteParams(table: .default)]
        )
    }
}

extension Method where Params == GetParams, Result == TableSnapshot {
    public static var get: Self {
        Self(
            "table.get",
            "Returns a snapshot of a table.",
            result: "snapshot",
            isSafeToRepeat: true,
            table: { $0.table },
            player: { $0.viewer },
            errors: [.tableNotFound, .notAllowed, .storageFailed],
            examples: [GetParams(table: .default)]
        )
    }
}

extension Method where Params == WatchParams, Result == TableSnapshot {
    public static var watch: Self {
        Self(
            "table.watch",
            "Returns a snapshot of a table, then sends its frames and events until table.unwatch or close.",
            result: "snapshot",
            isSafeToRepeat: true,
            table: { $0.table },
            player: { $0.viewer },
            errors: [.tableNotFound, .notAllowed, .storageFailed],
            examples: [
                WatchParams(table: .default),
                WatchParams(table: .default, frames: .plan),
            ]
        )
    }
}

extension Method where Params == TableParams, Result == EmptyObject {
    public static var unwatch: Self {
        Self(
            "table.unwatch",
            "Ends table.watch.",
            isSafeToRepeat: true,
            table: { $0.table },
            errors: [.tableNotFound],
            examples: [TableParams(table: .default)]
        )
    }
}

/// The params of methods that only need a table.
public struct TableParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName

    public init(table: TableName) {
        self.table = table
    }

    static let blank = Self(table: .default)

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
    }
}

/// The params of `table.get`.
public struct GetParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The name of the viewer; `nil` for the connection's own name, or a stranger.
    public var viewer: String?

    public init(table: TableName, viewer: String? = nil) {
        self.table = table
        self.viewer = viewer
    }

    static let blank = Self(table: .default)

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field.viewer(&viewer)
    }
}

extension Fields {
    /// Visits the name of the viewer.
    mutating func viewer(_ viewer: inout String?) {
        self("viewer", &viewer, .label, "The name whose secret throws are visible.")
    }
}

/// The params of `table.create`.
public struct CreateParams: Message, Hashable {
    /// The new table's name.
    public var table: TableName
    /// The settings; the dice may be `nil` if the game defines them.
    public var settings: SettingsChange
    public var game: GameChoice?

    public init(
        table: TableName,
        _ settings: SettingsChange = SettingsChange(),
        game: GameChoice? = nil
    ) {
        self.table = table
        self.settings = settings
        self.game = game
    }

    static let blank = Self(table: .default)

    mutating func visit(_ field: inout Fields) {
        field("table", &table, .any, "The new table's name.")
        settings.visit(&field, dice: "a game has its own.")
        field.game(&game)
    }
}

/// The params of `table.configure`.
public struct ConfigureParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    public var change: SettingsChange
    public var game: GameChoice?

    public init(
        table: TableName,
        _ change: SettingsChange = SettingsChange(),
        game: GameChoice? = nil
    ) {
        self.table = table
        self.change = change
        self.game = game
    }

    static let blank = Self(table: .default)

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        change.visit(&field, dice: "they show 1.")
        field.game(&game)
    }
}

/// The params of `table.delete`.
public struct DeleteParams: Message, Hashable {
    /// The table; always present.
    public var table: TableName
    /// True if the client requests progress notifications.
    public var progress: Bool

    public init(table: TableName, progress: Bool = false) {
        self.table = table
        self.progress = progress
    }

    static let blank = Self(table: .default)

    mutating func visit(_ field: inout Fields) {
        field("table", &table, .any, "The table to delete.")
        field.progress(&progress)
    }
}

extension Fields {
    /// Visits the param that requests progress notifications, for requests that may take long.
    mutating func progress(_ isWanted: inout Bool) {
        self(
            "progress",
            &isWanted,
            default: false,
            "True to receive progress notifications; false by default."
        )
    }

    fileprivate mutating func game(_ game: inout GameChoice?) {
        self(
            "game",
            &game,
            .any,
            "The game: its name, its document (dice-games(7)), or \"\" for none."
        )
    }

    mutating func table(_ table: inout TableName) {
        self(
            "table",
            &table,
            default: .default,
            isWritten: true,
            "The table; \"default\" by default."
        )
    }

    mutating func by(_ name: inout String?) {
        self(
            "by",
            &name,
            .label,
            "The name to act as, shown at the table; the login name of the daemon's user by default."
        )
    }
}

extension Method where Params == EmptyObject, Result == ListResult {
    public static var list: Self {
        Self(
            "table.list",
            "Lists the tables by name.",
            result: "tables",
            isSafeToRepeat: true,
            errors: [.storageFailed]
        )
    }

    public static var watchList: Self {
        Self(
            "server.watch",
            "Lists the tables, then sends the list again when it changes, until server.unwatch or close.",
            result: "tables",
            isSafeToRepeat: true,
            errors: [.storageFailed]
        )
    }
}

extension Method where Params == EmptyObject, Result == EmptyObject {
    public static var unwatchList: Self {
        Self("server.unwatch", "Ends server.watch.", isSafeToRepeat: true)
    }
}

/// The result of `table.list`.
public struct ListResult: Message, Hashable {
    /// The tables, sorted by name.
    public var tables: [TableSummary]

    public init(tables: [TableSummary]) {
        self.tables = tables
    }

    static let component = "TableList"
    static var blank: Self { Self(tables: []) }

    mutating func visit(_ field: inout Fields) {
        field("tables", &tables, .atMost(Limits.tables))
    }
}
