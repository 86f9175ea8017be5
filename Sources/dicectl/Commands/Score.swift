import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel
import DicePlay
import DiceWire
import Glibc

struct Score: TableOptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "score",
        abstract: "Shows the score sheets, or ends the turn in a box.",
        discussion: """
            Write a box as you like: full house, Full-House, fh, or any prefix that means only one box. In a bank \
            game, dicectl end-turn banks the points.

            dicectl score                 the sheets, with the points that each open box would score
            dicectl score full house      end the turn in that box
            """
    )
    static let examples = ["score", "score full house"]

    @Argument(help: .init("The box; several words are joined.", valueName: "box"))
    var words: [String] = []

    @Flag(help: "Begin the next match.") var new = false

    @Flag(
        name: .shortAndLong,
        help:
            "Do not ask before a box gets 0 while another would score; required without a terminal."
    )
    var yes = false

    @OptionGroup var player: PlayerOption
    @OptionGroup var option: TableOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if new, !words.isEmpty {
            throw ValidationError(
                "--new begins a match and cannot fill a box; choose one"
            )
        }
    }

    func run() throws {
        let (client, table) = try context.open()
        let lines = { (state: TableSnapshot) in
            try Self.lines(state, client.document(of: table))
        }
        if new {
            try context.perform(
                .newGame,
                PlayerParams(table: table, by: player.name),
                on: client,
                plain: lines
            )
        } else if words.isEmpty {
            try context.perform(.get, GetParams(table: table), on: client, plain: lines)
        } else {
            guard let game = try client.call(.get, GetParams(table: table)).game else {
                throw CommandError.noGame
            }
            let document = client.document(of: table)
            let box = try sureBox(of: ScoreSheet(game, document), at: table, client)
            let params = EndTurnParams(table: table, by: player.name, box: box)
            try context.perform(.endTurn, params, on: client) {
                [EventText.line.turnEnded($0, game.rules(document))]
            }
        }
    }

    /// Returns the box to fill. A box that does not score needs confirmation if another box would
    /// score.
    private func sureBox(of sheet: ScoreSheet, at table: TableName, _ client: Client) throws
        -> String
    {
        if !context.json, let name = TableName(words.joined()),
            (try? client.call(.get, GetParams(table: name)))?.game != nil
        {
            context.say(
                "\(name) is also a table; to show its sheets: dicectl score -t \(name)"
            )
        }
        let box = try sheet.box(words.joined(separator: " "), at: table)
        guard !yes, let lost = sheet.loss(in: box) else { return box }
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandError.usage("\(lost); to fill it anyway, add --yes")
        }
        guard Output.confirms("\(lost). Fill it?") else {
            throw CommandError.declined("the turn continues")
        }
        return box
    }

    private static func lines(_ table: TableSnapshot, _ document: Game?) throws
        -> [String]
    {
        guard let game = table.game else {
            throw CommandError.noGame
        }
        let rules = game.rules(document)
        let ending = game.ending(rules).map { "; " + $0 } ?? ""
        let up =
            table.up.map { game.over ? [] : ["\(Printable.text($0)) is up\(ending)"] }
            ?? []
        let best = game.options.flatMap { _ in rules.flatMap(HintCache().stored) }?.box(
            table,
            game
        )
        let turn = game.turn.map { ["\($0) points in this turn"] } ?? []
        return [game.summary(document)] + ScoreSheet(game, document, best: best).lines
            + turn + up
    }
}

extension Score: QuickCommand {
    static let quickOptions: [QuickLine.Option] = [.table, .player, .new, .yes]

    init(_ line: QuickLine) throws {
        words = line.words
        new = line.has(.new)
        yes = line.has(.yes)
        player = try PlayerOption(line)
        option = try TableOption(line)
        common = CommonOptions(line)
    }
}

/// Each player's results in the ended matches, by game.
struct MatchTotals {
    static let header = ["GAME", "PLAYER", "MATCHES", "WON", "MEAN", "BEST"]
    let rows: [[String]]

    init(_ matches: [MatchRecord], _ document: Game?) {
        var found: [[String]: [(total: Int, hasWon: Bool)]] = [:]
        for match in matches where match.endedAt != nil {
            for sheet in match.sheets {
                let hasWon =
                    sheet.player.map { match.winners?.contains($0) == true } ?? false
                found[[match.game, sheet.player ?? "-"], default: []].append(
                    (sheet.total, hasWon)
                )
            }
        }
        rows = found.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
            key,
            played in
            let totals = Totals.PlayerTotals(
                turns: played.count,
                sum: played.reduce(0) { $0 + $1.total },
                best: played.map(\.total).max() ?? 0
            )
            return [
                Printable.text(document.title(ofGame: key[0])), Printable.text(key[1]),
                "\(played.count)",
                "\(played.count { $0.hasWon })", totals.mean, "\(totals.best)",
            ]
        }
    }
}
