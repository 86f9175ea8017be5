import DiceModel
import DiceNotation
import Testing

/// The outcomes of totals.
@Suite struct OutcomeTests {
    static let moves = "2d6+1 => 6-: miss, 7-9: weak hit, 10+: strong hit"

    /// Expression, faces, text, and the outcome of each total.
    static let cases: [(String, [Int], String, [String?])] = [
        (moves, [4, 3], "[4 3] + 1 = 8, weak hit", ["weak hit"]),
        (moves, [1, 1], "[1 1] + 1 = 3, miss", ["miss"]),
        (moves, [6, 3], "[6 3] + 1 = 10, strong hit", ["strong hit"]),
        // Ranges, in any order, with a gap or without.
        ("d6=>3..:high,..1:low", [2], "2 = 2", [nil]),
        ("d6=>3..:high,..1:low", [1], "1 = 1, low", ["low"]),
        ("d6=>3..:high,..1:low", [3], "3 = 3, high", ["high"]),
        ("d6 => 4: four, else: other", [4], "4 = 4, four", ["four"]),
        ("d6 => 4: four, else: other", [6], "6 = 6, other", ["other"]),
        ("d6 => else: all", [6], "6 = 6, all", ["all"]),
        (
            "d6-4 => -3..-1: below, 0: zero, 1 .. 2 : above", [1], "1 - 4 = -3, below",
            ["below"]
        ),
        ("d6-4 => 0-: none, 1: one", [1], "1 - 4 = -3, none", ["none"]),
        (
            "d6/4 => 0.25..0.5: low, 0.75: mid, else: high", [2], "2 / 4 = 0.5, low",
            ["low"]
        ),
        (
            "d6/4 => 0.25..0.5: low, 0.75: mid, else: high", [3], "3 / 4 = 0.75, mid",
            ["mid"]
        ),
        ("d6/3 => 1.3334..: above, 1.3333: never", [4], "4 / 3 = 1.333333", [nil]),
        // Words
        (
            "d6 => 1..6: \u{e9} 🎲: a + (b) vs [c] => d ", [1],
            "1 = 1, é 🎲: a + (b) vs [c] => d",
            ["é 🎲: a + (b) vs [c] => d"]
        ),
        (
            #"d6 => 1..6: "a, b; c # \"d\" \\", else: e"#, [1],
            #"1 = 1, a, b; c # "d" \"#,
            [#"a, b; c # "d" \"#]
        ),
        (#"d6 => 1..6: " a " "#, [1], "1 = 1,  a ", [" a "]),
        // In a repeat, each round has an outcome.
        (
            "2x1d6 => 1-3: low, 5+: high", [4, 5], "4 = 4; 5 = 5, high; total 9",
            [nil, "high"]
        ),
        (
            "2x2x1d6 => 3: three, else: more", [1, 2, 3, 4],
            "1 = 1; 2 = 2 = 3, three; 3 = 3; 4 = 4 = 7, more; total 10",
            ["three", "more"]
        ),
        ("6/(d6-3) => else: x", [3], "3: a division by zero", []),
    ]

    @Test("the outcome of a total is shown", arguments: cases.indices)
    func theWordsOfTheTotalAreTold(_ index: Int) throws {
        let (text, faces, wanted, results) = Self.cases[index]
        let result = try evaluate(text, faces)
        #expect(result.text == wanted, "\(text)")
        #expect(result.results == results && result.checks.isEmpty, "\(text)")
    }

    /// Levels of success by a skill, as in percentile games.
    static let levels =
        "d100 => 100: fumble, ..(floor({skill=50}/5)): extreme, ..(floor({skill}/2)): hard, "
        + "..{skill}: success, else: failure"

    @Test(
        "bounds with parameters are tried in order, and the first that fits wins",
        arguments: [
            (50, [1: "extreme", 10: "extreme", 11: "hard", 25: "hard", 26: "success"]),
            (50, [50: "success", 51: "failure", 99: "failure", 100: "fumble"]),
            (4, [1: "hard", 2: "hard", 3: "success", 5: "failure"]),
            (100, [20: "extreme", 100: "fumble"]),
        ] as [(Double, [Int: String])]
    )
    func levels(_ skill: Double, _ wanted: [Int: String]) throws {
        let filled = try RollText(Self.levels).written().filled(with: ["skill": skill])
        let printed = try Expression(parsing: filled.expression.description)
        #expect(printed == filled.expression)
        for (face, level) in wanted {
            for expression in [filled.expression, try Expression(parsing: filled.text), printed] {
                #expect(try expression.evaluate { _ in face }.results == [level], "\(face)")
            }
        }
    }

    @Test("a bound with a parameter is kept in parentheses when it is filled")
    func filled() throws {
        let read = try RollText("d20 => {dc=10}: just, {dc}..({dc}+4): more").written()
        #expect(
            try read.filled(with: ["dc": -2]).text == "d20 => (-2): just, (-2)..((-2)+4): more"
        )
        #expect(read.expression.description == "d20 => {dc=10}: just, {dc=10}..({dc=10}+4): more")
        #expect(try read.filled().text == "d20 => (10): just, (10)..(10+4): more")
    }

    @Test("the defaults of parameters hold where no values are given") func defaults() throws {
        let expression = try Expression(parsing: Self.levels)
        #expect(try expression.evaluate { _ in 26 }.results == ["success"])
        #expect(expression.parameters.map(\.standard) == [50])
    }

    @Test(
        "consecutive totals are a range",
        arguments: ["d6 => 1,2: low, 3, 4,5: mid", "d6 => 1..2: low, 3..5: mid"]
    )
    func lists(_ text: String) throws {
        let expression = try Expression(parsing: text)
        #expect(expression.description == "d6 => 1..2: low, 3..5: mid")
        #expect(try expression.evaluate { _ in 4 }.results == ["mid"])
    }

    /// The result is the same as if all ranges were compared in turn.
    @Test("each of many ranges is found") func eachOfManyIsFound() throws {
        var ranges = (0..<200).map { "\(3 * $0)..\(3 * $0 + $0 % 3): r\($0)" }
        var random = SeededGenerator(seed: 1)
        ranges.shuffle(using: &random)
        let expression = try Expression(
            parsing: "d1000-10 => " + ranges.joined(separator: ",") + ", else: none"
        )
        for face in 1...640 {
            let total = face - 10
            let isIn = (0..<600).contains(total) && total % 3 <= total / 3 % 3
            #expect(
                try expression.evaluate { _ in face }.results == [
                    isIn ? "r\(total / 3)" : "none"
                ],
                "\(total)"
            )
        }
    }

    @Test("a shortened text omits everything after the arrow")
    func behindTheArrowNothingStandsInTheText() {
        #expect(Expression.shortened(Self.moves) == "2d6+1 => …")
        #expect(Expression.shortened("2x1d6 =>1: é") == "2x1d6 => …")
        #expect(Expression.shortened("d20+1") == "d20+1")
    }
}
