package import DiceGames
package import DiceModel
import DiceNotation
import DiceProof

/// A table's state and events in words.
package enum EventText {
    /// A line of plain text that begins with the table's name, for pipes and for terminals that
    /// cannot draw.
    case line
    /// A sentence for a screen reader.
    case spoken
    /// A few words below the dice.
    case caption

    /// `default turn 3 roll 2: 4 6 [3] 1 5 = 19`; a die in flight is `?`, and the total is then
    /// omitted. `Table default, turn 3, roll 2: 4, 6, 3 locked, 1, 5. Total 19.`
    package func state(_ table: TableSnapshot) -> String {
        let name = Printable.text(table.table)
        let head =
            self == .spoken
            ? "Table \(name), turn \(table.turn), roll \(table.roll)"
            : "\(name) turn \(table.turn) roll \(table.roll)"
        guard table.rolling else { return "\(head): \(faces(table.dice))" }
        guard self == .spoken else {
            return "\(head) rolling: \(Self.values(table.dice).joined(separator: " "))"
        }
        let flying = table.dice.filter(\.animating).map(\.die)
        return "\(head): \(dice(flying)) \(flying.count == 1 ? "is" : "are") rolling."
    }

    /// `default ann "fire bolt": 2d6+3: [4 2] + 3 = 9`, `ann threw 2d6!+3 for "fire bolt": 4, 6
    /// exploded, 2. Total 15.`, or `ann: 2d6+3: [4 2] + 3 = 9`
    ///
    /// For a secret throw: `default gm: d20+4: 1 die in secret`, `gm rolled 1 die in secret:
    /// d20+4.`
    package func thrown(_ result: ThrowResult) -> String {
        let label =
            ThrowFrame(result).purpose.map { self == .line ? " \($0)" : " for \($0)" }
            ?? ""
        let expression =
            self == .line
            ? Expression.shortened(result.expression) : Expression.headline(result.expression)
        let by = Self.author(result.by, result.bot)
        if result.hidden == true {
            let dice = Self.secret(result)
            let told = choose(
                "\(result.table) \(by)\(label): \(expression): \(dice)",
                spoken: "\(by) rolled \(dice)\(label): \(expression).",
                caption: "\(by) rolled \(dice)"
            )
            return Printable.text(told)
        }
        let ending = Self.ending(result)
        let secret = Self.viewers(result)
        switch self {
        case .line:
            return Printable.text(
                "\(result.table) \(by)\(label): \(result.shortText)\(ending)\(secret)"
            )
        case .spoken:
            let verdicts = result.verdicts.map { $0.isEmpty ? "no result" : $0 }
            let groups = Self.dice(of: result).map { $0.joined(separator: ", ") }
            let rounds = result.totals.flatMap { $0.count == groups.count ? $0 : nil }
            let dice = rounds == nil && !result.dice.isEmpty ? ": " + groups[0] : ""
            let endings = verdicts.map { ", " + $0 }
            let total =
                rounds.map { totals in
                    totals.indices.map { index in
                        let verdict = endings.indices.contains(index) ? endings[index] : ""
                        let total =
                            result.countsSuccesses
                            ? ThrowResult.successes(totals[index])
                            : "total " + NumberText.text(totals[index])
                        return "Round \(index + 1): \(groups[index]); \(total)\(verdict)."
                    }
                    .joined(separator: " ")
                }
                ?? result.worth.map { worth in
                    let total =
                        result.countsSuccesses
                        ? worth.prefix(1).uppercased() + worth.dropFirst() : "Total " + worth
                    return "\(total)\(endings.first ?? "")\(result.noDice)."
                }
            let critical = result.critical.map { " It is a \($0.word)." } ?? ""
            return Printable.text(
                "\(by) threw \(expression)\(label)\(dice)\(ending). "
                    + (total ?? "No total: \(result.message ?? "it failed").")
                    + critical + secret
            )
        case .caption:
            let (head, rest) = result.screenText
            return Printable.text("\(by): \(head)\(rest)\(secret)")
        }
    }

    /// `default turn 3 ended by ann: 4 6 [3] 1 5 = 19`
    package func turnEnded(_ turn: Turn, _ game: Game? = nil) -> String {
        let name = Printable.text(turn.by)
        let end =
            turn.absent == true
            ? "ended while \(name) was away" : "ended by \(Self.author(name, turn.bot))"
        let head = "\(Printable.text(turn.table)) turn \(turn.turn) \(end)"
        return
            "\(head): \(Self.faces(turn))\(Self.points(turn, game).map { ", " + $0 } ?? "")"
    }

    /// `25 in Full house and 35 of Upper bonus`, `no points`; `nil` without a game.
    package static func points(_ turn: Turn, _ game: Game?) -> String? {
        turn.score.map { score in
            guard score.isBust else { return Self.score(score, game) }
            return score.points < 0
                ? "\(score.points) points for the third lost turn in a row" : "no points"
        }
    }

    /// `25 in Full house and 35 of Upper bonus`
    package static func score(_ score: Match.Score, _ game: Game?) -> String {
        let box = score.box.map { " in " + game.title(of: $0) } ?? " points"
        let bonuses = score.bonuses.map {
            " and \($0.points) of \(game.title(of: $0.name))"
        }
        .joined()
        return Printable.text("\(score.points)\(box)\(bonuses)")
    }

    /// `25 in Full house, 6 6 [3] 3 3`; without a game `4 6 [3] 1 5 = 19`
    package static func turnText(_ turn: Turn, _ game: Game?) -> String {
        points(turn, game).map {
            "\($0), \(values(turn))" + (turn.absent == true ? ", was away" : "")
                + entered(turn.entered, by: turn.rolls.map(\.by))
        }
            ?? faces(turn)
    }

    /// `default turn 3 corrected by ann: 25 in Full house`
    package static func corrected(_ correction: Correction, _ game: Game? = nil) -> String {
        "\(Printable.text(correction.table)) turn \(correction.turn) corrected by \(Printable.text(correction.by)): "
            + score(correction.score, game)
    }

    /// `default bo rests, by ann`, `default bo joins, by ann; bo wins`
    package static func rested(_ rest: Rest) -> String {
        "\(Printable.text(rest.table)) \(restOf(rest))"
    }

    /// The same without the table.
    package static func restOf(_ rest: Rest) -> String {
        let verb =
            switch rest.state {
            case .rests: "rests"
            case .back: "plays again"
            case .joins: "joins"
            }
        let by = rest.by == rest.player ? "" : ", by \(Printable.text(rest.by))"
        let end =
            rest.winners.map {
                "; the match is over" + ($0.isEmpty ? "" : ", won by \(names($0))")
            }
            ?? ""
        return "\(Printable.text(rest.player)) \(verb)\(by)\(end)"
    }

    /// `1 2 5`; spoken `die 3`, `dice 1, 2 and 5`, `dice 1 to 20`
    package func dice(_ numbers: [Int]) -> String {
        guard self == .spoken else { return Self.numbers(numbers) }
        guard let first = numbers.first, let last = numbers.last else {
            return "no die"
        }
        if numbers.count == 1 {
            return "die \(first)"
        }
        if numbers.count > 2, last - first == numbers.count - 1 {
            return "dice \(first) to \(last)"
        }
        return
            "dice \(numbers.dropLast().map(String.init).joined(separator: ", ")) and \(last)"
    }

    package func atTable(_ table: String, _ words: String...) -> String {
        let clause = words.filter { !$0.isEmpty }.joined(separator: " ")
        return choose("\(table) \(clause)", spoken: clause + ".", caption: clause)
    }

    package func choose(_ line: String, spoken: String, caption: String) -> String {
        switch self {
        case .line: line
        case .spoken: spoken
        case .caption: caption
        }
    }

    package func faces(_ dice: [DieState]) -> String {
        self == .spoken
            ? "\(Self.spokenValues(dice)). Total \(dice.total)."
            : Self.values(dice).joined(separator: " ") + " = \(dice.total)"
    }
}

