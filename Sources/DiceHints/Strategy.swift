public import DiceGames

/// How a program plays a game: what it does follows from what all see, and from nothing else.
public struct Strategy: Sendable {
    public enum Level: String, Sendable, CaseIterable {
        /// The best choice of the hints.
        case perfect
        /// Each roll as if it were the last but one; points count against half of what their box
        /// may bring.
        case good
        /// The same with an eye for points alone: not for bonuses, nor for what a box might bring
        /// later.
        case casual
    }

    public enum Action: Sendable, Hashable {
        /// To lock these dice, by their indices, and no others, and then to roll.
        case keep([Int])
        /// To end the turn, in a sheet game in this box.
        case end(String?)
    }

    public let game: Game
    private let level: Level
    private let hints: HintTable?

    /// - Parameter hints: those of the game; without them a perfect player is a good one.
    public init(_ game: Game, _ level: Level, hints: HintTable?) {
        self.game = game
        self.level = level
        self.hints = level == .perfect ? hints : nil
    }

    /// What a player does after a roll; nil once the match is over.
    ///
    /// - Parameters:
    ///   - locked: the indices of the dice that are locked.
    ///   - roll: of the turn, from 1, without void ones.
    ///   - isLast: whether the turn has no other roll.
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
            return banks(state.turn ?? 0, own: sheet.total, others: others, rules)
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

    /// Whether to bank these points: from a fifth of the target on, divided by the number of dice,
    /// and a casual player from three times as many; once another player has reached the target,
    /// only what is more.
    private func banks(_ points: Int, own: Int, others: Int, _ rules: BankRules) -> Bool {
        if others >= rules.target {
            return own + points > others
        }
        let least = rules.target / (5 * game.dice.count) * (level == .casual ? 3 : 1)
        return own + points >= rules.target
            || points >= max(least, own == 0 ? rules.minimum : 0)
    }

    /// The box that is worth most with these dice.
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

    /// Half of the most that a box may bring: what it is worth while it is open.
    private func half(of points: Points) -> Double {
        switch points {
        case .fixed(let points): Double(points) / 2
        case .sum(.face(let face)): Double(face * game.dice.count) / 2
        case .sum: Double(game.dice.reduce(0, +)) / 2
        }
    }

    /// The dice that lead to most on average if the others are rolled once more; all of them if no
    /// roll does.
    private func promising(_ faces: [Int], roll: Int, at sheet: Sheet) -> [Int] {
        guard let sides = game.dice.first, sides <= 10, game.dice.count <= 6,
            Set(game.dice).count == 1
        else {
            // They can show too much: those of the face that there is most of.
            let most = faces.max { a, b in
                faces.count { $0 == a } < faces.count { $0 == b }
            }
            return faces.indices.filter { faces[$0] == most }
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
