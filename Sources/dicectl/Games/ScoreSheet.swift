import DiceGames
import DiceModel

/// The sheets of a match as rows: one for each box, then the bonuses and the total; a column for each player, and one for
/// what the dice on the table would give.
struct ScoreSheet: Hashable {
    struct Row: Hashable {
        /// The name of the box; nil of a bonus and of the total.
        var box: String?
        var title: String
        /// Of each sheet; nil if it is open.
        var points: [Int?]
        /// What the dice would give here; nil if the turn cannot end here now.
        var option: BoxOption?
    }

    let rows: [Row]
    /// Over the columns; empty without players.
    let players: [String]

    init(_ game: GameState) {
        let rules = Game.all.first { $0.name == game.name }?.sheet.flatMap { Self.fits($0, game) ? $0 : nil }
        let known = (game.sheets.flatMap(\.boxes).map(\.name) + (game.options ?? []).map(\.box))
        let names =
            rules?.boxes.map(\.name)
            ?? known.enumerated().filter { !known[..<$0.offset].contains($0.element) }.map(\.element)
        let options = Dictionary((game.options ?? []).map { ($0.box, $0) }) { first, _ in first }
        var rows = names.map { name in
            Row(
                box: name, title: rules?[name]?.title ?? Self.words(name).joined(separator: " "),
                points: game.sheets.map { $0[name] }, option: options[name])
        }
        var bonuses: [String] = []
        for bonus in rules?.bonuses.map(\.name) ?? game.sheets.flatMap({ $0.bonuses.map(\.name) })
        where !bonuses.contains(bonus) { bonuses.append(bonus) }
        for bonus in bonuses {
            let title = rules?.bonuses.first { $0.name == bonus }?.title ?? bonus
            let points = game.sheets.map { sheet in sheet.bonuses.first { $0.name == bonus }?.points }
            rows.append(Row(title: title, points: points))
        }
        rows.append(Row(title: "Total", points: game.sheets.map(\.total)))
        self.rows = rows
        players = game.sheets.compactMap(\.player)
    }

    /// Whether the built-in game is the one that is played, and not another of its name.
    private static func fits(_ rules: SheetRules, _ game: GameState) -> Bool {
        game.rounds == rules.boxes.count
            && (game.sheets.flatMap(\.boxes).map(\.name) + (game.options ?? []).map(\.box)).allSatisfy {
                rules[$0] != nil
            }
    }

    /// The row of the box that gives most now, the first of several.
    var best: Int? {
        rows.indices.filter { rows[$0].option != nil }.max {
            (rows[$0].option?.points ?? 0, -$0) < (rows[$1].option?.points ?? 0, -$1)
        }
    }

    /// `0 points in Ones, and 25 in Full house`: what a turn that ends in this box loses, if it does.
    func loss(in box: String) -> String? {
        guard let row = rows.first(where: { $0.box == box }), row.option?.points == 0,
            let best = best.map({ rows[$0] }),
            let most = best.option?.points, most > 0
        else { return nil }
        return "0 points in \(row.title), and \(most) in \(best.title)"
    }

    /// The row that a line below the head shows; nil for a line that there is not.
    func row(ofLine line: Int) -> Row? { rows.indices.contains(line) ? rows[line] : nil }

    /// Plain lines: a head, if it says anything, and the sheets side by side; the open boxes with what the dice would give,
    /// and the best of them marked.
    var lines: [String] {
        let (head, body) = table(Array(players.indices), hasOptions: rows.contains { $0.option != nil })
        return (head.isEmpty ? [] : [head]) + body
    }

    /// The same in so many columns, whatever the dice show: only the sheet of `up` if not all fit, and names and titles cut
    /// rather than points.
    func lines(in columns: Int, up: String?, _ glyphs: Glyphs) -> (head: String, body: [String]) {
        let all = table(Array(players.indices), hasOptions: true)
        if columns == .max || width(all) <= columns { return all }
        let one = players.firstIndex { $0 == up }.map { [$0] } ?? Array(players.indices.prefix(1))
        let excess = width(table(one, hasOptions: true)) - columns
        let title = rows.map { DisplayWidth.of($0.title) }.max() ?? 0
        return table(one, hasOptions: true) { glyphs.cut($0, to: max(3, title - max(0, excess))) }
    }

    private func width(_ table: (head: String, body: [String])) -> Int {
        ([table.head] + table.body).map { DisplayWidth.of($0) }.max() ?? 0
    }

