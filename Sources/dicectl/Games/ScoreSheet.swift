internal import DiceGames
internal import DiceModel

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

    /// Whether a game that comes along is the one that is played, and not another of its name.
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

    /// How many of `lines` stand over the first row.
    private var headLines: Int { players.isEmpty && !rows.contains { $0.option != nil } ? 0 : 1 }

    /// The row that a line shows; nil for the head, and for a line that there is not.
    func row(ofLine line: Int) -> Row? {
        rows.indices.contains(line - headLines) ? rows[line - headLines] : nil
    }

    /// The line of the box that gives most now.
    var bestLine: Int? { best.map { $0 + headLines } }

    /// Plain lines: the sheets side by side, the open boxes with what the dice would give, and the best of them marked.
    var lines: [String] {
        let hasOptions = rows.contains { $0.option != nil }
        let head = [[""] + players.map(Printable.text) + (hasOptions ? ["now"] : [])]
        let best = best
        let body = rows.enumerated().map { index, row in
            let now = row.option.map { "\($0.points)\($0.isJoker ? " joker" : "")\(index == best ? " *" : "")" } ?? ""
            return [Printable.text(row.title)] + row.points.map { $0.map(String.init) ?? "-" }
                + (hasOptions ? [now] : [])
        }
        return Columns.lines((headLines == 0 ? [] : head) + body).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
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
        let totals = sheets.map(\.total).sorted(by: >)
        guard let winners, let winner = winners.first else { return "over with \(totals.first ?? 0)" }
        let points = sheets.first { $0.player == winner }?.total ?? 0
        if winners.count > 1 { return "\(EventText.names(winners)) have won with \(points) each" }
        let others = sheets.filter { $0.player != winner }.map(\.total).max()
        let lead = others.map { points > $0 ? ", \(points - $0) ahead" : ", by a hand that wins at once" } ?? ""
        return "\(Printable.text(winner)) has won with \(points)\(lead)"
    }
}
