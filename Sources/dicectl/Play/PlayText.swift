import DiceGames
import DiceModel

/// What the screen says in words.
enum PlayText {
    /// The parts of the line above the dice, the most important first.
    static func facts(of state: PlayState) -> [String] {
        guard let table = state.table else { return [state.name.description, "asking the daemon"] }
        let flying = table.dice.count(where: \.animating)
        let snapshot = table.snapshot
        var facts: [String] = []
        switch state.absence {
        case .daemon: facts.append("DISCONNECTED")
        case .table: facts.append("DELETED")
        case nil: break
        }
        facts.append(Printable.text(snapshot.table))
        let count = snapshot.rollsLeft.flatMap { left in snapshot.rollsPerTurn.map { "\($0 - left) of \($0)" } }
        facts.append("turn \(snapshot.turn), roll \(count ?? "\(snapshot.roll)")")
        let total = flying > 0 ? "\(flying) rolling" : "total \(table.total)"
        facts += state.up.map { player(of: state, up: $0) + [total] } ?? ([total] + roller(of: table, flying > 0))
        if !state.isOld, let watchers = state.watchers { facts.append("\(watchers) watching") }
        return facts
    }

    /// What follows the facts if there is room.
    static func asides(of state: PlayState, withScore: Bool = true) -> [String] {
        guard let snapshot = state.table?.snapshot, !state.isOld else { return [] }
        let names = (snapshot.contributors ?? []).filter { $0.nextTurn != true }.map(\.by)
        let vouched = names.isEmpty ? nil : "vouched for by \(EventText.names(names))"
        return [
            withScore ? snapshot.game.map { $0.over ? $0.result : $0.standings[1] } : nil, vouched,
            snapshot.shortCommitment,
        ].compactMap(\.self)
    }

    /// Whose turn it is and how the match stands, in a whole line; nil without a game.
    static func banner(of state: PlayState, columns: Int, _ glyphs: Glyphs) -> String? {
        guard let game = state.table?.snapshot.game, !state.isOld else { return nil }
        let turn = glyphs.shown(game.over ? game.outcome : state.up.map { whose(state, up: $0).uppercased() } ?? "")
        let score = game.standings.map(glyphs.shown).first {
            DisplayWidth.of(turn) + DisplayWidth.of($0) + 4 <= columns
        }
        let line = glyphs.cut(" \(turn)", to: columns - (score.map { DisplayWidth.of($0) + 1 } ?? 0))
        let room = columns - DisplayWidth.of(line) - (score.map { DisplayWidth.of($0) + 1 } ?? 0)
        return line + String(repeating: " ", count: max(0, room)) + (score.map { $0 + " " } ?? "")
    }

    /// The same to listen to.
    static func standing(of state: PlayState) -> String? {
        guard let game = state.table?.snapshot.game else { return nil }
        if game.over { return "\(game.outcome). Press n for the next match." }
        return (state.up.map { "It is \(whose(state, up: $0)). " } ?? "") + "\(game.standings[0])."
    }

    private static func whose(_ state: PlayState, up: String) -> String {
        state.isUp ? "your turn" : "\(Printable.text(up))'s turn"
    }

    /// Whose turn it is, and who looks at the screen.
    private static func player(of state: PlayState, up: String) -> [String] {
        let player = PlayerTag.text(state.player)
        if let game = state.table?.snapshot.game, game.over { return [game.outcome, "you are \(player)"] }
        return state.isUp ? ["YOUR TURN, \(player)"] : ["\(PlayerTag.text(up))'s turn", "you are \(player)"]
    }

    private static func roller(of table: TableState, _ isRolling: Bool) -> [String] {
        if let by = table.snapshot.by { return ["\(PlayerTag.text(by)) \(isRolling ? "rolls" : "rolled")"] }
        return table.snapshot.roll == 0 ? ["nobody has rolled"] : []
    }

    /// The line below the buttons.
    static func bottom(of state: PlayState, _ sheet: ScoreSheet?) -> String {
        if !state.notice.isEmpty { return state.notice }
        if state.pane == .sheet, let sheet, let row = sheet.row(ofLine: state.paneRow) {
            return sheet.sentence(of: row) + (row.option != nil && state.canEndTurn ? "; enter fills it" : "")
        }
        if state.isMatchOver { return "n: the next match" }
        guard let die = state.chosenDie else { return "" }
        let name = "die \(die.die) of \(state.dice.count)"
        if die.animating { return "\(name): rolling" }
        return "\(name): \(die.value) of d\(die.sides)\(die.locked ? ", locked" : "")"
    }
}
