import DiceNotation
import Testing

/// Expressions that are rejected because they are too large, and those that fail because of the
/// faces.
@Suite struct LimitTests {
    static let tooMuch: [(String, NotationLimit, Int)] = [
        ("10001d6", .dice, 10_000),
        ("6000d6+6000d6", .dice, 10_000),
        ("100x101d6", .dice, 10_000),
        ("{5001d6,5000d6}", .dice, 10_000),
        ("99999999999", .digits, 10),
        ("0.00001", .digits, 10),
        ("d1000001", .sides, 1_000_000),
        ("d6min1000001", .bound, 1_000_000),
        ("d6max(-1000001)", .bound, 1_000_000),
        ("1001x1", .repeats, 1_000),
        ("1000x1000x1000x1", .steps, 200_000),
        ("1000x99x0d6" + repeated("s", 900), .steps, 200_000),
        ("0x1001x1", .repeats, 1_000),
        ("1000x{0,0,0,0}" + repeated("s", 100), .steps, 200_000),
        ("d1!", .chain, 1_000),
        ("d6!>0", .chain, 1_000),
        ("d6!!<7", .chain, 1_000),
        ("d6!p<>0.5", .chain, 1_000),
        ("d6r<=6", .chain, 1_000),
        ("7d6u", .chain, 1_000),
        ("dFr>=(0-1)", .chain, 1_000),
        ("3d6kh2r<7", .chain, 1_000),
        (repeated("(", 129) + "1" + repeated(")", 129), .depth, 128),
        (repeated("{", 129) + "1" + repeated("}", 129), .depth, 128),
        (repeated("abs(", 129) + "1" + repeated(")", 129), .depth, 128),
        (repeated("1x", 129) + "1", .depth, 128),
        (repeated("1**", 129) + "1", .depth, 128),
        (repeated("d(", 129), .depth, 128),
        (
            "{" + repeated("(", 64) + "1" + repeated("**{1", 64) + repeated("}", 64)
                + repeated(")", 64) + "}", .depth,
            128
        ),
        ("1" + repeated("+1", 513), .depth, 512),
        (repeated("1*1-", 256) + "2*2", .depth, 512),
    ]

    /// Expressions, and the text limit that each exceeds.
    static let long: [(String, TextExcess)] = [
        (repeated("1", 4_097), TextExcess(unit: .bytes, limit: 4_096, actual: 4_097)),
        (repeated("é", 4_097), TextExcess(unit: .bytes, limit: 4_096, actual: 8_194)),
        (repeated("(", 65_536), TextExcess(unit: .bytes, limit: 4_096, actual: 65_536)),
        (
            "d6" + repeated(" ", 4_095) + "=> 1: a",
            TextExcess(unit: .bytes, limit: 4_096, actual: 4_096 + 1)
        ),
        (
            "d6 => " + repeated("1: a, ", 2_730),
            TextExcess(unit: .bytes, limit: 16_384, actual: 16_386)
        ),
        (
            "d6[" + repeated("é", 65) + "]",
            TextExcess(unit: .bytes, limit: 128, actual: 130)
        ),
        (
            "d6[e" + repeated("\u{301}", 10) + "]",
            TextExcess(unit: .marks, limit: 8, actual: 9)
        ),
        (
            "d6 => 1: " + repeated("x", 481),
            TextExcess(unit: .bytes, limit: 480, actual: 481)
        ),
        (
            "d6 => 1: \"" + repeated("👩", 121) + "\"",
            TextExcess(unit: .bytes, limit: 480, actual: 484)
        ),
        (
            "d{a" + repeated("\u{5B0}", 9) + ",b}",
            TextExcess(unit: .marks, limit: 8, actual: 9)
        ),
    ]

    @Test("the error of a long text gives the excess", arguments: long.indices)
    func whatIsTooLongSaysByHowMuch(_ index: Int) throws {
        let (text, excess) = Self.long[index]
        #expect(try error(of: text).reason == .length(excess), "\(text.prefix(60))")
    }

    /// Each is at its limit, counted in NFC; stored texts have no limit.
    @Test(
        "texts at the length limit are accepted",
        arguments: [
            "d6[" + repeated("e\u{301}", 64) + "]", "d6 => 1: " + repeated("x", 480),
            "d6 => 1: " + repeated("👩", 120),
            "d{" + repeated("漢", 42) + "ab,c}", "d6[e" + repeated("\u{301}", 9) + "]",
            "d6" + repeated(" ", 4_093) + "=> 1: a",
        ]
    ) func whatIsJustNotTooLong(_ text: String) throws {
        #expect(throws: Never.self) { try Expression(parsing: text) }
    }

