import DiceNotation
import Testing

/// The text after an expression: a remark, or another expression.
@Suite struct RemarkTests {
    /// Text; for each roll, the expression, the remark and the start.
    static let cases: [(String, [(String, String?, Int)])] = [
        ("1d20+6 # dex save", [("1d20+6", "dex save", 0)]),
        (" 1d20+6#é  ", [("1d20+6", "é", 1)]),
        ("2d6", [("2d6", nil, 0)]),
        ("", [("", nil, 0)]),
        ("1d20+7; 1d8+4", [("1d20+7", nil, 0), ("1d8+4", nil, 8)]),
        (
            "1d20 # to hit; 1d8;2d6 # (#1)",
            [("1d20", "to hit", 0), ("1d8", nil, 15), ("2d6", "(#1)", 19)]
        ),
        // Not in brackets or quotes.
        ("1d8[#1; x] # hit", [("1d8[#1; x]", "hit", 0)]),
        ("1d8[\"] # hit", [("1d8[\"]", "hit", 0)]),
        (
            #"d6 => 1: "a # b; \" c", else: d # e"#,
            [(#"d6 => 1: "a # b; \" c", else: d"#, "e", 0)]
        ),
        ("d6 => 1: (a; b), else: :) # e", [("d6 => 1: (a; b), else: :)", "e", 0)]),
        ("1d6 # say \"hi", [("1d6", "say \"hi", 0)]),
        ("# x", [("", "x", 0)]),
        ("2d6;", [("2d6", nil, 0), ("", nil, 4)]),
    ]

    @Test("each throw of a text has its expression, remark and position", arguments: cases.indices)
    func rolls(_ index: Int) throws {
        let (text, wanted) = Self.cases[index]
        let rolls = try RollText.all(of: text)
        #expect(
            rolls.map(\.expression) == wanted.map(\.0)
                && rolls.map(\.remark) == wanted.map(\.1),
            "\(rolls)"
        )
        #expect(rolls.map(\.place.lowerBound) == wanted.map(\.2), "\(rolls)")
        if wanted.count == 1 {
            #expect(try RollText(text) == rolls[0])
        }
    }

    @Test("a single roll with several throws is refused") func oneIsRolledAtATime() throws {
        let error = try #require(throws: NotationError.self) {
            try RollText("1d20; 1d8")
        }
        #expect(error.place == 4..<5)
        #expect(error.message.contains("a saved roll"))
    }

    @Test("a saved roll has at most eight throws") func atMostEight() throws {
        #expect(try RollText.all(of: repeated("d6;", 7) + "d6").count == 8)
        let error = try #require(throws: NotationError.self) {
            try RollText.all(of: repeated("d6;", 8) + "d6")
        }
        #expect(error.expected == ["fewer throws"])
    }

    @Test(
        "a remark that is not a valid label is refused",
        arguments: [
            "", "  ", "a\u{7}", "\u{202e}a", "\u{301}a", "\u{200D}", "a\u{200B}",
        ]
    )
    func aRemarkIsALabel(_ remark: String) throws {
        let error = try #require(throws: NotationError.self) {
            try RollText("1d6 #" + remark)
        }
        #expect(error.place == 4..<5 + remark.utf8.count)
        #expect(error.reason == .bad)
    }

    /// A remark, and the limit that it exceeds.
    static let long: [(String, TextExcess)] = [
        (repeated("x", 65), TextExcess(unit: .scalars, limit: 64, actual: 65)),
        (
            repeated("e\u{301}\u{301}\u{301}\u{301}", 64),
            TextExcess(unit: .scalars, limit: 64, actual: 256)
        ),
        (repeated("👩‍👧", 22), TextExcess(unit: .scalars, limit: 64, actual: 66)),
        ("e" + repeated("\u{301}", 10), TextExcess(unit: .marks, limit: 8, actual: 9)),
    ]

    @Test("a remark has the limits of a label", arguments: long.indices)
    func aRemarkHasTheLimitsOfALabel(_ index: Int) throws {
        let (remark, excess) = Self.long[index]
        let error = try #require(throws: NotationError.self) {
            try RollText("d6 # " + remark)
        }
        #expect(error.reason == .length(excess))
        #expect(TextLimit.label.excess(of: remark) == excess)
    }

    @Test(
        "a remark up to the limit is kept",
        arguments: [
            repeated("x", 64), repeated("e\u{301}", 64), repeated("🎲", 64),
            "e" + repeated("\u{301}", 9), "👩‍👧",
        ]
    )
    func aRemarkUpToTheLimit(_ remark: String) throws {
        let kept = try #require(try RollText("d6 # " + remark).remark)
        #expect(kept.unicodeScalars.elementsEqual(remark.inNFC.unicodeScalars))
    }

    /// Remarks that 2.0.0 accepted still roll, cut to the part that is a valid label today.
    @Test(
        "a stored remark is cut to its valid part",
        arguments: [
            (
                repeated("e\u{301}\u{301}\u{301}\u{301}", 64),
                repeated("é\u{301}\u{301}\u{301}", 16)
            ),
            (repeated("x", 80), repeated("x", 64)),
            ("e" + repeated("\u{301}", 12), "é" + repeated("\u{301}", 8)),
            ("a\u{3164}b", "ab"),
            ("\u{301}a", "a"),
            ("\u{3164}", nil),
            ("", nil),
            ("dex save", "dex save"),
        ]
    ) func ofAStoredRemarkAsMuchAsFits(_ remark: String, _ kept: String?) throws {
        let roll = try RollText("d6 # " + remark, .stored)
        #expect(roll.remark == kept)
        #expect(roll.expression == "d6")
        if let kept = roll.remark {
            #expect(LabelText.canonical(kept) == kept)
            #expect(TextLimit.label.excess(of: kept) == nil)
        }
    }
}
