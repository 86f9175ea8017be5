import DiceNotation
import Testing

/// Counts and their weights.
@Suite struct CountTests {
    /// Expression, faces, text.
    static let cases: [(String, [Int], String)] = [
        // Weights
        ("5d10>=7x2=10", [10, 7, 3, 10, 1], "10x2 7* 3 10x2 1 = 5"),
        ("3d6>=4x-1=1", [1, 4, 6], "1x-1 4* 6* = 1"),
        ("3d6>=5x2=6x3=6", [6, 5, 1], "6x3 5* 1 = 4"),
        ("3d6>=5x3=6x2>=6", [6, 5, 1], "6x2 5* 1 = 3"),
        ("3d6>=5f1x2=1", [1, 5, 2], "1x2 5* 2 = 3"),
        ("3d6f1 x 0 = 1", [1, 5, 2], "1x0 5 2 = 0"),
        ("4d6kh2>=5x2=6", [6, 6, 6, 1], "(6) 6x2 6x2 (1) = 4"),
        ("2d6!>=5>=5x2=6", [6, 4, 5, 1], "6!x2 5!* 1 4 = 3"),
        ("{1d6,1d6,2d6}>=3x2=6", [6, 3, 2, 4], "{6x2, 3*, [2 4] = 6x2} = 5"),
        // Explosions with a limit
        ("2d6!o", [6, 1, 6], "6! 6 1 = 13"),
        ("1d6!o2", [6, 6, 6], "6! 6! 6 = 18"),
        ("1d6!o 2", [6, 3], "6! 3 = 9"),
        ("1d6!o3>4", [5, 6, 5, 5], "5! 6! 5! 5 = 21"),
        ("2d6!o2kh1", [6, 5, 6, 2], "(6!) 6! (2) (5) = 6"),
        ("1d6!o1000", [6, 1], "6! 1 = 7"),
        ("1d1!o3", [1, 1, 1, 1], "1! 1! 1! 1 = 4, no dice"),
        // Kept and dropped by value
        ("4d6k>=3", [1, 3, 5, 2], "(1) 3 5 (2) = 8"),
        ("4d6d<3", [1, 3, 5, 2], "(1) 3 5 (2) = 8"),
        ("4d6k=6", [1, 3, 5, 2], "(1) (3) (5) (2) = 0"),
        ("3d6 d >= (1d6)", [1, 3, 5, 3], "1 (3) (5) = 1"),
        ("4d6k>=3>=5", [1, 3, 5, 6], "(1) 3 5* 6* = 2"),
        ("4d6d>5kh2", [6, 3, 5, 1], "(6) (3) 5 (1) = 5"),
        ("3d6d=1!", [1, 6, 6, 2, 3], "(1) 6! 2 6! 3 = 17"),
        ("{1d6,2d6}k>5", [3, 4, 5], "{(3), [4 5]} = 9"),
        ("{1d6,2d6}d>5", [3, 4, 5], "{3, (4 5)} = 3"),
        // A comparison after `kh` and similar modifiers counts.
        ("4d6kh>=3", [1, 3, 5, 2], "(1) (3) 5* (2) = 1"),
        ("4d6kl1>=3", [1, 3, 5, 2], "1 (3) (5) (2) = 0"),
        ("4d6dl>=3", [1, 3, 5, 2], "(1) 3* 5* 2 = 2"),
        // A group shows the totals that were counted.
        ("{2d6+3}>=10", [6, 1], "{[6 1] + 3 = 10*} = 1"),
        ("{2d6, 1d6, d8-1}>=5f<2", [1, 2, 6, 2], "{[1 2] = 3, 6*, 2 - 1 = 1_} = 0"),
        ("{2d6, 2d6}kh1>=9", [6, 5, 1, 2], "{[6 5] = 11*, (1 2)} = 1"),
    ]

    @Test("faces give the text of a counted pool", arguments: cases.indices) func facesGiveTheText(
        _ index: Int
    ) throws {
        let (text, faces, wanted) = Self.cases[index]
        #expect(try evaluate(text, faces).text == wanted, "\(text)")
    }

    /// The count is marked; no die can meet it.
    static let impossible = [
        "2d6>=‹7›", "2d6>‹6›", "2d6=‹0›", "2d6<‹1›", "2d6<=‹-1›", "2d6=‹2.5›",
        "d20>=‹21›",
        "4dF>=‹2›", "2dF.1<‹-1›",
        "2d{1,3}=‹2›", "4d6kh3>=‹7›", "2d6r1>=‹7›", "4d6k>2>=‹7›", "2d6u>=‹7›",
        "2d6s>=‹7›",
        "2d6>=4>=‹7›",
        "2d6>=‹7›!", "{2d6>=‹7›, 1}", "3x2d6>=‹7›", "1+(2d6>=‹(7)›)*2", "2d6>=‹7› vs 1",
        "(1d4)d6>=‹7›",
        "d6kh(2d6>=‹7›)",
    ]

    @Test("a count that no die can meet is refused", arguments: impossible)
    func whatNoDieCanMeetIsRefused(_ marked: String) throws {
        let text = String(marked.filter { $0 != "‹" && $0 != "›" })
        #expect(try pointed(text) == marked)
        let error = try error(of: text)
        #expect(error.reason == .bad)
        #expect(error.message.hasPrefix("no die of `"))
        // The suggestion in the message is an expression.
        for quoted in error.message.matches(of: /`(\{[^`]*|[^`]* vs [^`]*)`/).map(
            \.output.1
        ) {
            #expect(throws: Never.self, "\(quoted)") {
                try Expression(parsing: String(quoted))
            }
        }
        #expect(throws: Never.self) { try Expression(parsing: text, .third) }
    }

    @Test("the error suggests the intended expression") func theMessageSaysWhatWasMeant() throws {
        #expect(try error(of: "2d6>=7").quotes == "2d6 | >=7 | {2d6}>=7 | 2d6 vs 7")
        #expect(
            try error(of: "4d6kh3<=0").quotes
                == "4d6kh3 | <=0 | {4d6kh3}<=0 | 4d6kh3 vs <=0"
        )
    }

    /// Dice may exceed their faces, the number may be anything, or the comparison is not a count.
    @Test(
        "counts that a die can meet are accepted",
        arguments: [
            "2d6!6>=7", "2d6!!>=7", "2d6!!6>=7", "2d6!p6>=7", "2d6!o2=6>=7", "2d6min2>=7",
            "2d6max5>=7",
            "2d6>=(3+4)",
            "2d6>={n=7}", "2d6>=(1d8)", "2d(2*3)>=7", "2d{s=6}>=7", "2d6f7", "2d6f>6",
            "2d6cs>6",
            "2d6cf7", "2d6r>6",
            "2d6k>=7", "2d6d>6", "5d6>=5x2=7", "{2d6}>=13", "{1d6,1d6}>=7", "2d6 vs 13",
            "2d6<>7",
            "d6>=6", "d6<=1",
            "2dF<0",
        ]
    ) func whatMayBeMetIsRead(_ text: String) {
        #expect(throws: Never.self) { try Expression(parsing: text) }
    }
}
