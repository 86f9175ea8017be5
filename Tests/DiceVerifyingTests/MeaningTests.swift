import DiceModel
import DiceNotation
import DiceVerifying
import Forgeries
import Testing

/// The outcome of a total follows from the faces, and an entry with any other is rejected.
struct MeaningTests {
    private func finding(_ thrown: ThrowResult) -> Finding? {
        HistoryVerifier.finding(SampleHistory.chained([.thrown(thrown)]))
    }

    private static let expressions = [
        "d20+5 vs 15", "3x2d6 vs <=7", "d20 vs (d20+3)",
        "2d6 => 6-: miss, 7+: \"hit, hard\"",
        "2x1d6 => 1-3: low",
        "4d{success+advantage,,2 threat}", "2d{1,2,5}!o2", "5d10>=7x2=10", "6d6k>=3",
        "{2d6+3}>=10",
    ]

    @Test("an honest check or outcome is valid", arguments: expressions) func isRight(
        _ expression: String
    ) throws {
        #expect(finding(try SampleHistory.thrown(1, 4, expression)) == nil)
    }

    @Test(
        "a forged check or outcome is found",
        arguments: [
            ("d20 vs 15", Change<ThrowResult>("made") { $0.meaning.check?.made.toggle() }),
            ("d20 vs 15", Change("margin") { $0.meaning.check?.margin = 100 }),
            ("d20 vs 15", Change("target") { $0.meaning.check?.target = 14 }),
            ("d20 vs 15", Change("compare") { $0.meaning.check?.compare = "<=" }),
            ("2xd20 vs 15", Change("a round") { $0.meaning.checks?.removeLast() }),
            ("d6 => 1-6: a", Change("words") { $0.meaning.result = "b" }),
            ("2xd6 => 1-6: a", Change("words of a round") { $0.meaning.results?[1] = "" }),
            ("d{a,2 a}", Change("symbols") { $0.meaning.symbols?.symbols[0].count += 1 }),
            ("d{a,2 a}", Change("a face") { $0.dice[0].face = "3 a" }),
            (
                "d6",
                Change("a target") {
                    $0.meaning.check = TargetCheck(
                        target: 1,
                        compare: ">=",
                        made: true,
                        margin: 1
                    )
                }
            ),
        ]
    )
    func isChecked(_ expression: String, _ change: Change<ThrowResult>) throws {
        let thrown = try SampleHistory.thrown(1, 4, expression)
        #expect(finding(thrown) == nil)
        #expect(finding(change.applied(to: thrown)) != nil)
    }
}
