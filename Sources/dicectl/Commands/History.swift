import ArgumentParser
import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel
import DiceWire

struct History: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Shows ended turns, newest first.",
        discussion: """
            Prints one line per turn: its id, the local time, the table, the player, the dice and their total:
            7 2026-11-20 23:59:01 default turn 3 ann: 4 6 [3] 1 5 = 19, 2 rolls

            dicectl history --since 'last monday'     everything since then
            dicectl history --by ann --all            ann's last turns at any table
            dicectl history --totals --since monday   turns, mean and best of each player
            dicectl history --csv >turns.csv          for a spreadsheet
            """
    )
    static let examples = ["history --since monday", "history --kind throw"]

    @Option(
        help: .init(
            "Show at most this many turns, 1 to 1000. Default: 20, or all with --since, --totals or --csv.",
            valueName: "count"
        )
    )
    var limit: Int?

    @Option(help: .init("Show only turns with ids lower than this.", valueName: "id"))
    var before: Int?

    @Flag(
        help:
            "Show one line per player instead: number of turns, mean and best."
    )
    var totals = false

    @Flag(help: "Print comma-separated values with a header, for spreadsheets.") var csv =
        false

    @Option(
        name: .customLong("kind"),
        help: .init(
            "Show turns (the default), throws, corrections, rests (players sitting out), or all.",
            valueName: "turn|throw|correction|rest|all"
        ),
        completion: .list(HistoryKind.allCases.map(\.rawValue)),
        transform: Self.kind
    )
    private var chosenKind: HistoryKind?
    private var kind: HistoryKind { archived ? .throw : chosenKind ?? .turn }

    @Flag(
        help:
            "Show only throws that were secret when archived; the daemon keeps them."
    )
    var archived = false

    @Flag(help: "Show times in UTC.") var utc = false

    @OptionGroup var options: HistoryOptions
    @OptionGroup var stranger: StrangerOption
    @OptionGroup var common: CommonOptions

    var tables: [TableName] { options.table.tables }

    func validate() throws {
        let isPossible = Limits.historyPage.contains(limit ?? 1)
        guard isPossible else {
            throw ValidationError("--limit must be a number from 1 to 1000")
        }
        if totals, kind != .turn {
            throw ValidationError(
                "--totals counts turns; omit --kind \(kind.rawValue)"
            )
        }
        if archived, chosenKind ?? .throw != .throw || totals {
            throw ValidationError(
                "--archived shows throws; omit --kind and --totals"
            )
        }
        guard before ?? 1 >= 1 else {
            throw ValidationError("--before is an id, 1 or higher")
        }
        if common.json,
            let other = [(totals, "--totals"), (csv, "--csv"), (utc, "--utc")].first(
                where: \.0
            )?.1
        {
            throw ValidationError(
                "--json cannot be used with \(other); choose one"
            )
        }
    }

    private static func kind(_ text: String) throws -> HistoryKind {
        let kinds = HistoryKind.allCases.map(\.rawValue).joined(separator: ", ")
        return try HistoryKind(rawValue: text).orInvalid("--kind is one of \(kinds)")
    }

    func run() throws {
        let (client, table) = try context.open()
        let viewer = try context.viewer(
            options.look.name,
            isStranger: stranger.isStranger,
            on: client
        )
        var query = options.query(
            table,
            before: before,
            kind: totals ? .turn : kind,
            viewer: viewer
        )
        query.archived = archived
        let isAnything =
            chosenKind == nil
            && (query.by, query.since, query.until, query.before) == (
                nil, nil, nil, nil
            )
        let maximum =
            limit
            ?? (totals || csv || options.range.since != nil
                ? nil : HistoryQuery.defaultLimit)
        var pages = HistoryPages(client, query, maximum: maximum)
        if context.json {
            return try printJSON(&pages)
        }
        if totals {
            return try printTotals(&pages)
        }
        let clock = utc ? WallClock.utc : .local
        var head = [HistoryForm.head]
        var isEmpty = true
        var games: [String: Game?] = [:]
        while let page = try pages.next() {
            isEmpty = isEmpty && page.entries.isEmpty
            if csv {
                try Output.rows(
                    head + page.entries.map { HistoryForm.fields($0, clock) }
                )
                head = []
            } else {
                for entry in page.entries
                where entry.turn?.score != nil || entry.correction != nil {
                    if games[entry.table] != nil {
                        continue
                    }
                    games[entry.table] = .some(
                        TableName(entry.table).flatMap { client.document(of: $0) }
                    )
                }
                let corrections = try pages.corrections(of: page.entries)
                try Output.lines(
                    page.entries.map {
                        HistoryForm.line(
                            $0,
                            clock,
                            games[$0.table] ?? nil,
                            corrections[$0.id]
                        )
                    }
                )
            }
        }
        pages.reportDamage()
        let older = pages.more || archived ? nil : pages.archived
        if isEmpty, isAnything, !csv, older == nil, !archived {
            let at = options.all ? " --all" : Advice.at(table)
            context.say(
                "no turn has ended; throws: dicectl history --kind throw\(at)"
            )
        }
        if pages.more, Window.isTerminal, !csv, let oldest = pages.query.before {
            Output.message("older turns: add --before \(oldest)")
        }
        if let older, Self.isOlder(older, wanted: query), Window.isTerminal, !csv {
            Output.message(EventText.archived(older))
        }
    }

    /// Returns true if archived entries could match the query.
    private static func isOlder(_ archived: Archived, wanted query: HistoryQuery)
        -> Bool
    {
        guard let since = query.since else { return true }
        return since.millisecondsSinceEpoch <= archived.at.millisecondsSinceEpoch
    }

    private func printTotals(_ pages: inout HistoryPages) throws {
        var totals = Totals()
        while let page = try pages.next() {
            totals.count(
                page.entries.compactMap(\.turn),
                corrected: try pages.corrections(of: page.entries).mapValues(\.score.points)
            )
        }
        pages.reportDamage()
        if csv {
            return try Output.rows(
                [Totals.header.map { $0.lowercased() }] + totals.rows
            )
        }
        try Output.lines(
            Columns.lines((Window.isTerminal ? [Totals.header] : []) + totals.rows)
        )
    }

    /// Prints one page verbatim, and joins several pages into one.
    private func printJSON(_ pages: inout HistoryPages) throws {
        guard let first = try pages.next() else { return }
        var whole = HistoryPage(entries: first.entries, more: pages.more)
        guard let second = try pages.next() else {
            return try Output.result(of: first.reply)
        }
        whole.entries += second.entries
        while let page = try pages.next() {
            whole.entries += page.entries
        }
        whole.more = pages.more
        whole.archived = pages.archived
        whole.damaged = pages.damaged > 0 ? pages.damaged : nil
        try Output.json(whole.jsonBytes())
    }
}

extension History: QuickCommand {
    static let quickOptions: [QuickLine.Option] = [.table, .player, .all]

    init(_ line: QuickLine) throws {
        limit = nil
        before = nil
        totals = false
        csv = false
        chosenKind = nil
        archived = false
        utc = false
        options = try HistoryOptions(line)
        stranger = StrangerOption(isStranger: false)
        common = CommonOptions(line)
    }
}
