import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel
import DiceWire
import Glibc

struct Scores: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scores",
        abstract: "Lists a table's matches and the players' records.",
        discussion: """
            One line per match, newest first; then each player's matches, wins, mean and best, by game.
            """
    )
    static let examples = ["scores", "scores odd --csv"]

    @Flag(
        help:
            "Print comma-separated values with a header, one line for each player of each match."
    )
    var csv = false

    @OptionGroup var table: TableArgument
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if csv, common.json {
            throw ValidationError(
                "--json cannot be used with --csv; choose one"
            )
        }
    }

    func run() throws {
        let (client, table) = try context.open()
        var params = MatchesParams(table: table, limit: Limits.historyPage.upperBound)
        let reply = try client.call(Method.matches(params))
        var found = try reply.result(of: .matches)
        if context.json, !found.more {
            return try Output.result(of: reply)
        }
        // The daemon limits the length of its answers.
        while found.more, let last = found.matches.last {
            params.before = last.match
            let next = try client.call(.matches, params)
            guard next.matches.allSatisfy({ $0.match < last.match }) else {
                throw ClientError.garbled("the next page of matches does not continue the last one")
            }
            found.matches = found.matches + next.matches
            found.more = next.more && !next.matches.isEmpty
        }
        if context.json {
            return try Output.json(found.jsonBytes())
        }
        if csv {
            return try Output.rows(Self.table(found.matches))
        }
        guard !found.matches.isEmpty else {
            let at = Advice.at(params.table)
            let nothing = "no matches yet; to show the sheets: dicectl score\(at)"
            return try Output.line(context.calling(nothing))
        }
        let document = client.document(of: table)
        let totals = MatchTotals(found.matches, document).rows
        try Output.lines(
            found.matches.map { Self.line($0, document) } + [""]
                + Columns.lines([MatchTotals.header] + totals)
        )
    }

    /// `3 2026-11-20 23:59:01 Yahtzee: ann 254, bo 242; ann has won with 254, 12 ahead`
    private static func line(_ match: MatchRecord, _ document: Game?) -> String {
        let game = GameState(
            name: match.game,
            match: match.match,
            round: 1,
            over: match.endedAt != nil,
            winners: match.winners,
            sheets: match.sheets
        )
        let totals = match.sheets.map {
            ($0.player.map { Printable.text($0) + " " } ?? "") + "\($0.total)"
        }
        let time = WallClock.local.text(match.startedAt)
        return
            "\(match.match) \(time) \(Printable.text(document.title(ofGame: match.game))): \(totals.joined(separator: ", "))"
            + (match.endedAt == nil ? "" : "; \(game.result)")
    }

    private static func table(_ matches: [MatchRecord]) -> [[String]] {
        [["match", "game", "started", "ended", "player", "total", "won"]]
            + matches.flatMap { match in
                match.sheets.map { sheet in
                    let hasWon =
                        match.winners.map {
                            sheet.player.map($0.contains) ?? false ? "1" : "0"
                        }
                        ?? ""
                    return [
                        "\(match.match)", match.game,
                        WallClock.local.text(match.startedAt),
                        match.endedAt.map(WallClock.local.text) ?? "",
                        sheet.player ?? "",
                        "\(sheet.total)", hasWon,
                    ]
                }
            }
    }
}

extension Scores: QuickCommand {
    static let quickOptions: [QuickLine.Option] = [.table]

    init(_ line: QuickLine) throws {
        csv = false
        table = try TableArgument(line)
        common = CommonOptions(line)
    }
}