extension EventText {
    /// `4 6 [3] 1 5 = 19`, followed by who entered the faces, if they were entered.
    static func faces(_ turn: Turn) -> String {
        "\(values(turn)) = \(turn.total)"
            + entered(turn.entered, by: turn.rolls.map(\.by))
    }

    /// ` (entered by ann)` after entered faces, else empty.
    package static func entered(_ entered: Bool?, by names: [String]) -> String {
        entered == true ? " (entered by \(Self.names(names)))" : ""
    }

    package static func values(_ turn: Turn) -> String {
        turn.dice.map(value).joined(separator: " ")
    }

    package static func values(_ dice: [DieState]) -> [String] {
        dice.map { $0.animating ? "?" : value($0) }
    }

    /// `6`, locked `[6]`; for a custom die the words on its face.
    private static func value(_ die: some TableDie) -> String {
        die.locked ? "[\(die.text)]" : die.text
    }

    package static func spokenValues(_ dice: [DieState]) -> String {
        dice.map { $0.locked ? "\($0.text) locked" : $0.text }.joined(separator: ", ")
    }

    /// `6 exploded`, `3 dropped`, `4 success fire`: with the label inside the expression, as in
    /// `5d10>=4[fire]`, since nothing else says what the die is for. The dice of each round of a
    /// repeat are a list of their own.
    private static func dice(of result: ThrowResult) -> [[String]] {
        var labels: [Int: String] = [:]
        func name(_ step: Step, _ outer: String?) {
            let label = step.expression.label ?? outer
            for die in step.dice {
                labels[die] = label
            }
            for part in step.parts {
                name(part, label)
            }
        }
        let evaluation = Edition.evaluate(result)
        if let step = evaluation?.step {
            name(step, nil)
        }
        let order = evaluation?.order ?? []
        let words = result.dice.enumerated().map { place, die in
            let isOut = !die.kept && !die.flags.contains("rerolled")
            let label = order.indices.contains(place) ? labels[order[place]] : nil
            let weight =
                order.indices.contains(place)
                ? evaluation?.dice[order[place]].weight : nil
            let rest = [weight.map { "counts \($0)" }, isOut ? "dropped" : nil, label]
                .compactMap(
                    \.self
                )
            return ([die.symbolText ?? "\(die.value)"] + die.flags + rest).joined(
                separator: " "
            )
        }
        guard let totals = result.totals, totals.count > 1,
            let rounds = evaluation?.step?.rolled.parts.suffix(totals.count),
            rounds.count == totals.count
        else { return [words] }
        return rounds.map { round in
            let dice = Set(round.allDice)
            return words.indices.filter {
                order.indices.contains($0) && dice.contains(order[$0])
            }
            .map { words[$0] }
        }
    }

