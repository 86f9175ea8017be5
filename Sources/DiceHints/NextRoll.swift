import DiceGames

/// The average worth of the dice that a player keeps, if the others are rolled once more.
struct NextRoll: Sendable {
    private let rules: SheetRules
    private let dice: HintDice
    /// The points of each hand in each box after the first roll, at `hand * boxes + box`.
    private let points: [Int]
    /// True for each hand that may have the joker.
    private let mayBeJoker: [Bool]
    /// The value of keeping each box open.
    private let prices: [Double]

    /// Returns `nil` if the dice differ or have too many combinations to enumerate.
    init?(_ game: Game) {
        guard let rules = game.sheet, let sides = game.dice.first, sides <= 10,
            game.dice.count <= 6, Set(game.dice).count == 1
        else { return nil }
        let dice = HintDice(count: game.dice.count, sides: sides)
        let hands = dice.faces[dice.firstHand...].map { Hand($0) }
        self.rules = rules
        self.dice = dice
        points = hands.flatMap { hand in rules.boxes.map { $0.score(hand) } }
        let needs = rules.joker.flatMap { rules[$0.box]?.needs }
        mayBeJoker = hands.map { needs?.isMet(by: $0) == true }
        prices = rules.boxes.map { Self.price(of: $0.points, game.dice) }
    }

    /// Returns the value of keeping a box open: four fifths of its maximum.
    static func price(of points: Points, _ dice: [Int]) -> Double {
        switch points {
        case .fixed(let points): Double(points) * 4 / 5
        case .sum(.face(let face)): Double(face * dice.count) * 4 / 5
        case .sum: Double(dice.reduce(0, +)) * 4 / 5
        }
    }

    /// Returns the dice to keep, by their indices, for the highest average: all dice if no roll
    /// improves it.
    ///
    /// - Parameter joker: returns the worth of a hand that may have the joker.
    func keep(_ faces: [Int], at sheet: Sheet, joker: ([Int]) -> Double) -> [Int] {
        let worth = worth(at: sheet, joker)
        var best = (worth: -Double.infinity, dice: [Int]())
        for choice in (0..<1 << faces.count).reversed() {
            let kept = faces.indices.filter { choice >> $0 & 1 == 1 }
            guard let index = dice.index(kept.map { faces[$0] }) else { continue }
            if worth[index] > best.worth {
                best = (worth[index], kept)
            }
        }
        return best.dice
    }

    /// Returns the average worth of each multiset of dice.
    private func worth(at sheet: Sheet, _ joker: ([Int]) -> Double) -> [Double] {
        let open = rules.boxes.indices.filter { sheet[rules.boxes[$0].name] == nil }
        let bonuses = open.map { missing(for: rules.boxes[$0].name, at: sheet) }
        let hasJoker = rules.joker.map { sheet[$0.box] != nil } == true
        var worth = Array(repeating: 0.0, count: dice.faces.count)
        for hand in dice.firstHand..<dice.faces.count {
            let number = hand - dice.firstHand
            if hasJoker, mayBeJoker[number] {
                worth[hand] = joker(dice.faces[hand])
                continue
            }
            var best = -Double.infinity
            for (place, box) in open.enumerated() {
                let points = points[number * rules.boxes.count + box]
                var gain = Double(points) - prices[box]
                for bonus in bonuses[place] where points >= bonus.missing {
                    gain += bonus.points
                }
                best = max(best, gain)
            }
            worth[hand] = best
        }
        for keep in (0..<dice.firstHand).reversed() {
            var sum = 0.0
            for face in 0..<dice.sides {
                sum += worth[dice.grown[keep * dice.sides + face]]
            }
            worth[keep] = sum / Double(dice.sides)
        }
        return worth
    }

    /// Returns the bonuses that a box can reach, with the points that are missing.
    private func missing(for box: String, at sheet: Sheet) -> [(missing: Int, points: Double)] {
        rules.bonuses.compactMap { bonus in
            guard case .sum(let boxes, let minimum) = bonus.cause, boxes.contains(box) else {
                return nil
            }
            let sum = boxes.reduce(0) { $0 + (sheet[$1] ?? 0) }
            return sum < minimum ? (minimum - sum, Double(bonus.points)) : nil
        }
    }
}
