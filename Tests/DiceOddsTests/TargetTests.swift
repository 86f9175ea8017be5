import DiceModel
import ProgramTestSupport
import Testing
import WireProperties

@testable import DiceNotation
@testable import DiceOdds

/// A target that is itself rolled: `A vs (B)`.
@Suite struct TargetTests {
    /// Computed independently as sums of fractions.
    @Test(
        "a target's chance is an exact fraction",
        arguments: [
            ("d20+7 vs (d20+d6!)", "502141/777600"),
            ("d20+d6! vs (d20+7)", "1227299/3110400"),
            ("d6! vs (d6+d6)", "301/1296"),
            ("d6! vs (-d6!)", "1"),
            ("-d6! vs (d6!)", "0"),
            ("d6 vs (1/(d1-1))", "0"),
        ]
    ) func isExact(_ text: String, fraction: String) throws {
        let made = try Expression(parsing: text).odds(of: .verdict).chance(ofVerdict: 1)
        #expect(made.isExact)
        #expect(made.fraction == fraction)
    }

    /// Exactly 3/7 of all pairs are higher, 1/7 equal and 3/7 lower.
    @Test(
        "a target with endless dice on both sides is accurate to 1e-12",
        arguments: [(">=", 4.0), (">", 3), ("=", 1), ("<=", 4), ("<", 3)]
    )
    func twoEndlessSides(_ relation: String, sevenths: Double) throws {
        let odds = try Expression(parsing: "d6! vs \(relation)(d6!)").odds(of: .verdict)
        let made = odds.chance(ofVerdict: 1)
        #expect(!made.isExact)
        #expect(abs(made.probability - sevenths / 7) < 1e-12)
        let sum =
            made.probability + odds.chance(ofVerdict: 0).probability
            + odds.unlisted.probability
        #expect(abs(sum - 1) < 1e-12)
        #expect(odds.unlisted.probability < Distribution.negligible)
    }

    @Test("a target that is hardly ever reached is undecided")
    func whatIsHardlyEverReachedIsUndecided() throws {
        let made = try Expression(parsing: "d6! vs 10000").odds(of: .verdict).chance(
            ofVerdict: 1
        )
        #expect(!made.isKnown)
        #expect(!made.isExact)
        // It is exact as far as explosions are followed.
        let far = try Expression(parsing: "d6! vs 200").odds(of: .verdict).chance(
            ofVerdict: 1
        )
        #expect(far.isExact)
        #expect(far.fraction == "5/286511799958070431838109696")
        let outcomes = try Expression(parsing: "d6! => ..10000: a, 10001..: b").odds(
            of: .verdict
        )
        #expect(outcomes.chance(ofVerdict: 0).isKnown)
        #expect(!outcomes.chance(ofVerdict: 1).isKnown)
    }

    @Test("a target with many dice on both sides is exact") func manyDiceOnBothSides() throws {
        let compared = try odds("80d20").compared(with: odds("80d20"))
        let made = try Expression(parsing: "80d20 vs (80d20)").odds(of: .verdict)
            .chance(
                ofVerdict: 1
            )
        #expect(compared.higher == compared.lower)
        #expect(made.isExact)
        #expect(made.parts == compared.higher.parts + compared.equal.parts)
        #expect(abs(made.probability - 0.502732213778346) < 1e-14)
    }

