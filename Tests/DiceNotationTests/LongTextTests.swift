import DiceModel
import DiceNotation
import Testing

/// Texts of results that exceed the limit.
@Suite struct LongTextTests {
    /// Expression, the limit, the text if every die shows 1.
    static let cut: [(String, Int, String)] = [
        ("20d6", 60, "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 = 20"),
        ("20d6", 40, "1 1 1 1 1 1 1 1 1 1 1 … (+9 dice) = 20"),
        ("20d6", 24, "1 1 1 … (+17 dice) = 20"),
        ("5d6[fire]+5d6[cold]", 38, "[1 1 1 1 1] fire + … (+5 dice) = 10"),
        ("{3d6,20d6}kh1", 38, "{(1 1 1), [1 1 1 1 1 … (+15 dice) = 20"),
        ("2x10d6", 43, "1 1 1 1 1 1 1 1 1 1 … (+10 dice); total 20"),
        ("3x1[fire]", 42, "1 fire = 1; … (+0 dice); total 3, no dice"),
        ("20d6/(1d6-1)", 40, "1 1 1 1 … (+17 dice): a division by zero"),
    ]

    @Test("a shortened text gives the number of omitted dice", arguments: cut.indices)
    func whatIsLeftOutIsTold(_ index: Int) throws {
        let (text, limit, wanted) = Self.cut[index]
        let result = try Expression(parsing: text).evaluate { _ in 1 }
        #expect(result.text(in: .scalars(limit)) == wanted)
        #expect(result.text(in: .scalars(limit)).unicodeScalars.count <= limit)
    }

    @Test(
        "the text of a throw has at most 4,096 characters",
        arguments: [
            "1000x(1[" + repeated("é", 64) + "])", "1000d1000000",
            "9x(" + repeated("1[" + repeated("e\u{301}", 64) + "]+", 14) + "1)",
            "100x{9d6" + repeated("[a]+1", 60) + "}kh0", "500x2d6",
        ]
    ) func aThrowsTextHasAtMost4096(_ text: String) throws {
        let evaluation = try Expression(parsing: text).evaluate { $0 }
        let result = ThrowResult(
            evaluation,
            table: "t",
            number: 1,
            expression: text,
            by: "ann"
        )
        #expect(result.text.utf8.count <= 4_096)
        #expect(result.text.utf8.count > 3_800)
        #expect(result.text.hasPrefix(text + ": "))
        #expect(result.text.contains("… (+"))
        let whole = ThrowResult(
            evaluation,
            table: "t",
            number: 1,
            expression: text,
            by: "ann",
            room: .unlimited
        )
        #expect(whole.text == text + ": " + evaluation.text)
    }

    /// A total names every word on the dice, and may be longer than the limit.
    @Test("a total of many words is cut") func aTotalOfManyWordsIsCut() throws {
        let words = (0..<90).map { "w\($0)" + repeated("é", 18) }
        let text = words.map { "d{\($0),}" }.joined(separator: "+")
        let evaluation = try Expression(parsing: text).evaluate { _ in 1 }
        let result = ThrowResult(
            evaluation,
            table: "t",
            number: 1,
            expression: text,
            by: "ann"
        )
        #expect(result.text.utf8.count <= 4_096)
        #expect(result.text.hasSuffix("…"))
    }

    /// An expression that fills the text leaves room for its total, whatever its characters.
    @Test("a long expression is cut", arguments: ["x", "é", "漢"]) func theExpressionIsCut(
        _ letter: String
    ) throws {
        let label = "1[" + repeated(letter, 120 / letter.utf8.count) + "]"
        let text = "d6" + repeated("+" + label, 32)
        let evaluation = try Expression(parsing: text).evaluate { _ in 1 }
        let result = ThrowResult(
            evaluation,
            table: "t",
            number: 1,
            expression: text,
            by: "ann"
        )
        #expect(result.text.utf8.count <= 4_096)
        #expect(result.text.hasSuffix(" = 33"))
        #expect(result.text.contains("…: "))
    }
}
