public import DiceGames

/// A computer player. It uses only information that all players see.
public struct Strategy: Sendable {
    public enum Level: String, Sendable, CaseIterable {
        /// Makes the best choice of the hints.
        case perfect
        /// Before each roll, plays as if only one roll were left, and weighs points against half of
        /// the maximum for the box in question.
        case good
        /// Like `good`, but sees points only: neither bonuses nor the points that a box might score
        /// later.
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

    /// - Parameter hints: the hints for the game. Without hints, a perfect player plays like a good
    ///   player.
    public init(_ game: Game, _ level: Level, hints: HintTable?) {
        self.game = game
        self.level = level
        self.hints = level == .perfect ? hints : nil
    }

    /// Returns the action of a player after a roll, or `nil` once the match is over.
    ///
    /// - Parameters:
    ///   - locked: the indices of the locked dice.
    ///   - roll: the roll of the turn, from 1, void rolls not counted.
    ///   - isLast: true if the turn has no roll left.
    public func action(
        of player: String?,
        at state: GameState,
        faces: [Int],
        locked: [Int],
        roll: Int,
        isLast: Bool
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
            let gain =
                Double(after.total - sheet.total)
                - half(of: rules[option.box]?.points ?? .sum(.all))
            return (
                box: option.box, worth: level == .casual ? Double(option.points) : gain
            )
        }
        return boxes.max { $0.worth < $1.worth }
    }

    /// Returns half of the maximum points of a box, which is the value of keeping it open.
    private func half(of points: Points) -> Double {
        switch points {
        case .fixed(let points): Double(points) / 2
        case .sum(.face(let face)): Double(face * game.dice.count) / 2
        case .sum: Double(game.dice.reduce(0, +)) / 2
        }
    }

    /// Returns the dice to keep for the highest average if the others are rolled once more. Returns
    /// all dice if no roll improves the average.
    private func promising(_ faces: [Int], roll: Int, at sheet: Sheet) -> [Int] {
        guard let sides = game.dice.first, sides <= 10, game.dice.count <= 6,
            Set(game.dice).count == 1
        else {
            // Too many combinations to enumerate: keep the most frequent face.
            let maximum = faces.max { a, b in
                faces.count { $0 == a } < faces.count { $0 == b }
            }
            return faces.indices.filter { faces[$0] == maximum }
        }
        var known: [[Int]: Double] = [:]
        func worth(_ kept: [Int]) -> Double {
            if let worth = known[kept] {
                return worth
            }
            let worth =
                kept.count == faces.count
                ? best(kept, roll: roll + 1, at: sheet)?.worth ?? 0
                : (1...sides).reduce(0) { $0 + worth((kept + [$1]).sorted()) }
                    / Double(sides)
            known[kept] = worth
            return worth
        }
        let choices = (0..<1 << faces.count).reversed().map { choice in
            faces.indices.filter { choice >> $0 & 1 == 1 }
        }
        return choices.max {
            worth($0.map { faces[$0] }.sorted()) < worth($1.map { faces[$0] }.sorted())
        } ?? []
    }
}