    /// Compares each of the four chances with all pairs of totals, including endless ones on either
    /// side or both.
    @Test(
        "comparisons match all pairs of totals",
        arguments: ["d6!", "-d6!", "d20", "d4-1/(d3-1)", "3", "10-d4!"]
    )
    func compared(
        _ text: String
    ) throws {
        let one = try odds(text)
        for other in ["d6!", "-d6!", "d12", "d8/(d2-1)", "100"] {
            let two = try odds(other)
            var pairs: [Int?: Natural] = [:]
            for left in one.outcomes {
                for right in two.outcomes {
                    pairs[Self.order(left.total, right.total), default: .zero] +=
                        left.weight * right.weight
                }
            }
            let compared = one.compared(with: two)
            let parts = [
                compared.higher, compared.equal, compared.lower, compared.undecided,
            ].map(
                \.parts
            )
            #expect(
                parts == [1, 0, -1, nil].map { pairs[$0] ?? .zero },
                "\(text) beside \(other)"
            )
            #expect(compared.equal.isExact == compared.undecided.isZero)
        }
    }

    /// Returns 1 if the first is higher for all totals, 0 if both are equal, and `nil` if that is
    /// undecided.
    private static func order(_ one: Total, _ other: Total) -> Int? {
        let isAbove = one.value > other.value
        switch (one.side, other.side) {
        case (0, 0) where one.value == other.value: return 0
        case (0, 0): return isAbove ? 1 : -1
        case (0..., ...0): return isAbove ? 1 : nil
        case (...0, 0...): return one.value < other.value ? -1 : nil
        default: return nil
        }
    }

    /// A target is answered whenever both sides are; otherwise the reason is that of the side
    /// without odds.
    @Test("a target is answered if both of its sides are", arguments: 0..<4)
    func answeredWhereverBothSidesAre(_ part: UInt64)
        async throws
    {
        var texts = RandomExpressions(
            SeededGenerator(seed: 100 * Soak.seed + part),
            .large
        )
        let number = Soak.size(50, long: 500)
        var answered = 0
        var refused = 0
        while answered < number || refused < number / 10 {
            await Task.yield()
            let left = texts.text()
            let right = texts.text()
            let isShort = left.utf8.count < 60 && right.utf8.count < 60
            guard isShort,
                let expression = try? Expression(parsing: "\(left) vs (\(right))"),
                case .check(let body, _, let target) = expression.kind
            else { continue }
            // Its verdict is that of one round.
            if case .repeated = body.kind {
                continue
            }
            let one = Self.answer(body, .total)
            let two = Self.answer(target, .total)
            let verdict = Self.answer(expression, .verdict)
            let totals = Self.answer(expression, .total)
            let gaps = [one, two].compactMap(Self.gap)
            if !gaps.isEmpty {
                refused += 1
                let gap = try #require(Self.gap(totals), "\(left) vs (\(right))")
                #expect(gaps.contains(gap), "\(left) vs (\(right))")
                // A target may be decided before all totals are known.
                if let gap = Self.gap(verdict) {
                    #expect(gaps.contains(gap), "\(left) vs (\(right))")
                }
                continue
            }
            answered += 1
            let (higher, equal, undecided) = Self.compared(try one.get(), try two.get())
            let made: Double = try verdict.get().chance(ofVerdict: 1).probability
            #expect(
                abs(made - higher - equal) <= undecided + 1e-12,
                "\(left) vs (\(right))"
            )
            let succeeding: Double =
                try (1 - one.get().failure.probability)
                * (1 - two.get().failure.probability)
            let failing: Double = try totals.get().failure.probability
            #expect(abs(1 - failing - succeeding) < 1e-9, "\(left) vs (\(right))")
        }
    }

    /// Returns the odds within a fraction of the budget, because a build for tests is slow.
    private static func answer(_ expression: Expression, _ subject: OddsSubject)
        -> Result<
            Distribution, OddsError
        >
    {
        do throws(OddsError) {
            return .success(
                try expression.odds(of: subject, within: Work(Work.limit / 400))
            )
        } catch { return .failure(error) }
    }

    private static func compared(_ one: Distribution, _ other: Distribution) -> (
        Double, Double, Double
    ) {
        let compared = one.compared(with: other)
        return (
            compared.higher.probability, compared.equal.probability,
            compared.undecided.probability
        )
    }

    /// Returns the reason why there is no answer, and the position of the part at fault, or `nil`
    /// if there is an answer.
    private static func gap(_ result: Result<Distribution, OddsError>) -> Place? {
        guard case .failure(.noRuleAt(let place, let gap)) = result else { return nil }
        return Place(place: place, gap: gap)
    }

    private struct Place: Hashable {
        let place: Range<Int>
        let gap: OddsGap
    }
}
