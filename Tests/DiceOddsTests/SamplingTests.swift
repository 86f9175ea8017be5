import DiceNotation
import DiceOdds
import DiceTestSupport
import ProgramTestSupport
import Testing

/// Rolled totals are as frequent as the odds predict.
@Suite struct SamplingTests {
    static let expressions = [
        "d6", "3d6", "2d6+3", "2d6-1d4", "4dF", "3dF.1", "d6*d6", "d6/d4",
        "floor(d6/2)+ceil(d6/3)",
        "sqrt(d4)",
        "min(d6,d8,d4)", "d6/(d4-1)", "4d6kh3", "4d6kh3+2", "5d4kl2", "2d20kh1",
        "5d4kh4kl2",
        "3d6ro<3", "4d6r1kh3",
        "4d6min3kh2", "3d6kh2ro<3", "5d6>=5f1", "4d6>=4kh2f6", "4d4uo", "3d6u",
        "4d6kh3!", "3d6!",
        "2d6!!", "2d6!p",
        "10d10!>=8", "4d6!!kh3", "5d10!>=8f1", "{2d6, d8, 4}kh1", "{3d4}>=8",
        "{d6,d6,d6}kh2",
        "{d4-1, 4/(d4-1)}kh1",
        "(d4)d6", "d(d4*2)", "3d6kh(d3)", "(d3)x(d6+1)", "20d6kh10",
    ]

    @Test("sampled rolls match the odds", arguments: expressions.indices) func asOftenAsTheOddsSay(
        _ index: Int
    ) throws {
        let text = Self.expressions[index]
        let expression = try Expression(parsing: text)
        let odds = try expression.odds()
        var generator = RandomCase(index).generator
        var counts: [Fraction: Int] = [:]
        var failed = 0
        let rolls = Soak.size(6_000, long: 100_000)
        for _ in 0..<rolls {
            if let total = try expression.evaluate(using: &generator).total {
                counts[total, default: 0] += 1
            } else {
                failed += 1
            }
        }
        let mean =
            counts.reduce(0) { $0 + $1.key.double * Double($1.value) }
            / Double(rolls - failed)
        let expected = try #require(odds.mean)
        let deviation = try #require(odds.deviation)
        #expect(
            abs(mean - expected) < 5 * deviation / Double(rolls).squareRoot(),
            "\(mean), not \(expected)"
        )
        #expect(Set(counts.keys).isSubset(of: odds.totals))

        var cells = zip(odds.totals, odds.chances).map {
            (counts[$0] ?? 0, $1.probability * Double(rolls))
        }
        cells.append((failed, odds.failure.probability * Double(rolls)))
        let (square, degrees) = chiSquare(cells)
        // The mean is the number of degrees of freedom, the variance twice that.
        #expect(
            square < degrees + 5 * (2 * degrees).squareRoot() + 10,
            "\(square) of \(degrees) degrees"
        )
    }

    /// - Parameter cells: the observed and the expected count of each outcome.
    private func chiSquare(_ cells: [(Int, Double)]) -> (
        square: Double, degrees: Double
    ) {
        // Rare outcomes share a cell.
        let rare = cells.filter { $0.1 < 10 }.reduce((0, 0.0)) {
            ($0.0 + $1.0, $0.1 + $1.1)
        }
        let all = cells.filter { $0.1 >= 10 } + (rare.1 >= 1 ? [rare] : [])
        let square = all.reduce(0) {
            $0 + (Double($1.0) - $1.1) * (Double($1.0) - $1.1) / $1.1
        }
        return (square, Double(all.count - 1))
    }
}
