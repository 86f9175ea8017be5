public import DiceGames

/// A computer player. It uses only information that all players see.
public struct Strategy: Sendable {
    public enum Level: String, Sendable, CaseIterable {
        /// Makes the best choice of the hints.
        case perfect
        /// Before each roll, plays as if only one roll were left, and weighs points against four
        /// fifths of the maximum for the box in question. Yahtzee: 215 points on average.
        case good
        /// Goes for what the dice on the table show, and sometimes stops early or forgets the bonus,
        /// as people do who play for fun. Yahtzee: 170 points on average.
        case casual
    }

    public enum Action: Sendable, Hashable {
        /// Lock exactly these dice, given by their indices, then roll.
        case keep([Int])
        /// End the turn; in a sheet game, in this box.
        case end(String?)
    }

    public let game: Game
    private let level: Level
    private let hints: HintTable?
    /// `nil` if the dice have too many combinations, and in a bank game.
    private let nextRoll: NextRoll?

    /// - Parameter hints: the hints for the game. Without hints, a perfect player plays like a good
    ///   player.
    public init(_ game: Game, _ level: Level, hints: HintTable?) {
        self.game = game
        self.level = level
        self.hints = level == .perfect ? hints : nil
        nextRoll = level == .casual || self.hints != nil ? nil : NextRoll(game)
    }

    /// Returns the action of a player after a roll, or `nil` once the match is over.
    ///
    /// - Parameters:
    ///   - locked: the indices of the locked dice.
    ///   - roll: the roll of the turn, from 1, void rolls not counted.
    ///   - isLast: true if the turn has no roll left.
    ///   - generator: the source of a casual player's whims.
    public func action(
        of player: String?,
        at state: GameState,
        faces: [Int],
        locked: [Int],
        roll: Int,
        isLast: Bool,
        using generator: inout some RandomNumberGenerator
    ) -> Action? {
        let sheet = state.sheets.first { $0.player == player } ?? Sheet()
        if let rules = game.bank {
            let open = faces.indices.filter { !locked.contains($0) }
            let best = rules.best(of: open.map { faces[$0] }).map { open[$0] }
            if !best.isEmpty {
                return .keep((locked + best).sorted())
            }
            let others =
                state.sheets.filter { $0.player != player }.map(\.total).max() ?? 0
            return banks(state.turn ?? 0, own: sheet, others: others, rules)
                ? .end(nil) : .keep(locked)
        }
        if let hints {
            switch hints.choices(sheet, faces: faces, roll: roll).first?.action {
            case .keep(let dice)?: return .keep(dice)
            case .box(let box)?: return .end(box)
            case nil: return nil
            }
        }
        if level == .casual, let rules = game.sheet {
            return CasualPlayer(rules: rules, sheet: sheet).action(
                faces,
                roll: roll,
                isLast: isLast,
                using: &generator
            )
        }
        guard let box = best(faces, roll: roll, at: sheet)?.box else { return nil }
        let kept =
            isLast ? Array(faces.indices) : promising(faces, roll: roll, at: sheet)
        return kept.count == faces.count ? .end(box) : .keep(kept)
    }

    /// Returns true if the player should bank these points. A good player banks once the points
    /// reach a fifth of the target divided by the number of dice, a casual player once they reach
    /// three times that amount. Once another player has reached the target, a player banks only to
    /// exceed that player's points. What a lost turn costs besides counts like points of the turn:
    /// a roll risks both.
    private func banks(_ points: Int, own: Sheet, others: Int, _ rules: BankRules) -> Bool {
        guard points >= rules.minimum(with: own.total) else { return false }
        if others >= rules.target {
            return own.total + points > others
        }
        let risk = points - rules.points(ofBustAfter: own.busts)
        let enough = rules.target / (5 * game.dice.count) * (level == .casual ? 3 : 1)
        return own.total + points >= rules.target || risk >= enough
    }

    /// Returns the box with the highest value for these dice.
    private func best(_ faces: [Int], roll: Int, at sheet: Sheet) -> (
        box: String, worth: Double
    )? {
        guard let rules = game.sheet else { return nil }
        let boxes = rules.options(faces, roll: roll, at: sheet).map { option in
            var after = sheet
            _ = rules.fill(option, with: faces, in: &after)
            let price = rules[option.box].map { NextRoll.price(of: $0.points, game.dice) } ?? 0
            return (box: option.box, worth: Double(after.total - sheet.total) - price)
        }
        return boxes.max { $0.worth < $1.worth }
    }

    /// Returns the dice to keep for the highest average if the others are rolled once more. Returns
    /// all dice if no roll improves the average.
    private func promising(_ faces: [Int], roll: Int, at sheet: Sheet) -> [Int] {
        if let nextRoll {
            return nextRoll.keep(faces, at: sheet) { hand in
                best(hand, roll: roll + 1, at: sheet)?.worth ?? 0
            }
        }
        // Too many combinations to enumerate: keep the most frequent face.
        let maximum = faces.max { a, b in
            faces.count { $0 == a } < faces.count { $0 == b }
        }
        return faces.indices.filter { faces[$0] == maximum }
    }
}