    package static func numbers(_ dice: [Int]) -> String {
        dice.map(String.init).joined(separator: " ")
    }

    /// `robo (bot)` if a bot acted, else the name.
    package static func author(_ name: String, _ bot: Bool?) -> String {
        bot == true ? name + " (bot)" : name
    }

    /// `ann, bo and carol`, without duplicates.
    package static func names(_ names: [String]) -> String {
        var each: [String] = []
        for name in names.map(Printable.text) where !each.contains(name) {
            each.append(name)
        }
        guard each.count > 1, let last = each.last else {
            return each.first ?? "nobody"
        }
        return each.dropLast().joined(separator: ", ") + " and " + last
    }

    /// `ann and bo contribute to the dice`
    package static func contributing(_ names: [String]) -> String {
        "\(Self.names(names)) \(Set(names).count > 1 ? "contribute" : "contributes") to the dice"
    }

    /// `5 dice, players ann robo (bot), 3 rolls a turn, pace 2`
    package static func rules(_ table: TableSnapshot) -> String {
        let count = "\(table.dice.count)\(table.hand == true ? " real" : "")"
        var facts = [table.dice.count == 1 ? "\(count) die" : "\(count) dice"]
        if let players = table.players {
            let seats = players.map { name in
                Self.author(Printable.text(name), table.bots?.contains(name))
            }
            facts.append("players " + seats.joined(separator: " "))
        }
        if let rolls = table.rollsPerTurn {
            facts.append("\(rolls) \(rolls == 1 ? "roll" : "rolls") per turn")
        }
        if let pace = table.pace {
            facts.append("pace \(NumberText.text(pace))")
        }
        return facts.joined(separator: ", ")
    }

