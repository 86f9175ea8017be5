import DiceNotation
import DiceOdds
import Testing

@Suite("Odds of a target that is rolled")
struct TargetOddsTests {
    private static let expressions = [
        "d20", "2d20kh1+5", "4d6!!", "d6!", "10d2!!", "-d6!", "2*d6!", "d6/3", "{3d6!, 2d8!}kh1",
        "4dF", "d{1, 2, 5}", "100d6", "3d6!o", "d6!*d6",
    ]

    @Test(
        "a target is answered wherever both sides are, as their comparison",
        arguments: expressions
    )
    func compared(_ text: String) throws {
        let totals = try Expression(parsing: text).odds()
        for target in Self.expressions {
            let compared = totals.compared(with: try Expression(parsing: target).odds())
            let check = try Expression(parsing: "\(text) vs (\(target))")
            let made = try check.odds(of: .verdict).chance(ofVerdict: 1).probability
            let expected = compared.higher.probability + compared.equal.probability
            #expect(abs(made - expected) < 1e-9, "\(target)")
        }
    }
}
