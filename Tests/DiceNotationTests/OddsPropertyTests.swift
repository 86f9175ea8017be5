import DiceModel
import Testing
import WireProperties

@testable import DiceNotation

/// Odds of expressions made by the whole grammar, compared with what comes of every way in which their dice can fall.
@Suite struct OddsPropertyTests {
    @Test(arguments: 0..<8) func asInAllWays(_ part: UInt64) throws {
        var texts = RandomExpressions(SeededGenerator(seed: part), .small)
        var (compared, tried) = (0, 0)
        while compared < 250 {
            tried += 1
            try #require(tried < 3_000, "only \(compared) have odds that can be compared")
            let text = texts.text()
            guard let expression = try? Expression(parsing: text), let ways = try AllWays(expression),
                let odds = try? expression.odds(within: Work(Work.limit / 100))
            else { continue }
            compared += 1
            for difference in ways.differences(from: odds) { Issue.record("\(text): \(difference)") }
        }
    }

    /// Each leaves a gap among the faces; the last has no dice.
    @Test(arguments: [
        "d6r3", "1d4r2", "dFr0", "d6ro3r3", "2d6r2", "d8r4kh1", "2d6!r3", "d6r(1d6)", "2d4min2r2", "3x1d3r2", "{d6r3}",
        "d6r3r5", "d4r(1d4)", "3d6r4>=5f1", "d3!kh0",
    ]) func gaps(_ text: String) throws {
        let expression = try Expression(parsing: text)
        let ways = try #require(try AllWays(expression, least: 1e-4))
        #expect(ways.differences(from: try expression.odds()) == [])
    }
}

/// How probable each total is, by evaluating an expression on every sequence of faces that is probable enough.
private struct AllWays {
    /// By the total in millionths, where numbers that are rounded on the way meet; nil for no total.
    private var totals: [Double?: Double] = [:]
    /// How probable all longer sequences are together.
    private var rest = 0.0

    private struct TooRare: Error {}

    /// nil where too much is improbable.
    ///
    /// - Parameter least: how probable a sequence must be to be followed.
    init?(_ expression: Expression, least: Double = 5e-4) throws {
        var path: [(face: Int, sides: Int)] = []
        repeat {
            var drawn = 0
            func chance() -> Double { path.prefix(drawn).reduce(1) { $0 / Double($1.sides) } }
            do {
                let evaluation = try expression.evaluate { sides in
                    if drawn == path.count {
                        guard chance() >= least else { throw TooRare() }
                        path.append((1, sides))
                    }
                    drawn += 1
                    return path[drawn - 1].face
                }
                totals[evaluation.total.map(Self.key), default: 0] += chance()
            } catch is TooRare {
                rest += chance()
                guard rest < 0.05 else { return nil }
            }
            while let last = path.last, last.face == last.sides { path.removeLast() }
            if !path.isEmpty { path[path.count - 1].face += 1 }
        } while !path.isEmpty
    }

    private static func key(_ total: Double) -> Double { (total * 1e6).rounded() }

    /// What is not as these ways have it.
    func differences(from odds: Distribution) -> [String] {
        var told: [Double?: Double] = odds.failure.isZero ? [:] : [nil: odds.failure.probability]
        for (total, chance) in zip(odds.totals, odds.chances) {
            told[Self.key(total), default: 0] += chance.probability
        }
        return Set(told.keys).union(totals.keys).compactMap { total in
            let (least, chance) = (totals[total] ?? 0, told[total])
            // Rare totals may be cut off.
            let range = least...least + rest
            if let chance, chance > range.lowerBound - 1e-12, chance < range.upperBound + 1e-12 { return nil }
            if chance == nil, least < odds.unlisted.probability + 1e-12 { return nil }
            let name = total.map { "\($0 / 1e6)" } ?? "no total"
            return "\(name) has \(chance ?? 0), not \(least)" + (rest > 0 ? " to \(range.upperBound)" : "")
        }
    }
}
