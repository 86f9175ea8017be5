import DiceNotation
import Testing

/// A total compared with its target.
@Suite struct TargetTests {
    /// Expression, faces, text, and for each total whether the target is met, with its margin.
    static let cases: [(String, [Int], String, [Bool], [Fraction?])] = [
        ("d20+5 vs 15", [13], "13 + 5 = 18, made by 3", [true], [3]),
        ("d20+5 vs 15", [9], "9 + 5 = 14, missed by 1", [false], [-1]),
        ("d20+5vs15", [10], "10 + 5 = 15, made by 0", [true], [0]),
        ("D20 VS >=15", [16], "16 = 16, made by 1", [true], [1]),
        ("d20 vs >15", [15], "15 = 15, missed by 0", [false], [0]),
        ("d20 vs >15", [16], "16 = 16, made by 1", [true], [1]),
        ("d100 vs <=45", [40], "40 = 40, made by 5", [true], [5]),
        ("d100 vs <=45", [50], "50 = 50, missed by 5", [false], [-5]),
        ("d100 vs <45", [45], "45 = 45, missed by 0", [false], [0]),
        ("d6 vs =3", [3], "3 = 3, made", [true], [nil]),
        ("d6 vs = 3", [4], "4 = 4, missed", [false], [nil]),
        ("d6 vs -3", [1], "1 = 1, made by 4", [true], [4]),
        ("d6 vs +3", [1], "1 = 1, missed by 2", [false], [-2]),
        ("d6-5 vs >= -3", [1], "1 - 5 = -4, missed by 1", [false], [-1]),
        (
            "d6/2 vs 1.5", [2], "2 / 2 = 1, missed by 0.5", [false],
            [Fraction(nearest: -0.5)]
        ),
        ("d20 vs {dc=12}", [12], "12 = 12, made by 0", [true], [0]),
        ("5d10>=8 vs 2", [8, 9, 1, 1, 1], "8* 9* 1 1 1 = 2, made by 0", [true], [0]),
        // The target is rolled last.
        (
            "d20+5 vs (d20+3)", [13, 10], "13 + 5 = 18 vs 10 + 3 = 13, made by 5",
            [true], [5]
        ),
        (
            "d6 vs (2d6kh1)", [3, 2, 5], "3 = 3 vs (2) 5 = 5, missed by 2", [false],
            [-2]
        ),
        ("d6 vs (2*3)", [5], "5 = 5 vs 2 * 3 = 6, missed by 1", [false], [-1]),
        // In a repeat, each round has a check. A repeat inside a round has none.
        (
            "3x2d6 vs 7", [1, 2, 3, 4, 5, 6],
            "1 2 = 3, missed by 4; 3 4 = 7, made by 0; 5 6 = 11, made by 4; total 21",
            [false, true, true],
            [-4, 0, 4]
        ),
        (
            "2x1d6 vs (1d4)", [5, 1, 3],
            "5 = 5, made by 2; 1 = 1, missed by 2; total 6; vs 3 = 3",
            [true, false],
            [2, -2]
        ),
        (
            "2x2x1d6 vs 3", [1, 2, 3, 4],
            "1 = 1; 2 = 2 = 3, made by 0; 3 = 3; 4 = 4 = 7, made by 4; total 10",
            [true, true],
            [0, 4]
        ),
        ("(2x1d6)+1 vs 3", [1, 2], "(1 = 1; 2 = 2) + 1 = 4, made by 1", [true], [1]),
        (
            "{2x1d6, 1d6}kl1 vs 3", [3, 4, 2], "{(3 = 3; 4 = 4), 2} = 2, missed by 1",
            [false], [-1]
        ),
        ("d20 vs (6/(1d6-1))", [5, 1], "5 1: a division by zero", [], []),
    ]

    @Test("the verdict on the target is shown", arguments: cases.indices) func theVerdictIsTold(
        _ index: Int
    ) throws {
        let (text, faces, wanted, made, margins) = Self.cases[index]
        let result = try evaluate(text, faces)
        #expect(result.text == wanted, "\(text)")
        #expect(
            result.checks.map(\.isMade) == made
                && result.checks.map(\.margin) == margins,
            "\(text)"
        )
        #expect(result.results.isEmpty)
    }

    @Test("a margin is positive if the target is met") func aMarginIsTheWayToTheRightSide() throws {
        for relation in Relation.allCases where relation != .unequal {
            for face in 1...6 {
                let check = try #require(
                    try evaluate("d6 vs \(relation.rawValue)3", [face]).checks.first
                )
                #expect(
                    (check.relation, check.target, check.total) == (
                        relation, 3, Fraction(face)
                    )
                )
                #expect(check.isMade == relation.holds(Fraction(face), 3))
                guard let margin = check.margin else { continue }
                let isStrict = relation == .greater || relation == .less
                #expect(
                    check.isMade == (isStrict ? margin > 0 : margin >= 0),
                    "\(face)\(relation.rawValue)3"
                )
            }
        }
    }

    /// Targets are allowed for any range of totals.
    @Test(
        "a target may be out of reach",
        arguments: ["2d6 vs 13", "d6 vs 7", "d6 vs <0", "3d6>=4 vs 5"]
    )
    func noTargetIsTooHigh(_ text: String) {
        #expect(throws: Never.self) { try Expression(parsing: text) }
    }

    @Test("a target applies to the whole expression only") func itIsThatOfTheWholeAlone() throws {
        let expression = try Expression(parsing: "2x1d6+1 vs (1d4)")
        #expect(expression.rolled == (try Expression(parsing: "2x1d6+1")))
        #expect(expression.firstDice.count == 3)
        #expect(Expression.shortened("d20 vs 15") == "d20 vs 15")
    }
}
