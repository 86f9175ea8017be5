import DiceGames
@_spi(_Unicode) import Swift

/// The sheets of a match as rows: one for each box, behind those of a bonus what they hold
/// together, then the bonuses and the total; a column for each player, and one for what the dice on
/// the table would give. Its words are those of the game.
struct ScoreSheet: Hashable {
    struct Row: Hashable {
        /// The name of the box; nil of a sum, of a bonus and of the total.
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
    /// The row of the box that the hints would fill now; nil without hints.
    let best: Int?
    /// Over the options, as wide as these can be: `30J*` of a joker that is the best.
    private let now: String

    /// - Parameter best: the box that the hints would fill now.
    init(_ game: GameState, _ document: Game? = nil, best: String? = nil) {
        let rules = game.rules(document)?.sheet
        // No document has words for these.
        let isGerman = ["kniffel", "zehntausend"].contains(game.name)
        now = isGerman ? "jetzt" : "now "
        // Where it is not known, by the names that occur.
        let names = Set(
            game.sheets.flatMap(\.boxes).map(\.name) + (game.options ?? []).map(\.box)
        )
        .sorted()
        let boxes =
            rules?.boxes ?? names.map { Box($0, Game?.none.title(of: $0), .fixed(0)) }
        let gained = Set(game.sheets.flatMap(\.bonuses).map(\.name)).sorted()
        let bonuses =
            rules?.bonuses ?? gained.map { Bonus($0, $0, .again(""), points: 0) }
        var rows = boxes.map { box in
            Row(
                box: box.name,
                title: box.title,
                points: game.sheets.map { $0[box.name] },
                option: game.options?.first { $0.box == box.name }
            )
        }
        for bonus in bonuses {
            guard case .sum(let boxes, let least) = bonus.cause else { continue }
            let title =
                (isGerman ? "Summe (\(least) für " : "Sum (\(least) for ")
                + "\(bonus.points))"
            let sums = game.sheets.map { sheet in
                boxes.reduce(0) { $0 + (sheet[$1] ?? 0) }
            }
            let last =
                rows.lastIndex { $0.box.map(boxes.contains) == true } ?? rows.count - 1
            rows.insert(Row(title: title, points: sums), at: last + 1)
        }
        rows += bonuses.map { bonus in
            Row(
                title: bonus.title,
                points: game.sheets.map {
                    $0.bonuses.first { $0.name == bonus.name }?.points
                }
            )
        }
        rows.append(
            Row(title: isGerman ? "Gesamt" : "Total", points: game.sheets.map(\.total))
        )
        self.rows = rows
        self.best = rows.firstIndex { $0.box == best && best != nil }
        players = game.sheets.compactMap(\.player)
    }

    /// The row of the box that gives most now, the first of several.
    var most: Int? {
        rows.indices.filter { rows[$0].option != nil }.max {
            (rows[$0].option?.points ?? 0, -$0) < (rows[$1].option?.points ?? 0, -$1)
        }
    }

    /// `0 points in Ones, and 25 in Full house`: what a turn that ends in this box loses, if it
    /// does.
    func loss(in box: String) -> String? {
        guard let row = rows.first(where: { $0.box == box }), row.option?.points == 0,
            let most = most.map({ rows[$0] }), let points = most.option?.points,
            points > 0
        else { return nil }
        return "0 points in \(row.title), and \(points) in \(most.title)"
    }

    /// The row that a line below the head shows; nil for a line that there is not.
    func row(ofLine line: Int) -> Row? {
        rows.indices.contains(line) ? rows[line] : nil
    }

    /// Plain lines: a head, if it says anything, and the sheets side by side; the open boxes with
    /// what the dice would give, and the one that the hints would fill marked.
    var lines: [String] {
        let (head, body) = table(
            Array(players.indices),
            hasOptions: rows.contains { $0.option != nil }
        )
        return [head.trimmed].filter { !$0.isEmpty } + body
    }

