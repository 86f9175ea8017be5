import DiceGames
import DiceModel
import DiceNotation
import DiceProof
import DiceWire

/// A table's state and events in words.
enum EventText {
    /// A line of plain text that begins with the table's name, for pipes and for terminals that
    /// cannot draw.
    case line
    /// A sentence for a screen reader.
    case spoken
    /// A few words below the dice.
    case caption

    /// `default turn 3 roll 2: 4 6 [3] 1 5 = 19`; a die in flight is `?`, and the total is then
    /// omitted. `Table default, turn 3, roll 2: 4, 6, 3 locked, 1, 5. Total 19.`
    func state(_ table: TableSnapshot) -> String {
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

    /// Returns the text of an event at a table whose open turn and roll are those of `table`; `nil`
    /// for events about watchers and those that add nothing new. Titles come from the game's
    /// `document`, or else from a built-in game.
    ///
    /// - Parameter remark: text to add after the end of a turn, except in a line.
    func event(
        _ event: TableEvent,
        at table: TableSnapshot,
        _ document: Game? = nil,
        remark: String = ""
    ) -> String? {
        let game = table.game?.rules(document)
        let name = Printable.text(event.table)
        let by =
            event.by.map(Printable.text) ?? (self == .spoken ? "Someone" : "someone")
        switch event.kind {
        case .rollStarted(let rolled, _, _, _):
            return atTable(name, "\(by) rolls", self == .caption ? "" : dice(rolled))
        case .rollSettled(
            let rolled,
            let outcome,
            let reason,
            let absent,
            let dice,
            let total,
            _,
            let entered
        ):
            let result = RollResult(
                table: event.table,
                turn: table.turn,
                roll: table.roll,
                by: event.by ?? by,
                outcome: outcome,
                reason: reason,
                rolled: rolled,
                dice: dice,
                total: total,
                chance: RollChance(entered: entered),
                absent: absent
            )
            return roll(result)
        case .rollAsked(let roll, _, let contributors):
            let names = Self.names(contributors.map(\.by))
            let haveOrHas = Set(contributors.map(\.by)).count > 1 ? "have" : "has"
            return self == .line
                ? "\(name) turn \(table.turn) roll \(roll) \(by): waiting for \(names)"
                : atTable(name, "\(by) rolls when \(names) \(haveOrHas) answered")
        case .lockChanged(let changed):
            let parts = [
                ("locked", changed.filter(\.locked)),
                ("unlocked", changed.filter { !$0.locked }),
            ]
            let words = parts.filter { !$0.1.isEmpty }.map {
                "\($0.0) \(dice($0.1.map(\.die)))"
            }
            return atTable(
                name,
                event.by == nil && self == .line ? "" : by,
                words.joined(separator: ", ")
            )
        case .turnEnded(let turn, _):
            return self == .line
                ? turnEnded(turn, game)
                : atTable(
                    name,
                    "\(by) ended turn \(turn.turn) with \(Self.points(turn, game) ?? "\(turn.total)")\(remark)"
                )
        case .corrected(let correction):
            return self == .line
                ? Self.corrected(correction, game)
                : atTable(
                    name,
                    "\(by) corrected turn \(correction.turn): \(Self.score(correction.score, game))"
                )
        case .throwShown(let entry):
            let shows = "\(by) shows throw \(entry.number)"
            return self == .spoken
                ? "\(shows): \(thrown(entry))" : atTable(name, shows, thrown(entry))
        case .gameOver: return atTable(name, table.game?.result ?? "the match is over")
        case .tableChanged(let snapshot):
            let rules = Self.rules(snapshot)
            return choose(
                "\(name) has \(rules)",
                spoken: "Table \(name) has \(rules) now.",
                caption: rules
            )
        case .watchersChanged, .contributorsChanged, .throwEnded: return nil
        case .tableDeleted:
            return choose(
                "\(name) deleted",
                spoken: "Table \(name) was deleted.",
                caption: "deleted"
            )
        case .serverStopping:
            let stopping = "the daemon is stopping"
            return choose(
                "\(name) \(stopping)",
                spoken: "The daemon is stopping.",
                caption: stopping
            )
        }
    }

    /// `default turn 3 roll 2 ann: 4 6 [3] 1 5 = 19`, `ann rolled 4, 6, 3 locked, 1, 5. Total 19.`,
    /// or `ann rolled`; followed by the ending if it is unusual.
    func roll(_ result: RollResult) -> String {
        let by = Printable.text(result.by)
        let head =
            "\(Printable.text(result.table)) turn \(result.turn) roll \(result.roll)"
        if result.outcome == .void {
            let void = Self.void(by: result.by, result.absent, result.reason)
            return choose("\(head): \(void)", spoken: void + ".", caption: void)
        }
        let ending =
            Self.ending(result.outcome, result.reason)
            + Self.entered(result.entered, by: [result.by])
        return choose(
            "\(head) \(by): \(faces(result.dice))\(ending)",
            spoken:
                "\(by) rolled \(Self.spokenValues(result.dice))\(ending). Total \(result.dice.total).",
            caption: result.entered == true
                ? "entered by \(by)" : "\(by) rolled\(ending)"
        )
    }

    /// `default ann fire bolt: 2d6+3: [4 2] + 3 = 9`, `ann threw 2d6!+3 for fire bolt: 4, 6
    /// exploded, 2. Total 15.`, or `ann: 2d6+3: [4 2] + 3 = 9`
    ///
    /// For a secret throw: `default gm: d20+4: 1 die in secret`, `gm rolled 1 die in secret:
    /// d20+4.`
    func thrown(_ result: ThrowResult) -> String {
        let label =
            ThrowFrame(result).purpose.map { self == .line ? " \($0)" : " for \($0)" }
            ?? ""
        let expression = Expression.shortened(result.expression)
        if result.hidden == true {
            let dice = Self.secret(result)
            let told = choose(
                "\(result.table) \(result.by)\(label): \(expression): \(dice)",
                spoken: "\(result.by) rolled \(dice)\(label): \(expression).",
                caption: "\(result.by) rolled \(dice)"
            )
            return Printable.text(told)
        }
        let ending = Self.ending(result)
        let secret = Self.viewers(result)
        switch self {
        case .line:
            return Printable.text(
                "\(result.table) \(result.by)\(label): \(result.shortText)\(ending)\(secret)"
            )
        case .spoken:
            let dice =
                result.dice.isEmpty
                ? "" : ": " + Self.dice(of: result).joined(separator: ", ")
            let verdicts = result.verdicts.map { $0.isEmpty ? "no result" : $0 }
            let totals = result.totals.map { totals in
                let rounds = zip(totals.map(NumberText.text), verdicts).map {
                    "\($0) \($1)"
                }
                let told = verdicts.isEmpty ? totals.map(NumberText.text) : rounds
                return "Totals \(told.joined(separator: ", ")). "
            }
            let verdict =
                result.totals == nil ? verdicts.first.map { ", " + $0 } ?? "" : ""
            let total = result.worth.map { "Total \($0)\(verdict)." }
            let critical = result.critical.map { " It is a \($0.word)." } ?? ""
            return Printable.text(
                "\(result.by) threw \(expression)\(label)\(dice)\(ending). \(totals ?? "")"
                    + (total ?? "No total: \(result.message ?? "it failed").")
                    + critical + secret
            )
        case .caption: return Printable.text("\(result.by): \(result.shortText)\(secret)")
        }
    }

    /// `default turn 3 ended by ann: 4 6 [3] 1 5 = 19`
    func turnEnded(_ turn: Turn, _ game: Game? = nil) -> String {
        let head =
            "\(Printable.text(turn.table)) turn \(turn.turn) ended by \(Printable.text(turn.by))"
        return
            "\(head): \(Self.faces(turn))\(Self.points(turn, game).map { ", " + $0 } ?? "")"
    }

    /// `25 in Full house and 35 of Upper bonus`, `no points: they are lost`; `nil` without a game.
    static func points(_ turn: Turn, _ game: Game?) -> String? {
        turn.score.map { $0.isBust ? "no points" : score($0, game) }
    }

    /// `25 in Full house and 35 of Upper bonus`
    static func score(_ score: Match.Score, _ game: Game?) -> String {
        let box = score.box.map { " in " + game.title(of: $0) } ?? " points"
        let bonuses = score.bonuses.map {
            " and \($0.points) of \(game.title(of: $0.name))"
        }
        .joined()
        return Printable.text("\(score.points)\(box)\(bonuses)")
    }

    /// `25 in Full house, 6 6 [3] 3 3`; without a game `4 6 [3] 1 5 = 19`
    static func turnText(_ turn: Turn, _ game: Game?) -> String {
        points(turn, game).map {
            "\($0), \(values(turn))" + entered(turn.entered, by: turn.rolls.map(\.by))
        }
            ?? faces(turn)
    }

    /// `default turn 3 corrected by ann: 25 in Full house`
    static func corrected(_ correction: Correction, _ game: Game? = nil) -> String {
        "\(Printable.text(correction.table)) turn \(correction.turn) corrected by \(Printable.text(correction.by)): "
            + score(correction.score, game)
    }

    /// `default bo rests, by ann`, `default bo joins, by ann; bo wins`
    static func rested(_ rest: Rest) -> String {
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
        return
            "\(Printable.text(rest.table)) \(Printable.text(rest.player)) \(verb)\(by)\(end)"
    }

    /// `1 2 5`; spoken `die 3`, `dice 1, 2 and 5`, `dice 1 to 20`
    func dice(_ numbers: [Int]) -> String {
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

    private func atTable(_ table: String, _ words: String...) -> String {
        let clause = words.filter { !$0.isEmpty }.joined(separator: " ")
        return choose("\(table) \(clause)", spoken: clause + ".", caption: clause)
    }

    private func choose(_ line: String, spoken: String, caption: String) -> String {
        switch self {
        case .line: line
        case .spoken: spoken
        case .caption: caption
        }
    }

    private func faces(_ dice: [DieState]) -> String {
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
    static func entered(_ entered: Bool?, by names: [String]) -> String {
        entered == true ? " (entered by \(Self.names(names)))" : ""
    }

    static func values(_ turn: Turn) -> String {
        turn.dice.map(value).joined(separator: " ")
    }

    static func values(_ dice: [DieState]) -> [String] {
        dice.map { $0.animating ? "?" : value($0) }
    }

    /// `6`, locked `[6]`; for a custom die the words on its face.
    private static func value(_ die: some TableDie) -> String {
        die.locked ? "[\(die.text)]" : die.text
    }

    private static func spokenValues(_ dice: [DieState]) -> String {
        dice.map { $0.locked ? "\($0.text) locked" : $0.text }.joined(separator: ", ")
    }

    /// `6 exploded`, `3 dropped`, `4 success fire`: with the label inside the expression, as in
    /// `5d10>=4[fire]`, since nothing else says what the die is for.
    private static func dice(of result: ThrowResult) -> [String] {
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
        return result.dice.enumerated().map { place, die in
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
    }

    static func numbers(_ dice: [Int]) -> String {
        dice.map(String.init).joined(separator: " ")
    }

    /// `ann, bo and carol`, without duplicates.
    static func names(_ names: [String]) -> String {
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
    static func contributing(_ names: [String]) -> String {
        "\(Self.names(names)) \(Set(names).count > 1 ? "contribute" : "contributes") to the dice"
    }

    /// `5 dice, players ann bo, 3 rolls a turn, pace 2`
    static func rules(_ table: TableSnapshot) -> String {
        let count = "\(table.dice.count)\(table.hand == true ? " real" : "")"
        var facts = [table.dice.count == 1 ? "\(count) die" : "\(count) dice"]
        if let players = table.players {
            facts.append(
                "players " + players.map(Printable.text).joined(separator: " ")
            )
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
    static func table(_ table: TableSnapshot) -> String {
        let up = table.up.map { "; \(Printable.text($0)) is up" } ?? ""
        return "\(Printable.text(table.table)) has \(rules(table))\(up)"
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
    static func throwText(_ result: ThrowResult) -> String {
        (result.hidden == true
            ? "\(Expression.shortened(result.expression)): \(secret(result))"
            : result.shortText)
            + entered(result.entered, by: [result.by]) + viewers(result)
    }
}

extension TableDie {
    /// The words on the die's face, without control characters.
    var text: String { Printable.text(shownText) }
}
