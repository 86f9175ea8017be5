internal import DiceNotation

/// All that a few dice can show, one after the other.
enum Enumeration {
    /// Evaluations that an answer may take.
    private static let limit = 400_000

    /// nil if there are too many ways for the dice to fall.
    static func series(
        _ term: DiceTerm, _ parts: [TermOdds.Part], _ count: Int, _ faces: Faces, _ work: Work
    ) throws(OddsStop) -> Series? {
        let isEndless = parts.contains { part in
            switch part {
            case .step(.explode), .step(.reroll(_, once: false)), .unique(once: false): true
            default: false
            }
        }
        var ways = 1
        for _ in 0..<count where ways <= limit { ways *= Int(faces.total) }
        guard !isEndless, ways <= limit else { return nil }
        let (expression, sides) = (Expression(.dice(term)), faces.total)
        // For each number of draws, how often each total occurred.
        var totals: [Int: [Int: UInt64]] = [:]
        var path: [Int] = []
        for _ in 0..<limit {
            var drawn = 0
            let evaluation = try? expression.evaluate { _ in
                if drawn == path.count { path.append(1) }
                drawn += 1
                return path[drawn - 1]
            }
            guard let total = evaluation?.total.flatMap({ Int(exactly: $0) }) else { return nil }
            totals[path.count, default: [:]][total, default: 0] += 1
            try work.spend(40 * (path.count + 1))
            while path.last == Int(sides) { path.removeLast() }
            if path.isEmpty { break }
            path[path.count - 1] += 1
        }
        guard path.isEmpty else { return nil }
        let most = totals.keys.max() ?? 0
        var parts: [(weight: Natural, series: Series)] = []
        try work.hold(totals.values.reduce(0) { $0 + $1.count }, 25)
        for (draws, counts) in totals {
            for (total, count) in counts {
                parts.append((Natural(count) * Natural(sides).power(most - draws), .certain(total)))
            }
        }
        return try .mixture(parts, of: Factors(sides).power(most), work)
    }
}
