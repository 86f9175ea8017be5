import DiceGames
import DiceHints
import DiceModel
import DiceNotation

/// Hints in words.
enum HintText {
    /// The game that a table plays. Throws `declined` if nothing can be said of it now.
    static func game(of snapshot: TableSnapshot) throws(CommandError) -> (Game, GameState) {
        guard let state = snapshot.game, let game = Game.all.first(where: { $0.name == state.name }) else {
            throw .declined("hints are for built-in games; the table \(snapshot.table) has none")
        }
        let at = TypedWords.at(snapshot.table)
        guard !state.over else { throw .declined("the match is over; begin the next one: dicectl score --new\(at)") }
        guard !snapshot.rolling else { throw .declined("dice are still rolling; ask again when they have settled") }
        return (game, state)
    }

    /// What the sheet is worth as a turn begins, whatever its dice came to show, and the best choices now.
    static func lines(of snapshot: TableSnapshot, _ expected: Double, _ choices: some Collection<HintChoice>)
        -> [String]
    {
        let player = snapshot.up.map { " of \(Printable.text($0))" } ?? ""
        let rows = choices.map { [number($0.expected), words($0.action, snapshot.dice.map(\.value))] }
        let head = "expected final score\(player)"
        return rows.isEmpty
            ? ["\(head): \(number(expected))", "roll all dice"]
            : ["\(head): \(number(expected)) as the turn began, and now by choice:"] + Columns.lines(rows)
    }

    /// The answer at once, from what `dicectl hint` has found before, or why there is none.
    static func answer(_ snapshot: TableSnapshot, _ cache: HintCache = HintCache()) -> [String] {
        do throws(CommandError) {
            let (game, state) = try game(of: snapshot)
            guard let hints = try cache.stored(of: game) else {
                let at = TypedWords.at(snapshot.table)
                return ["no hints for \(game.title) yet: dicectl hint\(at) finds them, once, in up to a minute"]
            }
            let (expected, choices) = hints.answer(snapshot, state)
            return lines(of: snapshot, expected, choices.prefix(5))
        } catch {
            guard case .declined(let reason) = error else { return ["no hint"] }
            return [reason]
        }
    }

    private static func number(_ expected: Double) -> String { NumberText.text((expected * 100).rounded() / 100) }

    private static func words(_ action: HintChoice.Action, _ faces: [Int]) -> String {
        switch action {
        case .box(let box): "fill \(ScoreSheet.words(box).joined(separator: " "))"
        case .keep([]): "keep none, roll all"
        case .keep(let dice):
            "keep \(dice.map { String(faces[$0]) }.joined(separator: " ")) (dice \(dice.map { String($0 + 1) }.joined(separator: " ")))"
        }
    }
}

extension HintTable {
    /// What the sheet of the player who is up is worth, and what may be done, the best first.
    func answer(_ snapshot: TableSnapshot, _ state: GameState) -> (expected: Double, choices: [HintChoice]) {
        let sheet = state.sheets.first { $0.player == snapshot.up } ?? Sheet()
        let faces = snapshot.dice.map(\.value)
        return (expected(sheet), state.options == nil ? [] : choices(sheet, faces: faces, roll: snapshot.roll))
    }
}
