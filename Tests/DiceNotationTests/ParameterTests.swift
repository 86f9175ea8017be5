import DiceNotation
import Testing

@Suite struct ParameterTests {
    static let cases: [(String, [String: Double], String)] = [
        ("1d20+{bonus=7}", [:], "1d20+7"),
        ("1d20 + { bonus = 7 }", ["bonus": 9], "1d20 + 9"),
        ("{b}+{B}", ["b": 2], "2+2"),
        ("d20+{bonus}", ["BONUS": 0], "d20+0"),
        ("d20+{bonus=-2}", [:], "d20+(-2)"),
        ("{a=1}-{b=2}", ["b": -3], "1-(-3)"),
        ("{n=4}d{m=6}kh{k=3}", ["m": 8], "4d8kh3"),
        ("{n}x(d6>{t=4})", ["n": 3], "3x(d6>4)"),
        ("d6r<{t}", ["t": -1], "d6r<(-1)"),
        ("{{a},{b=2}}kh1", ["a": 5], "{5,2}kh1"),
        ("min({a},{b})[x]", ["a": 0.5, "b": 1.25], "min(0.5,1.25)[x]"),
        ("{a}[fire]", ["a": 3], "3[fire]"),
        ("2d6", [:], "2d6"),
        ("{a}**2", ["a": -2], "(-2)**2"),
        ("{weapon_bonus_2=1}", [:], "1"),
        ("{a}", ["a": 9_999_999_999.9999], "9999999999.9999"),
    ]

    @Test("numbers replace their parameters", arguments: cases.indices)
    func numbersStandInTheirPlace(_ index: Int) throws {
        let (text, values, filled) = Self.cases[index]
        #expect(try RollText(text).written().filled(with: values).text == filled)
    }

    static let errors: [(String, [String: Double], String, Range<Int>, [String])] = [
        (
            "d20+{bonus}", [:], "bonus | bonus=7", 4..<11,
            ["a number"]
        ),
        (
            "d20+{bonus}", ["bonsu": 1],
            "bonsu",
            0..<11, ["bonus"]
        ),
        (
            "{a}+{b=1}", ["a": 1, "c": 2],
            "c",
            0..<9, ["a", "b"]
        ),
        ("2d6", ["a": 1], "", 0..<3, ["no values"]),
        (
            "{a}", ["a": 1e10],
            "a",
            0..<3,
            ["a smaller number"]
        ),
        (
            "{a}", ["a": 0.00001],
            "a",
            0..<3,
            ["a smaller number"]
        ),
        (
            "{a}", ["a": .nan],
            "a",
            0..<3,
            ["a smaller number"]
        ),
        (
            "{a}", ["a": -.infinity],
            "a", 0..<3,
            ["a smaller number"]
        ),
        ("2d+", [:], "2d6", 2..<2, ["a number", "%", "F"]),
    ]

    @Test("parameters that cannot be filled are refused", arguments: errors.indices)
    func whatCannotBeFilledIsRefused(_ index: Int) throws {
        let (text, values, quotes, place, expected) = Self.errors[index]
        let error = #expect(throws: NotationError.self) {
            try RollText(text).written().filled(with: values)
        }
        #expect(error?.quotes == quotes)
        #expect(error?.place == place)
        #expect(error?.expected == expected)
    }

    @Test("each parameter is listed once, in the order of the text")
    func eachIsListedOnceInTheOrderOfTheText() throws {
        let expression = try Expression(
            parsing: "{n=2}d{sides}kh{n}>={t=-1}+min({a},({b}))"
        )
        #expect(expression.parameters.map(\.name) == ["n", "sides", "t", "a", "b"])
        #expect(expression.parameters.map(\.standard) == [2, nil, -1, nil, nil])
    }

    @Test(
        "a word in braces is a parameter unless it is dice",
        arguments: [
            ("{a1=3}", "3 = 3, no dice"),
            ("{d6}", "{4} = 4"),
            ("{adv}", "{[(4) 4]} = 4"),
            ("{dFkh1}", "{0} = 0"),
            ("{2}", "{2} = 2, no dice"),
            ("{dex=3}", "3 = 3, no dice"),
            ("{d=3}", "3 = 3, no dice"),
        ]
    )
    func aWordInBracesIsAParameterUnlessItIsDice(_ text: String, _ result: String)
        throws
    {
        let evaluation = try Expression(parsing: text).evaluate { $0 == 3 ? 2 : 4 }
        #expect(evaluation.text == result)
    }

    @Test("a parameter name has limits") func aNameHasLimits() throws {
        let name = repeated("a", 64)
        #expect(try Expression(parsing: "{\(name)}").parameters.map(\.name) == [name])
        #expect(try error(of: "{\(name)a}").expected == ["a shorter name"])
        #expect(try error(of: "{_a}").place == 1..<2)
    }

    @Test(
        "an error that only the values cause is located at the whole expression",
        arguments: [
            ("6/{a}", 0, .bad, "another number"),
            ("1d4+{a}d6", 10_001, .limit(.dice, 10_000), "10000 at most"),
            ("{a}d6", 0.5, .bad, "a whole number"),
        ] as [(String, Double, NotationError.Reason, String)]
    )
    func aValueIsChecked(
        _ text: String,
        _ value: Double,
        _ reason: NotationError.Reason,
        _ expected: String
    ) throws {
        let roll = try RollText.all(of: "2d6; " + text)[1]
        let error = try #require(throws: NotationError.self) {
            try roll.written().filled(with: ["a": value])
        }
        #expect(error.reason == reason)
        #expect(error.expected == [expected])
        #expect(error.place == 5..<5 + text.utf8.count)
    }

    @Test("a throw with too many dice is located where it is written, or at the whole expression")
    func aThrowIsChecked() throws {
        for (text, place) in [("1+1001d6", 2..<8), ("{a=1}+1001d6", 0..<12)] {
            let error = try #require(throws: NotationError.self) {
                try RollText(text).written().filled().checkThrow()
            }
            #expect(error.place == place)
        }
    }

    @Test("the text of a filled expression has single spaces") func spaces() throws {
        let read = try RollText(" 1d6 \t+  {a}[ b  c ] vs  3").written().filled(with: ["a": 2])
        #expect(read.text == "1d6 + 2[ b c ] vs 3")
        #expect(read.expression == (try Expression(parsing: read.text)))
        #expect(read.parts.rolled == "1d6 + 2[ b c ]")
        #expect(read.parts.verdict == " vs 3")
    }
}