    /// The same in so many columns, as wide whatever the dice show and the sheets hold: only the
    /// sheet of `up` if not all fit, and names and titles cut rather than points.
    func lines(in columns: Int, up: String?, _ glyphs: Glyphs) -> (
        head: String, body: [String]
    ) {
        let all = table(Array(players.indices), hasOptions: true)
        if columns == .max || width(all) <= columns {
            return all
        }
        let one =
            players.firstIndex { $0 == up }.map { [$0] }
            ?? Array(players.indices.prefix(1))
        let excess = width(table(one, hasOptions: true)) - columns
        let title = rows.map { DisplayWidth.of($0.title) }.max() ?? 0
        return table(one, hasOptions: true) {
            glyphs.cut($0, to: max(3, title - max(0, excess)))
        }
    }

    private func width(_ table: (head: String, body: [String])) -> Int {
        ([table.head] + table.body).map { DisplayWidth.of($0) }.max() ?? 0
    }

    /// The sheets of these players; of one alone, the name stands over the titles.
    private func table(
        _ shown: [Int],
        hasOptions: Bool,
        cut: ((String) -> String)? = nil
    ) -> (head: String, body: [String]) {
        // There is room for three digits from the start.
        let names = shown.map { Printable.text(players[$0]) }.map {
            $0 + String(repeating: " ", count: max(0, 3 - DisplayWidth.of($0)))
        }
        let now = hasOptions ? [now] : []
        let head =
            cut.map { [$0(names.first ?? "")] + names.map { _ in "   " } } ?? [""]
            + names
        let sheets = players.isEmpty ? Array((rows.first?.points ?? []).indices) : shown
        let body = rows.enumerated().map { index, row in
            let option = row.option.map { option in
                let star = index == best ? "*" : ""
                let space = index == best ? " " : ""
                return "\(option.points)" + (option.isJoker ? "J" : space) + star
            }
            let title = Printable.text(row.title)
            return [cut?(title) ?? title]
                + sheets.map { row.points[$0].map(String.init) ?? "-" }
                + (hasOptions ? [option ?? ""] : [])
        }
        let heads =
            players.isEmpty ? [cut?("") ?? ""] + sheets.map { _ in "   " } : head
        let lines = Columns.lines([heads + now] + body)
        return (lines[0], lines.dropFirst().map(\.trimmed))
    }

    /// `Full house would give 25, the most`, or `Ones: ann 3, bo open`
    func sentence(of row: Row) -> String {
        let title = Printable.text(row.title)
        if let option = row.option {
            let isBest = best.map { rows[$0] == row } == true
            let isMost = most.map { rows[$0] == row } == true
            let praise =
                if isBest {
                    ", the best choice"
                } else {
                    isMost ? ", the most" : ""
                }
            return
                "\(title) would give \(option.points)\(option.isJoker ? " as a joker" : "")\(praise)"
        }
        let points = row.points.enumerated().map { index, points in
            (players.indices.contains(index)
                ? Printable.text(players[index]) + " " : "")
                + (points.map(String.init) ?? (row.box == nil ? "none" : "open"))
        }
        return "\(title): \(points.joined(separator: ", "))"
    }

    /// `three of a kind` of `threeOfAKind`.
    static func words(_ name: String) -> [String] {
        name.reduce(into: [""]) { words, letter in
            if letter.isUppercase, words != [""] {
                words.append("")
            }
            words[words.count - 1] += letter.lowercased()
        }
    }

    /// Letters and digits alone, in lower case and without marks: `a` of ä and ae, `ss` of ß.
    private static func plain(_ text: String) -> String {
        let scalars = text.lowercased()._nfd.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        let letters = String(String.UnicodeScalarView(scalars)).replacing(
            "ß",
            with: "ss"
        )
        return ["a", "o", "u"].reduce(letters) { $0.replacing($1 + "e", with: $1) }
    }

