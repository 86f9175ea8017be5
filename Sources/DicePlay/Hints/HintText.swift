import DiceDrawing
package import DiceFollowing
package import DiceGames
package import DiceHints
package import DiceModel
import DiceNotation

/// Hints in words.
package enum HintText {
    /// Returns the game that a table plays, as defined by the game's document. Throws `declined` if
    /// there can be no hint now.
    package static func game(of snapshot: TableSnapshot, _ document: Game?) throws(CommandError)
        -> (
            Game, GameState
        )
    {
        guard let state = snapshot.game, let game = state.rules(document) else {
            throw .noGame
        }
        let at = Advice.at(snapshot.table)
        guard !state.over else {
            throw .declined(
                "the match is over; to begin the next one: dicectl score --new\(at)"
            )
        }
        guard !snapshot.rolling else {
            throw .declined("dice are in flight; try again when they have settled")
        }
        return (game, state)
    }

    /// Returns the expected scores of the best choice and of the sheet at the turn's beginning, and
    /// the best choices.
    package static func lines(
        of snapshot: TableSnapshot,
        _ expected: Double,
        _ choices: some Collection<HintChoice>,
        _ game: Game?
    ) -> [String] {
        let player = snapshot.up.map { " of \(Printable.text($0))" } ?? ""
        let rows = choices.map {
            [number($0.expected), text($0.action, snapshot.dice.map(\.value), game)]
        }
        let now = rows.first.map {
            "best choice this turn: \($0[0]); before the turn: \(number(expected))"
        }
        return [
            "expected final score\(player)"
                + (now == nil ? ": \(number(expected))" : "")
        ]
            + (now.map { [$0] + Columns.lines(rows) } ?? ["roll all dice"])
    }

    /// Returns the best three choices, or the progress of the search, or the reason why there are
    /// none.
    static func answer(_ table: TableState?, _ search: HintSearch?) -> [String] {
        guard let snapshot = table?.snapshot else { return [] }
        do throws(CommandError) {
            let (game, state) = try game(of: snapshot, table?.document)
            guard let found = search?.result else {
                return [
                    "computing hints for \(game.title): \((search?.percent ?? 0) / 10 * 10) %"
                ]
            }
            guard let hints = try found.get() else {
                return ["no hints for \(game.title) yet"]
            }
            let (expected, choices) = hints.answer(snapshot, state)
            return lines(of: snapshot, expected, choices.prefix(3), game)
        } catch {
            guard case .declined(let reason) = error else { return ["no hint"] }
            return [reason]
        }
    }

    private static func number(_ expected: Double) -> String {
        NumberText.text((expected * 100).rounded() / 100)
    }

    private static func text(
        _ action: HintChoice.Action,
        _ faces: [Int],
        _ game: Game?
    ) -> String {
        switch action {
        case .box(let box): "fill \(Printable.text(game.title(of: box)))"
        case .keep([]): "keep none; roll all"
        case .keep(let dice):
            "keep \(dice.map { String(faces[$0]) }.joined(separator: " ")) (dice \(dice.map { String($0 + 1) }.joined(separator: " ")))"
        }
    }
}

extension HintTable {
    /// Returns the expected score of the current player's sheet, and the possible choices, best
    /// first.
    package func answer(_ snapshot: TableSnapshot, _ state: GameState) -> (
        expected: Double, choices: [HintChoice]
    ) {
        let sheet = state.sheets.first { $0.player == snapshot.up } ?? Sheet()
        let faces = snapshot.dice.map(\.value)
        return (
            expected(sheet),
            state.options == nil
                ? [] : choices(sheet, faces: faces, roll: snapshot.rollsMade)
        )
    }

    /// Returns the best box for the current dice; `nil` if none can be filled.
    package func box(_ snapshot: TableSnapshot, _ state: GameState) -> String? {
        guard state.options?.isEmpty == false,
            let sheet = state.sheets.first(where: { $0.player == snapshot.up })
        else { return nil }
        let choices = choices(sheet, faces: snapshot.dice.map(\.value), roll: .max)
        return choices.lazy.compactMap {
            if case .box(let box) = $0.action { box } else { nil }
        }
        .first
    }
}

extension TableSnapshot {
    /// The number of rolls of the turn that moved dice. Void rolls are excluded if the table limits
    /// rolls.
    var rollsMade: Int {
        guard let maximum = settings.rollsPerTurn, let rollsLeft else { return roll }
        return maximum - rollsLeft
    }
}