    /// The sheets of these players; of one alone, the name stands over the titles.
    private func table(
        _ shown: [Int], hasOptions: Bool, cut: ((String) -> String)? = nil
    ) -> (head: String, body: [String]) {
        let names = shown.map { Printable.text(players[$0]) }
        let now = hasOptions ? ["now "] : []
        let head = cut.map { [$0(names.first ?? "")] + names.map { _ in "   " } } ?? [""] + names
        let sheets = players.isEmpty ? Array((rows.first?.points ?? []).indices) : shown
        let body = rows.enumerated().map { index, row in
            let option = row.option.map {
                "\($0.points)\($0.isJoker && cut == nil ? " joker" : "")\(index == best ? " *" : "")"
            }
            let title = Printable.text(row.title)
            return [cut?(title) ?? title] + sheets.map { row.points[$0].map(String.init) ?? "-" }
                + (hasOptions ? [option ?? ""] : [])
        }
        let heads = players.isEmpty ? [cut?("") ?? ""] + sheets.map { _ in "   " } : head
        let lines = Columns.lines([heads + now] + body).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
        return (lines[0], Array(lines.dropFirst()))
    }

    /// `Full house would give 25, the most`, or `Ones: ann 3, bo open`
    func sentence(of row: Row) -> String {
        let title = Printable.text(row.title)
        if let option = row.option {
            let isBest = best.map { rows[$0] == row } ?? false
            return
                "\(title) would give \(option.points)\(option.isJoker ? " as a joker" : "")\(isBest ? ", the most" : "")"
        }
        let points = row.points.enumerated().map { index, points in
            (players.indices.contains(index) ? Printable.text(players[index]) + " " : "")
                + (points.map(String.init) ?? (row.box == nil ? "none" : "open"))
        }
        return "\(title): \(points.joined(separator: ", "))"
    }

    /// `three of a kind` of `threeOfAKind`.
    static func words(_ name: String) -> [String] {
        name.reduce(into: [""]) { words, letter in
            if letter.isUppercase, words != [""] { words.append("") }
            words[words.count - 1] += letter.lowercased()
        }
    }

    /// The box that a person means: its name or title, a prefix that means one alone, or its initials.
    func box(_ text: String) throws -> String {
        func plain(_ text: some StringProtocol) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
        let wanted = plain(text)
        let boxes = rows.compactMap { row in row.box.map { (name: $0, words: Self.words($0), title: row.title) } }
        let tests: [((name: String, words: [String], title: String)) -> Bool] = [
            { plain($0.name) == wanted || plain($0.title) == wanted },
            { plain($0.name).hasPrefix(wanted) || plain($0.title).hasPrefix(wanted) },
            { $0.words.compactMap(\.first).map(String.init).joined() == wanted },
        ]
        for test in tests where !wanted.isEmpty {
            let found = boxes.filter(test)
            if found.count == 1 { return found[0].name }
            if found.count > 1 {
                throw CommandError.declined("\"\(text)\" may mean \(found.map(\.name).joined(separator: " or "))")
            }
        }
        let all = boxes.map(\.name)
        let question = Suggestion.didYouMean(text, all) ?? "; the boxes are \(all.joined(separator: ", "))"
        throw CommandError.declined("the game has no box \"\(Printable.text(text))\"\(question)")
    }
}

extension GameState {
    /// `yahtzee, match 1, round 3 of 13`, and how it stands.
    var summary: String {
        let rounds = rounds.map { " of \($0)" } ?? ""
        return "\(Printable.text(name)), match \(match), round \(round)\(rounds)\(over ? ": " + result : "")"
    }

    /// `ann has won with 254, 12 ahead`, once the match is over.
    var result: String {
        guard let winners, let winner = winners.first else {
            return "the match is over with \(standing.first?.total ?? 0)"
        }
        let points = sheets.first { $0.player == winner }?.total ?? 0
        if winners.count > 1 { return "\(EventText.names(winners)) have won with \(points) each" }
        let lead = ahead(winner).map { $0 > 0 ? ", \($0) ahead" : ", by a hand that wins at once" } ?? ""
        return "\(Printable.text(winner)) has won with \(points)\(lead)"
    }

    /// How it stands in words, the longest first: `match 2, round 3 of 13: ann 38, bo 20, ann +18`.
    var standings: [String] {
        let of = rounds.map { " of \($0)" } ?? ""
        let totals =
            sheets.map { ($0.player.map { Printable.text($0) + " " } ?? "") + "\($0.total)" }
            .joined(separator: ", ") + (turn.map { ", \($0) in this turn" } ?? "")
        let first = standing.first?.player
        let lead = first.flatMap { name in ahead(name).map { $0 > 0 ? ", \(Printable.text(name)) +\($0)" : "" } } ?? ""
        let long = "round \(round)\(of): \(totals)"
        return ["match \(match), \(long)\(lead)", long + lead, long, totals]
    }

    /// The sheets, the one with most points first.
    private var standing: [Sheet] { sheets.sorted { $0.total > $1.total } }

    /// By how much the best of the others has less; nil without others.
    private func ahead(_ player: String) -> Int? {
        let (own, others) = (sheets.filter { $0.player == player }, sheets.filter { $0.player != player })
        return others.map(\.total).max().map { (own.first?.total ?? 0) - $0 }
    }
}
