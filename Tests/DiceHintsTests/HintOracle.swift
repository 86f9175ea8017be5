import DiceGames

/// The final score under optimal play, computed by brute force: by a match that is played with each
/// roll, each choice of dice and each box. It is independent of `HintTable`, and slow.
struct HintOracle {
    let game: Game
    /// The value of each visited state, without the points so far, with one of its sheets.
    private(set) var known: [State: (sheet: Sheet, rest: Double)] = [:]

    /// The state that determines the rest of a match.
    struct State: Hashable {
        var filled: Set<String>
        var sums: [Int]
        var isJokerFilledWithPoints: Bool
    }

    init(_ game: Game) {
        self.game = game
    }

    /// Returns the final score from a match on.
    mutating func expected(_ match: Match) -> Double {
        if match.isOver {
            return Double(match.sheet.total)
        }
        let state = state(match.sheet)
        if let known = known[state] {
            return Double(match.sheet.total) + known.rest
        }
        let value = Self.mean(keeping: 0, values(match, afterRoll: 1))
        known[state] = (match.sheet, value - Double(match.sheet.total))
        return value
    }

    /// Returns, for each hand, the final score if a roll of the turn shows it.
    mutating func values(_ match: Match, afterRoll roll: Int) -> [Double] {
        var best = Dice.hands.map { hand in
            match.options(hand, roll: roll).map {
                ending(match, $0.box, hand, roll: roll)
            }.max()
                ?? 0
        }
        if roll < game.rollsPerTurn ?? 1 {
            let keeps = keepValues(match, beforeRoll: roll + 1)
            for hand in best.indices {
                for keep in Dice.keepsOfHand[hand] {
                    best[hand] = max(best[hand], keeps[keep])
                }
            }
        }
        return best
    }

    /// Returns, for each keep of fewer than five dice, the final score before a roll.
    mutating func keepValues(_ match: Match, beforeRoll roll: Int) -> [Double] {
        let values = values(match, afterRoll: roll)
        return Dice.keeps.indices.map { Self.mean(keeping: $0, values) }
    }

    mutating func ending(_ match: Match, _ box: String, _ hand: [Int], roll: Int)
        -> Double
    {
        var after = match
        guard (try? after.end(box, faces: hand, roll: roll)) != nil else { return .nan }
        return expected(after)
    }

    private static func mean(keeping keep: Int, _ values: [Double]) -> Double {
        Dice.outcomes[keep].reduce(0) { $0 + $1.chance * values[$1.hand] }
    }

    private func state(_ sheet: Sheet) -> State {
        let rules = game.sheet
        let sums = rules?.bonuses.map { bonus in
            if case .sum(let boxes, _) = bonus.cause {
                boxes.reduce(0) { $0 + (sheet[$1] ?? 0) }
            } else {
                0
            }
        }
        return State(
            filled: Set(sheet.boxes.map(\.name)),
            sums: sums ?? [],
            isJokerFilledWithPoints: rules?.joker.flatMap { sheet[$0.box] } ?? 0 > 0
        )
    }

    /// The hands of five dice, ascending, and their keeps.
    enum Dice {
        static let hands = Array(Set(rolls(5))).sorted {
            $0.lexicographicallyPrecedes($1)
        }
        static let keeps = (0...4).flatMap {
            Array(Set(rolls($0))).sorted { $0.lexicographicallyPrecedes($1) }
        }

        static let keepsOfHand: [[Int]] = {
            let indices = Dictionary(uniqueKeysWithValues: zip(keeps, keeps.indices))
            return hands.map { hand in subsets(hand).compactMap { indices[$0] } }
        }()

        /// The hands that can result from rolling the rest, by the index of the keep.
        static let outcomes: [[(hand: Int, chance: Double)]] = {
            let indices = Dictionary(uniqueKeysWithValues: zip(hands, hands.indices))
            let rolled = (0...5).map { count in
                rolls(count).reduce(into: [[Int]: Double]()) { $0[$1, default: 0] += 1 }
            }
            return keeps.map { keep in
                let ways = rolled[5 - keep.count]
                let all = ways.values.reduce(0, +)
                return ways.compactMap { roll, count in
                    indices[(keep + roll).sorted()].map { ($0, count / all) }
                }
            }
        }()

        /// Returns each roll of some dice, sorted.
        private static func rolls(_ count: Int) -> [[Int]] {
            (0..<count).reduce([[]]) { rolls, _ in
                rolls.flatMap { roll in (1...6).map { roll + [$0] } }
            }
            .map { $0.sorted() }
        }

        /// Returns each choice of dice that leaves at least one to roll.
        static func subsets(_ hand: [Int]) -> [[Int]] {
            (0..<31).map { choice in
                hand.indices.filter { choice >> $0 & 1 == 1 }.map { hand[$0] }
            }
        }
    }
}