    /// `yahtzee has 5 dice, players ann bo, 3 rolls a turn; bo is up`
    package static func table(_ table: TableSnapshot) -> String {
        let up = table.up.map { "; \(Printable.text($0)) is up" } ?? ""
        return "\(Printable.text(table.table)) has \(rules(table))\(up)"
    }

    /// `bo and cy rest`
    package static func resting(_ names: [String]) -> String {
        "\(Self.names(names)) \(names.count == 1 ? "rests" : "rest")"
    }

    /// `bo and cy rest in the match of night; ann is up`
    package static func resting(_ snapshot: TableSnapshot) -> String {
        let names = snapshot.game?.resting ?? []
        let match = "the match of \(Printable.text(snapshot.table))"
        let who = names.isEmpty ? "nobody rests in \(match)" : "\(resting(names)) in \(match)"
        let isOver = snapshot.game?.over == true
        let next = isOver ? "the match is over" : snapshot.up.map { "\(Printable.text($0)) is up" }
        return [who, next].compactMap(\.self).joined(separator: "; ")
    }

    /// `bo is away since 20:14`
    package static func away(_ player: AwayPlayer, _ clock: WallClock) -> String {
        let time = clock.text(player.since).dropFirst(11).prefix(5)
        return "\(Printable.text(player.player)) is away since \(time)"
    }

    /// `kim and tim want to be in the next match of night`
    package static func asking(_ names: [String], at table: String) -> String {
        "\(Self.names(names)) \(asksVerb(names)) to be in the next match of \(Printable.text(table))"
    }

    /// `kim wants to be in the next match`
    package static func asking(_ names: [String]) -> String {
        "\(Self.names(names)) \(asksVerb(names)) to be in the next match"
    }

    private static func asksVerb(_ names: [String]) -> String {
        names.count > 1 ? "want" : "wants"
    }

    /// `3 dice in secret`
    static func secret(_ result: ThrowResult) -> String {
        "\(result.dice.count) secret \(result.dice.count == 1 ? "die" : "dice")"
    }

    /// ` (seen by gm and bo alone)`; empty for a public throw.
    static func viewers(_ result: ThrowResult) -> String {
        viewersText(by: result.seenBy).map { " (\($0))" } ?? ""
    }

    /// `seen by gm and bo alone`; `nil` for a public throw.
    static func viewersText(_ thrown: ThrowFrame) -> String? {
        viewersText(by: thrown.seenBy ?? thrown.result?.seenBy)
    }

    private static func viewersText(by names: [String]?) -> String? {
        names.map { "seen only by \(Self.names($0))" }
    }

    /// A throw's result: `2d6+3: [4 2] + 3 = 9`, `d20: 15 = 15 (seen by gm alone)`, `d20: 1 die in
    /// secret`.
    package static func throwText(_ result: ThrowResult) -> String {
        (result.hidden == true
            ? "\(Expression.shortened(result.expression)): \(secret(result))"
            : result.shortText)
            + entered(result.entered, by: [result.by]) + viewers(result)
    }
}

extension TableDie {
    /// The words on the die's face, without control characters.
    package var text: String { Printable.text(shownText) }
}

extension Step {
    /// The dice of the step and of all its parts.
    fileprivate var allDice: [Int] { dice + parts.flatMap(\.allDice) }
}