    /// The box that a person means: its name or title, a prefix that means one alone, or the
    /// initials of either.
    func box(_ text: String) throws -> String {
        let plain = Self.plain
        let wanted = Self.plain(text)
        let boxes = rows.compactMap { row in
            row.box.map { (name: $0, title: row.title) }
        }
        if boxes.isEmpty {
            throw CommandError.declined(
                "a bank game has no boxes; end-turn banks the points of a turn"
            )
        }
        let tests: [((name: String, title: String)) -> Bool] = [
            { plain($0.name) == wanted || plain($0.title) == wanted },
            { plain($0.name).hasPrefix(wanted) || plain($0.title).hasPrefix(wanted) },
            { plain(String(Self.words($0.name).compactMap(\.first))) == wanted },
            {
                plain(String($0.title.split(separator: " ").compactMap(\.first)))
                    == wanted
            },
        ]
        for test in tests where !wanted.isEmpty {
            let found = boxes.filter(test)
            if found.count == 1 {
                return found[0].name
            }
            if found.count > 1 {
                throw CommandError.declined(
                    "\"\(text)\" may mean \(found.map(\.title).joined(separator: " or "))"
                )
            }
        }
        let all = boxes.map(\.title)
        let question =
            Suggestion.didYouMean(text, all)
            ?? "; the boxes are \(all.joined(separator: ", "))"
        throw CommandError.declined(
            "the game has no box \"\(Printable.text(text))\"\(question)"
        )
    }
}

extension Game? {
    /// The title of a box or of a bonus; its name in words if the game does not have it.
    func title(of name: String) -> String {
        let bonus = self?.sheet?.bonuses.first { $0.name == name }?.title
        return self?.sheet?[name]?.title ?? bonus
            ?? ScoreSheet.words(name).joined(separator: " ")
    }

    /// The title of the game of a name: this one, or a built-in one; else the name.
    func title(ofGame name: String) -> String {
        ([self].compactMap(\.self) + Game.all).first { $0.name == name }?.title ?? name
    }
}

extension GameState {
    /// What is played: the table's document, else the built-in game of its name; nil if its boxes
    /// are others.
    func rules(_ document: Game?) -> Game? {
        let boxes = sheets.flatMap(\.boxes).map(\.name) + (options ?? []).map(\.box)
        return ([document].compactMap(\.self) + Game.all).first { game in
            game.name == name && game.sheet?.boxes.count == rounds
                && boxes.allSatisfy { game.sheet?[$0] != nil }
        }
    }

    /// `last turn: beat 10000`, or `last round`; nil before it.
    func ending(_ rules: Game?) -> String? {
        let most = sheets.map(\.total).max() ?? 0
        if over {
            return nil
        }
        if let target = rules?.bank?.target, most >= target {
            return "last turn: beat \(most)"
        }
        return round == rounds ? "last round" : nil
    }

    /// `Yahtzee, match 1, round 3 of 13`, and how it stands.
    func summary(_ document: Game?) -> String {
        let rounds = rounds.map { " of \($0)" } ?? ""
        return
            "\(Printable.text(document.title(ofGame: name))), match \(match), round \(round)\(rounds)\(over ? ": " + result : "")"
    }

    /// `ann has won with 254, 12 ahead`, once the match is over.
    var result: String {
        guard let winners, let winner = winners.first else {
            return "the match is over with \(standing.first?.total ?? 0)"
        }
        let points = sheets.first { $0.player == winner }?.total ?? 0
        if winners.count > 1 {
            return "\(EventText.names(winners)) have won with \(points) each"
        }
        let lead =
            ahead(winner).map {
                $0 > 0 ? ", \($0) ahead" : ", by a hand that wins at once"
            } ?? ""
        return "\(Printable.text(winner)) has won with \(points)\(lead)"
    }

    /// How it stands in words, the longest first: `match 2, round 3 of 13: ann 38, bo 20, ann +18`.
    var standings: [String] {
        let of = rounds.map { " of \($0)" } ?? ""
        let totals =
            sheets.map {
                ($0.player.map { Printable.text($0) + " " } ?? "") + "\($0.total)"
            }
            .joined(separator: ", ") + (turn.map { ", \($0) in this turn" } ?? "")
        let first = standing.first?.player
        let lead =
            first.flatMap { name in
                ahead(name).map { $0 > 0 ? ", \(Printable.text(name)) +\($0)" : "" }
            } ?? ""
        let long = "round \(round)\(of): \(totals)"
        return ["match \(match), \(long)\(lead)", long + lead, long, totals]
    }

    /// The sheets, the one with most points first.
    var standing: [Sheet] { sheets.sorted { $0.total > $1.total } }

    /// By how much the best of the others has less; nil without others.
    private func ahead(_ player: String) -> Int? {
        let own = sheets.filter { $0.player == player }
        let others = sheets.filter { $0.player != player }
        return others.map(\.total).max().map { (own.first?.total ?? 0) - $0 }
    }
}
