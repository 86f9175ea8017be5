import Testing

@testable import DiceNotation
@testable import DiceOdds

/// The edge at which an endless distribution is cut off.
@Suite struct OddsEdgeTests {
    /// Expressions with endless totals, and whether these lie above.
    static let endless: [(String, isAbove: Bool)] = [
        ("d6!", true),
        ("3d4!!kh2", true),
        ("2d6!p+3", true),
        ("d4!/2", true),
        ("2x(d4!)", true),
        ("{d4!,d6}kh1", true),
        ("-d6!", false),
        ("10-2d4!", false),
        ("min(-d4!,-d6)", false),
    ]

    @Test("chances at the edge of an endless list are correct", arguments: endless)
    func whatIsAskedAtTheEdge(_ text: String, isAbove: Bool)
        throws
    {
        let odds = try odds(text)
        let edge = try #require(odds.tail).value
        let last = try #require(isAbove ? odds.totals.last : odds.totals.first)
        #expect(odds.isCutAbove == isAbove)
        #expect(!odds.isExact)
        #expect(isAbove ? last < edge : last > edge)
        func chance(_ number: Fraction, _ goesUp: Bool) -> Chance? {
            goesUp ? odds.chance(atLeast: number) : odds.chance(atMost: number)
        }
        let step = try Fraction(isAbove ? 1 : -1, 4)
        // The chance at the edge is that of all omitted totals; beyond the edge there is none.
        #expect(chance(edge, isAbove) == odds.unlisted)
        let past = try edge + step
        let far = try step * 1_000_000_000
        #expect(chance(past, isAbove) == nil)
        #expect(chance(far, isAbove) == nil)
        // In the other direction, chances are given up to the last listed total, and no further.
        #expect(chance(edge, !isAbove) == nil)
        #expect(chance(past, !isAbove) == nil)
        let before = try edge - step
        let lower = try last - step
        let whole = try #require(chance(before, !isAbove))
        #expect(whole == chance(last, !isAbove))
        #expect(whole != chance(lower, !isAbove))
        #expect(
            try #require(chance(last, isAbove)).probability > odds.unlisted.probability
        )
    }

    /// No more totals are omitted than necessary.
    @Test("an endless list continues until the rest is negligible", arguments: endless)
    func theListGoesOnUntilTheRestIsNegligible(
        _ text: String,
        isAbove: Bool
    ) throws {
        let odds = try odds(text)
        let last = try #require(isAbove ? odds.chances.last : odds.chances.first)
        #expect(odds.unlisted.probability < Distribution.negligible)
        #expect(odds.unlisted.probability + last.probability >= Distribution.negligible)
    }
}