    @Test("stored texts have no length limit", arguments: [3, 5, 6, 7, 8, 9])
    func whatIsStoredHasNoLimit(_ index: Int)
        throws
    {
        #expect(throws: Never.self) {
            try Expression(parsing: Self.long[index].0, .current, .stored)
        }
    }

    @Test("the error names the limit", arguments: tooMuch.indices)
    func theErrorNamesTheLimit(_ index: Int) throws {
        let (text, what, limit) = Self.tooMuch[index]
        #expect(try error(of: text).reason == .limit(what, limit), "\(text.prefix(60))")
    }

    /// Expressions at the limits, or in which the excess above cannot occur.
    static let enough: [String] = [
        "10000d6", "100x100d6", "{5000d6,5000d6}", "9999999999.9999",
        "d1000000min1000000max(-1000000)", "1000x1",
        repeated("(", 128) + "1" + repeated(")", 128), repeated("1x", 128) + "1",
        repeated("1**", 128) + "1",
        "1" + repeated("+1", 512), repeated("-1*(-1)+", 127) + "d6",
        repeated("d6+", 512) + "d6",
        "min(" + repeated("1+", 127) + "1," + repeated("1+", 127) + "1)",
        repeated("-", 4_095) + "1", repeated(" ", 4_095) + "1",
        "7d6dl1u", "7d6uo", "0d1!", "d6min6!>5", "d1ro", "d6!<>(1d2)", "6d6u",
        "0x(10000d6+1)",
        "0x(1000x1)",
        "7d6!!u", "d6!>5.5<6",
    ]

    @Test("expressions within the limits are accepted", arguments: enough)
    func whatIsWithinTheLimitsIsRead(_ text: String) {
        #expect(throws: Never.self, "\(text.prefix(60))") {
            try Expression(parsing: text)
        }
    }

    /// Expressions that take a throw of 1,000 dice more than 20,000 steps for all faces.
    static let tooLong = [
        "999x(1d1" + repeated("+1", 10) + ")", "1000x(1" + repeated("[é]+1", 10) + ")",
        "1000d6" + repeated("s", 80),
        "1000d6" + repeated("kh9", 80), "100x{1,2,3,4,5}" + repeated("s", 40),
        "30x30x30x1",
    ]

    @Test("the step limit of a throw depends on its dice", arguments: tooLong)
    func aThrowHasStepsByItsDice(_ text: String) throws {
        let expression = try Expression(parsing: text)
        let error = #expect(throws: NotationError.self) {
            try expression.check(dice: 1_000)
        }
        #expect(error?.reason == .limit(.steps, 20_000))
        #expect(
            try expression.evaluate(dice: 1_000) { $0 }.failure
                == "more steps than an evaluation may take"
        )
        #expect(
            try expression.evaluate(dice: 1_000, steps: 200_000) { $0 }.failure == nil
        )
    }

    /// The same, when only the faces matter.
    @Test(
        "an evaluation fails if its faces require too many steps",
        arguments: [
            "(1d1000)x(1" + repeated("+1", 11) + ")", "(1d1000)d6" + repeated("s", 90),
            "(1d30)x30x30x1",
        ]
    ) func stepsThatFollowFromFaces(_ text: String) throws {
        let expression = try Expression(parsing: text)
        try expression.check(dice: 1_000)
        var isFirst = true
        let result = try expression.evaluate(dice: 1_000) { sides in
            defer {
                isFirst = false
            }
            return isFirst ? min(sides, 990) : 1
        }
        #expect(result.failure == "more steps than an evaluation may take")
    }

    @Test("a lower limit on dice can be set") func fewerDiceCanBeAllowed() throws {
        let expression = try Expression(parsing: "2x501d6")
        let error = #expect(throws: NotationError.self) {
            try expression.check(dice: 1_000)
        }
        #expect(error?.reason == .limit(.dice, 1_000))
        #expect(error?.place == 2..<7)
        try expression.check(dice: 1_002)
    }

    /// Expression, faces, the text with the reason why there is no total.
    static let failures: [(String, [Int], String)] = [
        ("(1d4-4)d6", [1], "1: -3 dice"),
        ("d(1d4/2)", [3], "3: 1.5 sides"),
        ("2d(1d4-1)", [1], "1: 0 sides"),
        ("3d6kh(1d4-2)", [1, 2, 3, 1], "1 2 3 1: -1 dice"),
        ("3d6min(1d4/2)", [1, 2, 3, 1], "1 2 3 1: 0.5 as a bound"),
        ("{1d6,1d6}kh(1d4-2)", [1, 2, 1], "1 2 1: -1 members"),
        ("(1d6/2)x1d6", [3], "3: 1.5 repeats"),
        ("(1d6*1000)x1d6", [6], "6: 6000 repeats"),
        ("6/(1d6-3)", [3], "3: a division by zero"),
        ("6%(1d6-3)", [3], "3: a division by zero"),
        ("(1d6-6)**-1", [6], "6: a division by zero"),
        ("sqrt(1d6-6)", [2], "2: a square root of -4"),
        ("(1d6-6)**0.5", [2], "2: a fractional power of a negative number"),
        ("(1d100)**(1d100)", [100, 100], "100 100: a number that is too large"),
        ("(1/1d100)**(1d100)", [100, 100], "100 100: a fraction of more than 64 bits"),
        ("{1d100*2**47,2**46}", [64], "64: a number that is too large"),
        ("(1d100)x2**50", [9], "9: a number that is too large"),
        ("1d6+{bonus}", [3], "3: the value of bonus is missing"),
        // The other dice are rolled nevertheless, and the first failure is reported.
        ("6/(1d6-3)+2d6", [3, 5, 6], "3 5 6: a division by zero"),
        ("(1d4-4)d6!+1/(1d6-1)+1d8", [1, 1, 8], "1 1 8: -3 dice"),
        ("2d6kh(1d4-2)>(1d6)!", [1, 2, 1, 4], "1 2 1 4: -1 dice"),
        ("{1d6,1d6}kh(1d4-2)>(1d6)", [1, 2, 1, 4], "1 2 1 4: -1 members"),
        ("(1d4-4)d(1d6)", [1, 4], "1 4: -3 dice"),
    ]

    @Test(
        "an evaluation that its faces make impossible fails with a reason",
        arguments: failures.indices
    )
    func theFacesMakeItImpossible(_ index: Int) throws {
        let (text, faces, wanted) = Self.failures[index]
        let result = try evaluate(text, faces)
        #expect(result.text == wanted, "\(text)")
        #expect(result.total == nil)
        #expect(result.totals == nil)
        #expect(result.step == nil)
        #expect(result.dice.count == faces.count)
        #expect(result.draws.map(\.face) == faces)
    }

    /// Expression, number of faces drawn if each die shows its highest face, reason of the failure.
    static let endless: [(String, Int, String)] = [
        ("1d6!", 1_001, "more than 1000 explosions of one die"),
        ("3d6!!", 3 + 1_000, "more than 1000 explosions of one die"),
        ("2d6!p>4", 2 + 1_000, "more than 1000 explosions of one die"),
        ("2d6r>4", 2 + 1_000, "more than 1000 rerolls of one die"),
        ("2d6u", 2 + 1_000, "more than 1000 rerolls of one die"),
        ("9500d6!", 10_000, "more than 10000 dice"),
        ("9500d6!!", 10_000, "more than 10000 dice"),
        ("(1d100)x(1000d6)", 10_000, "more than 10000 dice"),
        ("(1d1000)x(1d1000)x0", 2 + 998, "more steps than an evaluation may take"),
        (
            "(1d1000)x0d6" + repeated("s", 900), 1,
            "more steps than an evaluation may take"
        ),
        (
            "(1d1000)x{0,0,0,0}" + repeated("s", 100), 1,
            "more steps than an evaluation may take"
        ),
    ]

    @Test("an endless evaluation ends with a reason", arguments: endless.indices)
    func itEndsWithAReason(_ index: Int) throws {
        let (text, faces, wanted) = Self.endless[index]
        var drawn = 0
        let result = try Expression(parsing: text).evaluate { sides in
            drawn += 1
            return sides
        }
        #expect(result.failure == wanted, "\(text)")
        #expect(drawn <= faces && result.draws.count == drawn, "\(text): \(drawn)")
        #expect(result.total == nil)
    }

    /// Expression, and the number of first dice, which does not depend on faces. All faces are the
    /// highest ones.
    static let first: [(String, Int)] = [
        ("900d6!+100d6", 1_000),
        ("900d6!!kh(1d4)+99d6", 1_000),
        ("{500d6r6,500d6}", 1_000),
        ("1d6!+3d6", 4),
        ("((1d1000)x(1" + repeated("+1", 30) + "))+2d6", 3),
        ("((1d1000)x1d6)+(2x3d6)", 7),
        ("(1d1000)d6sss+1d(2d4)", 3),
    ]

    @Test("the first dice are rolled even if the rest fails", arguments: first.indices)
    func diceThatComeFirstAreRolledInAnyCase(
        _ index: Int
    ) throws {
        let (text, first) = Self.first[index]
        let expression = try Expression(parsing: text)
        let result = try expression.evaluate(dice: 1_000) { $0 }
        #expect(result.failure?.hasPrefix("more") == true, "\(text)")
        #expect(
            result.draws.count <= 1_000
                && result.draws.count { $0.after.isEmpty } == first,
            "\(text)"
        )
        #expect(try expression.check(dice: 1_000).count == first, "\(text)")
    }

    @Test("explosions count up to the limit") func explosionsUpToTheLimitCount() throws {
        var drawn = 0
        let result = try Expression(parsing: "1d6!").evaluate { _ in
            drawn += 1
            return drawn <= 1_000 ? 6 : 5
        }
        #expect(result.total == 6_005)
        #expect(result.dice.count == 1_001)
    }

    @Test("an error of the random source is passed on") func whatTheSourceThrowsIsThrown() throws {
        struct Dry: Error {}
        let expression = try Expression(parsing: "2d6")
        #expect(throws: Dry.self) { try expression.evaluate { _ in throw Dry() } }
    }
}

func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
}
