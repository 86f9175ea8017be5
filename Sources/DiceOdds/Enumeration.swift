internal import DiceNotation

extension DicePool {
    /// Ways to fall that are tried at most.
    static let mostWays = 400_000

    /// What the dice come to in every way in which they can fall, as an evaluation has it; nil if there are too many.
    func enumerated() throws(OddsError) -> Series? {
        guard !steps.contains(where: \.isEndless), let sides = die.denominator.natural.word else { return nil }
        var ways = 1
        for _ in 0..<count where ways <= Self.mostWays { ways *= Int(sides) }
        guard ways <= Self.mostWays else { return nil }
        let expression = Expression(.dice(term))
        // For each number of draws, how often each total occurred.
        var totals: [Int: [Int: UInt64]] = [:]
        // The faces that are drawn. After each way the last face that is not the highest goes up, and those behind it are
        // forgotten.
        var path: [Int] = []
        for _ in 0..<Self.mostWays {
            var drawn = 0
            let evaluation = try? expression.evaluate { _ in
                if drawn == path.count { path.append(1) }
                drawn += 1
                return path[drawn - 1]
            }
            guard let total = evaluation?.total.flatMap({ Int(exactly: $0) }) else { return nil }
            totals[path.count, default: [:]][total, default: 0] += 1
            try work.spend(40, path.count + 1)
            while path.last == Int(sides) { path.removeLast() }
            guard let last = path.popLast() else { return try series(totals, sides) }
            path.append(last + 1)
        }
        return nil
    }

    private func series(_ totals: [Int: [Int: UInt64]], _ sides: UInt64) throws(OddsError) -> Series {
        let most = totals.keys.max() ?? 0
        var parts: [(weight: Natural, series: Series)] = []
        for (draws, counts) in totals {
            for (total, count) in counts {
                parts.append((Natural(count) * Natural(sides).power(most - draws), .certain(total)))
            }
        }
        return try .mixture(parts, of: Factors(sides).power(most), work)
    }
}
