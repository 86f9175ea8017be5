import DiceModel
import Testing

@Suite("The chi-square test")
struct ChiSquareTests {
    /// Computed with mpmath, to 30 digits.
    @Test(
        "the upper tail matches the distribution",
        arguments: [
            (3.2, 5, 0.669182902033243214),
            (11.07, 5, 0.0500096186224054877),
            (0.5, 1, 0.479500122186953462),
            (1_000, 999, 0.485131489274901474),
            (1_100, 999, 0.0138184675255323546),
            (900, 999, 0.988621187083418891),
            (50, 5, 1.38579733670095932e-9),
            (200, 99, 8.19391189142211109e-9),
        ] as [(Double, Int, Double)]
    )
    func upperTail(_ x: Double, _ degrees: Int, _ p: Double) {
        let found = ChiSquareTest.upperTail(of: x, degrees: degrees)
        #expect(abs(found - p) <= 1e-10 * p, "\(found)")
    }

    @Test(
        "the tail with two degrees of freedom is e^(-x/2) for either method"
    )
    func twoDegrees() {
        for tenths in 0...400 {
            let half = Double(tenths) / 20
            // Computed with the series, with enough terms.
            var term = 1.0
            var sum = 1.0
            for n in 1...200 {
                sum = sum + term * half / Double(n)
                term = term * half / Double(n)
            }
            let found = ChiSquareTest.upperTail(of: half * 2, degrees: 2)
            #expect(abs(found * sum - 1) < 1e-9, "\(half)")
        }
    }

    @Test("the tail falls from 1 to 0 as x grows", arguments: [1, 2, 3, 5, 19, 99, 999])
    func falls(_ degrees: Int) {
        let all = (0...400).map {
            ChiSquareTest.upperTail(of: Double($0 * degrees) / 40, degrees: degrees)
        }
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 >= $1 - 1e-12 })
        #expect(all.allSatisfy { (0...1).contains($0) })
        #expect(all[0] == 1)
        #expect(ChiSquareTest.upperTail(of: 1e15, degrees: degrees) == 0)
    }

    @Test("counts are tested against equal counts of each face")
    func counts() {
        let test = ChiSquareTest([5, 8, 9, 8, 10, 20])
        #expect(abs(test.statistic - 13.4) < 1e-12)
        #expect(test.degrees == 5)
        #expect(abs(test.p - 0.0199052) < 1e-6)
        let fair = ChiSquareTest([7, 7])
        #expect(fair.statistic == 0)
        #expect(fair.degrees == 1)
        #expect(fair.p == 1)
        #expect(ChiSquareTest([0, 0, 0]).p == 1)
    }
}
