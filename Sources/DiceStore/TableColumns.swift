import DiceGames
import DiceModel
import DiceProof
import DiceTable

/// Columns of `tables` that are written together, and a table's values for them.
struct TableColumns: Sendable {
    private struct Column: Sendable {
        let name: String
        let value: @Sendable (StoredTable) -> any Bindable

        init(_ name: String, _ value: @escaping @Sendable (StoredTable) -> any Bindable) {
            self.name = name
            self.value = value
        }
    }

    private let columns: [Column]
    private let insertion: String
    private let change: String

    private init(_ columns: [Column]) {
        self.columns = columns
        let names = columns.map(\.name)
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        insertion =
            "INSERT INTO tables (\(names.joined(separator: ", "))) VALUES (\(marks))"
        change =
            "UPDATE tables SET \(names.map { $0 + " = ?" }.joined(separator: ", ")) WHERE name = ?"
    }

    /// The columns that any change to a table may affect.
    static let changing = TableColumns([
        Column("turn") { $0.turn },
        Column("rollCount") { $0.rollCount },
        Column("dice") { Records.json(TableDice($0.dice)) },
        Column("players") { Records.json($0.settings.players ?? []) },
        Column("up") { $0.settings.up ?? "" },
        Column("rollsPerTurn") { $0.settings.rollsPerTurn ?? 0 },
        Column("pace") { "\($0.settings.pace ?? 1)" },
        Column("hand") { $0.settings.hand == true ? 1 : 0 },
        Column("match") { $0.match.map { Records.json($0.progress) } ?? "" },
        Column("goesOn") { $0.continuesFullTurn ? 1 : 0 },
        Column("edition") { $0.edition },
    ])

    /// The columns in `changing` plus the seed, which changes with the turn.
    static let ofTurn = TableColumns(changing.columns + seed)
    /// The columns of a new table.
    static let all = TableColumns(changing.columns + seed + lasting)

    private static let seed = [
        Column("commitment") { $0.seed?.commitment ?? "" },
        Column("seed") { $0.seed?.seed?.hex ?? "" },
        Column("seeded") { $0.seed?.isDerived == true ? 1 : 0 },
    ]

    private static let lasting = [
        Column("name") { $0.name.description },
        Column("throwCount") { $0.throwCount },
        Column("owner") { $0.owner ?? "" },
        Column("throwSeed") { $0.throwSeed?.seed?.hex ?? "" },
        Column("throwSeeded") { $0.throwSeed?.isDerived == true ? 1 : 0 },
        Column("game") { $0.match.map { Records.json($0.game) } ?? "" },
    ]

    func insert(_ table: StoredTable, _ connection: inout SQLiteConnection) throws {
        try connection.run(insertion, values: columns.map { $0.value(table) })
    }

    /// Updates a row that must exist: a late save must not recreate a deleted table.
    func update(_ table: StoredTable, _ connection: inout SQLiteConnection) throws {
        try connection.run(
            change,
            values: columns.map { $0.value(table) } + [table.name.description]
        )
        guard connection.changes == 1 else {
            throw StoreErrorText.Missing(what: "table '\(table.name)'")
        }
    }
}

extension Records {
    static func table(_ row: SQLiteRow) throws -> StoredTable {
        let reader = RowReader(row, table: "name")
        let dice = try reader.json(TableDice.self, "dice").dice
        try reader.require(Limits.dicePerTable.contains(dice.count), "dice")
        try reader.require(dice.allSatisfy(isPossible), "dice")
        return StoredTable(
            name: try name(row),
            turn: try reader.int("turn", atLeast: 1),
            rollCount: try reader.int("rollCount", atLeast: 0),
            voids: try row.has("voids")
                ? VoidRolls(reader.json([[String]].self, "voids")) : VoidRolls(),
            goesOn: try reader.flag("goesOn") == true,
            edition: try row.has("edition")
                ? reader.int("edition", atLeast: 1) : Edition.current,
            settings: try settings(row, reader),
            lastRoller: row.text("lastRoller").flatMap(label),
            throwCount: try row.has("throwCount")
                ? reader.int("throwCount", atLeast: 0) : 0,
            owner: owner(row),
            seed: try row.has("seed")
                ? reader.seed(
                    "seed",
                    "seeded",
                    commitment: row.text("commitment") ?? ""
                ) : nil,
            throwSeed: try row.has("throwSeed")
                ? reader.seed("throwSeed", "throwSeeded") : nil,
            match: try match(row, reader),
            dice: dice,
            archived: try archived(row, reader)
        )
    }

    /// Returns the archived and pruned part of a table's history; `nil` if there is no such part or
    /// no such table.
    static func archived(of table: TableName, _ connection: inout SQLiteConnection)
        throws
        -> Archived?
    {
        let found = try connection.first(
            "SELECT * FROM tables WHERE name = ?",
            table.description
        ) { row in
            try archived(row, RowReader(row, table: "name"))
        }
        return found ?? nil
    }

    /// Returns the archived and pruned part of a table's history; `nil` if there is none.
    static func archived(_ row: SQLiteRow, _ reader: RowReader) throws -> Archived? {
        guard row.has("archivedLast") else { return nil }
        let last = try reader.int("archivedLast", atLeast: 0)
        guard last > 0 else { return nil }
        guard let chain = try reader.digest("archivedChain") else {
            throw Damaged(
                table: row.text("name") ?? "?",
                reason: "its column archivedChain is invalid"
            )
        }
        return Archived(
            entries: try reader.int("archivedEntries", atLeast: 1),
            last: last,
            chain: chain,
            at: try reader.instant("archivedAt")
        )
    }

    private static func settings(_ row: SQLiteRow, _ reader: RowReader) throws
        -> TableSettings
    {
        guard row.has("players") else { return TableSettings() }
        let players = try reader.json([String].self, "players")
        try reader.require(
            Set(players).count == players.count
                && Limits.players.contains(players.count),
            "players"
        )
        let rolls = try reader.int("rollsPerTurn", atLeast: 0)
        let pace = try row.has("pace") ? reader.checked("pace") { Double($0) } : 1
        try reader.require(Limits.pace.contains(pace), "pace")
        var settings = TableSettings(up: row.text("up"))
        settings.apply(
            SettingsChange(
                players: players,
                rollsPerTurn: rolls,
                pace: pace,
                hand: try reader.flag("hand")
            )
        )
        return settings
    }

    /// Returns `nil` without a game.
    private static func match(_ row: SQLiteRow, _ reader: RowReader) throws -> Match? {
        guard row.has("match"), row.text("match") != "" else { return nil }
        let game = try reader.json(Game.self, "game")
        let progress = try reader.json(Match.Progress.self, "match")
        return try reader.checked("match") { _ in Match(game, progress) }
    }
}
