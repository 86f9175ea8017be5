import DiceModel
import Testing
import WireProperties

@testable import DiceNotation
@testable import DiceOdds

/// The work for an answer is counted before it is done.
@Suite struct OddsBudgetTests {
    /// These hold many values at the same time: the odds for each number of dice, of sides and of
    /// rounds.
    @Test(
        "an expression that needs too much work is refused",
        arguments: [
            "3d(1d10000)", "(1d10000)d2", "3d(1d4000)", "(1d10000)d6", "(1d1000)x1d6",
            "(1d100)d(1d100)", "(2d1000)d6kh3",
            "{1d10000,1d10000,1d10000}kh2", "3x(d1000000/7)", "d1000000!kh1+2d1000000",
        ]
    ) func isRefused(_ text: String) throws {
        let expression = try Expression(parsing: text)
        let error = try #require(throws: OddsError.self) {
            try expression.odds(within: Work(Work.limit / 200))
        }
        guard case .noRuleAt(_, .tooLarge) = error else {
            Issue.record("\(error)")
            return
        }
    }

    /// Each is answered within the budget.
    @Test(
        "an expression within the budget is answered",
        arguments: [
            "1000d10>=7x2=10", "500d{0,1,2,5}", "100d6!o9>4", "100d10!o>=9>=7x2=10",
            "200x1d20 => 1: a, 2..19: b, 20: c",
            "100d{1,,2}k>=1", "d{\((0..<1_000).map(String.init).joined(separator: ","))}",
            "200d{2 hit, hit, miss-hit, , 1}",
        ]
    ) func isAnswered(_ text: String) throws {
        let expression = try Expression(parsing: text)
        let subjects: [OddsSubject] =
            [.total] + (expression.rolled == expression ? [] : [.verdict])
            + expression.symbolNames.map { .word($0) }
        for subject in subjects {
            #expect(
                try expression.odds(of: subject, within: Work(Work.limit / 2))
                    .isComplete,
                "\(text)"
            )
        }
    }

    @Test("every expression finishes within the budget", arguments: 0..<4)
    func everyExpressionEndsWithinTheBudget(_ part: UInt64)
        throws
    {
        var texts = RandomExpressions(SeededGenerator(seed: part), .large)
        var tried = 0
        var answered = 0
        while tried < 60 {
            let text = texts.text()
            guard text.count <= 60, let expression = try? Expression(parsing: text)
            else {
                continue
            }
            tried += 1
            let work = Work(Work.limit / 100)
            guard let odds = try? expression.odds(within: work) else { continue }
            answered += 1
            // The count includes at least the result.
            let held = odds.weights.reduce(odds.totals.count) {
                $0 + 2 + $1.words.count
            }
            let spent = Work.limit / 100 - work.remaining
            #expect(
                spent >= held * Work.stepsPerWord || odds.totals.count == 1,
                "\(text)"
            )
        }
        #expect(answered > 10)
    }
}
