import DiceNotation

extension DicePool {
    /// The maximum number of ways to fall that are tried.
    static let maxWays = 400_000
    /// The maximum number of draws in one way.
    static let maxDraws = 10_000

    /// Returns the series over every way in which the dice can fall, each evaluated as a throw
    /// would be, or `nil` if there are too many ways.
    func enumerated() throws(OddsError) -> Series? {
        guard !steps.contains(where: \.rolls.endlessly),
            let sides = die.denominator.natural.word
        else { return nil }
        guard
            (0..<count).reduce(1, { ways, _ in ways * Double(sides) })
                <= Double(Self.maxWays)
        else { return nil }
        // Each modifier may reroll all dice, or explode them this many times.
        let maximum = steps.reduce(count) { maximum, step in
            if case .explode(_, _, let limit?) = step {
                return maximum * (1 + limit)
            }
            return maximum * (step.rolls.some ? 2 : 1)
        }
        guard maximum <= Self.maxDraws else { return nil }
        let expression = Expression(.dice(term))
        var totals: [Int: Natural] = [:]
        // The drawn faces. After each way, the last face that is not the highest is incremented,
        // and the faces after it are dropped.
        var path: [Int] = []
        for _ in 0..<Self.maxWays {
            var drawn = 0
            let evaluation = try? expression.evaluate { _ in
                if drawn == path.count {
                    path.append(1)
                }
                drawn += 1
                return path[drawn - 1]
            }
            let counted = word.map { word in
                Fraction(evaluation?.symbols?.first { $0.word == word }?.count ?? 0)
            }
            guard
                let total = (counted ?? evaluation?.total).flatMap({ Int(exactly: $0) })
            else {
                return nil
            }
            totals[total, default: .zero] += Natural(sides).power(maximum - path.count)
            try work.spend(40, path.count + 1)
            while path.last == Int(sides) {
                path.removeLast()
            }
            guard let last = path.popLast() else {
                return try .mixture(
                    totals.map { ($1, .certain($0)) },
                    of: Factors(sides).power(maximum),
                    work
                )
            }
            path.append(last + 1)
        }
        return nil
    }
}
