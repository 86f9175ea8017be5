import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel
import DiceWire

/// The turn of a bank game: which dice are chosen, and what is at stake.
extension PlayState {
    /// Follows the table. A new roll begins a new choice.
    mutating func followChoice() {
        guard let table, let game = table.snapshot.game, game.rounds == nil, !game.over, isUp,
            mayPlay, table.snapshot.by != nil, !isRolling
        else {
            choice = nil
            return
        }
        let roll = BankChoice.Roll(
            match: game.match,
            turn: table.snapshot.turn,
            roll: table.snapshot.roll,
            dice: dice
        )
        guard choice?.roll != roll else { return }
        let earlier = choice
        choice = table.game?.bank.map { rules in
            BankChoice(roll, rolled: table.rolled, gathered: game.turn ?? 0, rules: rules)
        }
        if let earlier {
            choice?.follow(earlier)
        }
    }

    /// The state of the match, with the points of the choice in those of the turn.
    var shownGame: GameState? {
        var game = table?.snapshot.game
        if let choice {
            game?.turn = choice.points
        }
        return game
    }

    /// The points that the player who is up must gather at least.
    private var minimum: Int {
        guard let sheet = sheetOfTurn else { return 0 }
        return table?.game?.bank?.minimum(with: sheet.total) ?? 0
    }

    private var sheetOfTurn: Sheet? {
        let sheets = table?.snapshot.game?.sheets ?? []
        return sheets.first { $0.player == up } ?? sheets.first
    }

    /// The cost of losing the turn, besides its points; `nil` if it costs nothing else.
    var danger: String? {
        sheetOfTurn.flatMap { table?.game?.bank?.warning(at: $0) }
    }

    /// `250 more to start`, or `50 more to bank` for a player with points.
    private func missing(_ points: Int) -> String {
        "\(points) more to \(sheetOfTurn?.total ?? 0 > 0 ? "bank" : "start")"
    }

    /// Returns what the table says of an act, once the choice has gone with it.
    func verdict(on act: Act) -> May.Verdict? {
        let told = table?.snapshot.may?[act]
        if let choice, choice.idle.isEmpty || act == .endTurn, waitsForChoice(told) {
            if act == .roll, !choice.dice.isEmpty {
                return .possible
            }
            if act == .endTurn, choice.canBank(minimum) {
                return .possible
            }
        }
        return told
    }

    private func waitsForChoice(_ told: May.Verdict?) -> Bool {
        let causes: [Cause] = [.noneLocked, .belowMinimum, .belowBankMinimum]
        return causes.contains { told == .refused($0.rawValue) }
    }

    /// True if a die is chosen that scores nothing with the others.
    var hasIdleDie: Bool { choice?.idle.isEmpty == false }

    /// Returns the dice to lock before an act: the chosen ones before a roll, those that score before
    /// the end of the turn.
    func diceToKeep(before act: Act) -> [Int] {
        guard let choice, !isOld, obstacle(to: act) == nil else { return [] }
        return act == .roll ? choice.dice : choice.banked
    }

    /// Asks which dice to keep before a roll; `nil` if that is known.
    var choiceToKeep: String? {
        guard let choice, obstacle(to: .roll) != nil, choice.dice.isEmpty else { return nil }
        let best = choice.banked
        guard !best.isEmpty else { return nil }
        let dice = EventText.names(best.map(String.init))
        return "choose the dice to keep, then roll; dice \(dice) score the most"
    }

    /// Returns an action, after which the dice to keep are locked if there are any.
    mutating func keeping(before act: Act, _ action: PlayAction) -> [PlayAction] {
        let kept = diceToKeep(before: act)
        if act == .endTurn, kept.isEmpty, let choice, !choice.banked.isEmpty,
            obstacle(to: .endTurn) != nil
        {
            return notifying(missing(minimum - choice.mostPoints) + "; roll again")
        }
        guard !kept.isEmpty else { return changing(action) }
        notice = "keeping " + kept.map { dice[$0 - 1].text }.joined(separator: " ")
        return changing(.keep(locked + kept, then: action))
    }

    /// Adds a die to the choice, or takes it back, and says what the turn has now.
    mutating func choose(_ number: Int) {
        guard !pending.contains(where: { $0.action.isKeep }) else { return }
        guard !dice[number - 1].locked else {
            notice = "die \(number) stays locked until the turn ends"
            return
        }
        choice?.tap(number)
        tellChoice()
    }

    mutating func clearChoice() {
        guard !pending.contains(where: { $0.action.isKeep }) else { return }
        choice?.clear()
        tellChoice()
    }

    private mutating func tellChoice() {
        let chosen = (choice?.dice ?? []).map { dice[$0 - 1].text }.joined(separator: " ")
        let words = chosen.isEmpty ? "no die is chosen" : "keep \(chosen)"
        notice = ([words] + stakes).joined(separator: "; ")
    }

    /// What the open turn of a bank game has at stake, in words: a die that scores nothing, hot
    /// dice, what Roll would risk, and what is missing to start.
    var stakes: [String] {
        guard let game = shownGame, game.rounds == nil, !game.over, !isRolling,
            table?.snapshot.by != nil
        else { return [] }
        if hasIdleDie {
            return ["one of these dice scores nothing"]
        }
        let points = game.turn ?? 0
        let shortfall = minimum - points
        return [
            choice?.isHot == true ? "all dice score: Roll rolls all \(dice.count)" : nil,
            points > 0 ? "Roll risks \(points)" : nil,
            danger,
            shortfall > 0 ? missing(shortfall) : nil,
        ]
        .compactMap(\.self)
    }

    /// `450 points lost`
    static func lost(_ points: Int) -> String {
        "\(points) \(points == 1 ? "point" : "points") lost"
    }
}
