package import DiceGames

/// The sheets of a match as rows: one for each box, a subtotal after the boxes that count toward a
/// bonus, then the bonuses and the total. There is a column for each player, and one for the scores
/// that the dice on the table would give. The titles are those of the game in the person's language.
package struct ScoreSheet: Hashable {
    package struct Row: Hashable {
        /// The name of the box; `nil` for a subtotal, a bonus and the total.
        package var box: String?
        package var title: String
        /// The points in each sheet; `nil` if the box is open.
        var points: [Int?]
        /// The score that the dice would give here; `nil` if the turn cannot end here now.
        package var option: BoxOption?
    }

    package let rows: [Row]
    /// The heads of the columns; empty without players.
    let players: [String]
    /// The row of the box recommended by the hints; `nil` without hints.
    package let best: Int?
    private let words: SheetWords

    /// - Parameter best: the box recommended by the hints.
    package init(_ game: GameState, _ document: Game? = nil, best: String? = nil) {
        let played = game.rules(document)
        let rules = played?.sheet
        words = SheetWords.of(played)
        // Without a document, the names are those that occur.
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
            guard case .sum(let boxes, let minimum) = bonus.cause else { continue }
            let title = "\(words.sum) (\(minimum) \(words.of) \(bonus.points))"
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
            Row(title: words.total, points: game.sheets.map(\.total))
        )
        self.rows = rows
        self.best = rows.firstIndex { $0.box == best && best != nil }
        players = game.sheets.compactMap(\.player)
    }

    /// The row of the box with the highest score now; the first one if several are equal.
    package var maximum: Int? {
        rows.indices.filter { rows[$0].option != nil }.max {
            (rows[$0].option?.points ?? 0, -$0) < (rows[$1].option?.points ?? 0, -$1)
        }
    }

    /// `0 points in Ones, and 25 in Full house`: the loss from filling this box; `nil` if there is
    /// none.
    package func loss(in box: String) -> String? {
        guard let row = rows.first(where: { $0.box == box }), row.option?.points == 0,
            let maximum = maximum.map({ rows[$0] }), let points = maximum.option?.points,
            points > 0
        else { return nil }
        return "\(row.title) scores 0, but \(maximum.title) would score \(points)"
    }

    /// Returns the row of a line below the head; `nil` if there is no such line.
    package func row(ofLine line: Int) -> Row? {
        rows.indices.contains(line) ? rows[line] : nil
    }

    /// The sheets side by side as plain lines, below a head if it has any text. Open boxes show the
    /// score of the dice, and the recommended box is marked.
    package var lines: [String] {
        let (head, body) = table(
            Array(players.indices),
            hasOptions: rows.contains { $0.option != nil }
        )
        return [head.trimmed].filter { !$0.isEmpty } + body
    }

    /// Returns the sheets in this many columns; the width does not depend on the dice, the scores
    /// or the player. If not all sheets fit, only the sheet of `up` is shown, and names and titles
    /// are cut rather than points.
    package func lines(in columns: Int, up: String?, _ glyphs: Glyphs) -> (
        head: String, body: [String]
    ) {
        let all = table(Array(players.indices), hasOptions: true)
        if columns == .max || width(all) <= columns {
            return all
        }
        let one =
            players.firstIndex { $0 == up }.map { [$0] }
            ?? Array(players.indices.prefix(1))
        let titles = (rows.map(\.title) + players).map(Printable.text)
        let widest = titles.map { DisplayWidth.of($0) }.max() ?? 0
        func filled(_ title: String, to columns: Int) -> String {
            let cut = glyphs.cut(title, to: columns)
            return cut + String(repeating: " ", count: max(0, columns - DisplayWidth.of(cut)))
        }
        let excess = width(table(one, hasOptions: true) { filled($0, to: widest) }) - columns
        return table(one, hasOptions: true) {
            filled($0, to: max(3, widest - max(0, excess)))
        }
    }

    private func width(_ table: (head: String, body: [String])) -> Int {
        ([table.head] + table.body).map { DisplayWidth.of($0) }.max() ?? 0
    }

    /// Returns the sheets of these players. The name of a single one is above the titles.
    private func table(
        _ shown: [Int],
        hasOptions: Bool,
        cut: ((String) -> String)? = nil
    ) -> (head: String, body: [String]) {
        // Three digits are reserved from the start.
        let names = shown.map { Printable.text(players[$0]) }.map {
            $0 + String(repeating: " ", count: max(0, 3 - DisplayWidth.of($0)))
        }
        let now = hasOptions ? [words.now] : []
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
    package func sentence(of row: Row) -> String {
        let title = Printable.text(row.title)
        if let option = row.option {
            let isBest = best.map { rows[$0] == row } == true
            let isMost = maximum.map { rows[$0] == row } == true
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

    /// Splits `threeOfAKind` into `three of a kind`.
    package static func separateWords(_ name: String) -> [String] {
        name.reduce(into: [""]) { words, letter in
            if letter.isUppercase, words != [""] {
                words.append("")
            }
            words[words.count - 1] += letter.lowercased()
        }
    }
}

extension Game? {
    /// Returns the title of a box or a bonus; its name in words if the game does not have it.
    package func title(of name: String) -> String {
        let sheet = self?.localized.sheet
        let bonus = sheet?.bonuses.first { $0.name == name }?.title
        return sheet?[name]?.title ?? bonus
            ?? ScoreSheet.separateWords(name).joined(separator: " ")
    }

    /// Returns the title of the game with this name, which may be this game or a built-in one; for
    /// any other game, returns the name.
    package func title(ofGame name: String) -> String {
        let game = ([self].compactMap(\.self) + Game.all).first { $0.name == name }
        return game?.localized.title ?? name
    }
}

extension GameState {
    /// Returns the rules, with their titles in the person's language: the table's document, else the
    /// built-in game with its name; `nil` if that game has other boxes.
    package func rules(_ document: Game?) -> Game? {
        let boxes = sheets.flatMap(\.boxes).map(\.name) + (options ?? []).map(\.box)
        let game = ([document].compactMap(\.self) + Game.all).first { game in
            game.name == name && game.sheet?.boxes.count == rounds
                && boxes.allSatisfy { game.sheet?[$0] != nil }
        }
        return game?.localized
    }

    /// `last turn: beat 10000`, or `last round`; `nil` before it.
    package func ending(_ rules: Game?) -> String? {
        let maximum = sheets.map(\.total).max() ?? 0
        if over {
            return nil
        }
        if let target = rules?.bank?.target, maximum >= target {
            return "last turn; beat \(maximum)"
        }
        return round == rounds ? "last round" : nil
    }

    /// `Yahtzee, match 1, round 3 of 13`, followed by the scores.
    package func summary(_ document: Game?) -> String {
        let rounds = rounds.map { " of \($0)" } ?? ""
        return
            "\(Printable.text(document.title(ofGame: name))), match \(match), round \(round)\(rounds)\(over ? ": " + result : "")"
    }

    /// `ann has won with 254, 12 ahead`, once the match is over.
    package var result: String {
        guard let winners, let winner = winners.first else {
            return "the match is over: \(standing.first?.total ?? 0) points"
        }
        let points = sheets.first { $0.player == winner }?.total ?? 0
        if winners.count > 1 {
            return "\(EventText.names(winners)) won with \(points) each"
        }
        let lead =
            ahead(winner).map {
                $0 > 0 ? ", \($0) ahead" : ", by a hand that wins the match"
            } ?? ""
        return "\(Printable.text(winner)) won with \(points)\(lead)"
    }

    /// The scores in words, longest form first: `match 2, round 3 of 13: ann 38, bo 20, ann +18`.
    /// The shortest forms of a bank game are the points of the open turn.
    package var standings: [String] {
        let of = rounds.map { " of \($0)" } ?? ""
        let totals =
            sheets.map {
                ($0.player.map { Printable.text($0) + " " } ?? "") + "\($0.total)"
            }
            .joined(separator: ", ")
        let inTurn = turn.map { "\($0) in this turn" }
        let all = [totals, inTurn].compactMap(\.self).joined(separator: ", ")
        let first = standing.first?.player
        let lead =
            first.flatMap { name in
                ahead(name).map { $0 > 0 ? ", \(Printable.text(name)) +\($0)" : "" }
            } ?? ""
        let long = "round \(round)\(of): \(all)"
        return ["match \(match), \(long)\(lead)", long + lead, long, all]
            + [inTurn, turn.map(String.init)].compactMap(\.self)
    }

    /// The sheets, highest total first.
    package var standing: [Sheet] { sheets.sorted { $0.total > $1.total } }

    /// Returns the lead over the best other player; `nil` without others.
    private func ahead(_ player: String) -> Int? {
        let own = sheets.filter { $0.player == player }
        let others = sheets.filter { $0.player != player }
        return others.map(\.total).max().map { (own.first?.total ?? 0) - $0 }
    }
}
