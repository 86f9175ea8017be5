import ArgumentParser
import DiceDrawing
import DiceFollowing
import DiceGames
import DiceJudging
import DiceModel
import DicePlay
import DiceVerifying
import DiceWire

struct Review: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Shows what each decision of a match cost.",
        discussion: """
            For each player: the expected final score at the start, the effect of luck, the cost of decisions, and \
            the expected final score now, all under best play; then the three most costly decisions.

            dicectl review night             the last match, over or not
            dicectl review ./night.jsonl     a match in an export
            """
    )
    static let examples = ["review", "review odd --match 3 --player ann"]

    @Argument(
        help: .init(
            "The table, as with --table; or an export: a file with a slash or dot in its name, or - for standard input.",
            valueName: "table|file"
        ),
        completion: Completions.tableNames
    )
    var source: String?

    @Option(
        help: .init(
            "Review this match instead of the last one.",
            valueName: "number"
        )
    )
    var match: Int?

    @Option(
        help: .init("Review only this player.", valueName: "name"),
        completion: Completions.players,
        transform: Player.label
    )
    var player: String?

    @Flag(help: "Show all decisions that cost something.") var all = false

    @OptionGroup var option: TableOption
    @OptionGroup var common: CommonOptions

    private var file: String? {
        source.flatMap { $0 == "-" || $0.contains { "/.".contains($0) } ? $0 : nil }
    }
    private var named: TableName? {
        get throws {
            try option.table(or: file == nil ? source.map(TableOption.tableName) : nil)
        }
    }
    var tables: [TableName] { [try? named].compactMap(\.self) }

    func validate() throws {
        _ = try named
    }

    private func review(of entries: [HistoryEntry]) throws -> MatchReview? {
        do {
            return try MatchReview(match, of: entries) { try HintCache().table(of: $0) }
        } catch let error as ReviewError {
            throw CommandError.unverified(error.reason)
        }
    }

    func run() throws {
        let entries = if let file { try exported(file) } else { try entriesOfMatch() }
        guard let review = try review(of: entries) else {
            let which = match.map { "match \($0)" } ?? "a match"
            let at = Advice.at(try context.table())
            throw CommandError.declined(
                "the first turn of \(which) is missing; to list the matches: dicectl scores\(at); "
                    + "to review an archived one: dicectl review FILE"
            )
        }
        let players = review.players.filter { player == nil || $0.name == player }
        guard !players.isEmpty else {
            let names = EventText.names(review.match.players)
            throw CommandError.declined(
                "\(player ?? "") is not in match \(review.match.number); its players are \(names)"
            )
        }
        if context.json {
            let table = entries.last?.table ?? ""
            return try Output.json(
                ReviewAnswer(table: table, match: review.match, players: players)
                    .jsonBytes()
            )
        }
        guard let rules = review.match.game.localized.sheet else { return }
        try Output.lines(
            ReviewText(rules: rules).lines(review.match, players, maximum: all ? .max : 3)
        )
    }

    /// Returns the entries from the first turn of the match, oldest first.
    private func entriesOfMatch() throws -> [HistoryEntry] {
        let (client, table) = try context.open()
        var pages = HistoryPages(
            client,
            HistoryQuery(.one(table), kind: .all),
            maximum: nil
        )
        var entries: [HistoryEntry] = []
        while let page = try pages.next() {
            entries += page.entries
            let isWhole = page.entries.contains { MatchReview.begins($0, match) }
            // Rests before the first turn of the match may be on the next page.
            if isWhole, page.entries.last?.rest == nil {
                break
            }
        }
        return entries.reversed()
    }

    private func exported(_ path: String) throws -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        try ExportLine.forEachEntry(of: path, in: option.table, for: "review") { sent in
            if let entry = sent.entry {
                entries.append(entry)
            }
        }
        let tables = Set(entries.map(\.table)).sorted()
        guard tables.count < 2 else {
            throw CommandError.declined(
                "\(path) has several tables: \(EventText.names(tables)); choose one with --table"
            )
        }
        return entries
    }
}
