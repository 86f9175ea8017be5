import DiceModel
import DiceNotation
import Testing

/// Custom dice.
@Suite struct OwnFaceTests {
    /// Expression, faces, text, the number part of the total.
    static let cases: [(String, [Int], String, Fraction)] = [
        (
            "2d{success+advantage, blank, 2 threat}", [1, 2],
            "(success+advantage) (blank) = 1 success, 1 advantage", 0
        ),
        (
            "2d{success+advantage, blank, 2 threat}", [3, 3],
            "(2 threat) (2 threat) = 4 threat", 0
        ),
        ("d{hit,}", [2], "(blank) = 0", 0),
        ("3d{1,2,,-1}", [2, 3, 4], "2 (blank) -1 = 1", 1),
        ("d{1, hit+2}+3", [2], "(2+hit) + 3 = 5, 1 hit", 5),
        ("d{hit,miss}-d{hit,miss}", [1, 1], "(hit) - (hit) = 0", 0),
        (
            "d{hit,miss}-(d{miss,}+d6)", [1, 1, 3],
            "(hit) - ((miss) + 3) = -3, 1 hit, -1 miss", -3
        ),
        ("-d{hit,miss}", [1], "-(hit) = -1 hit", 0),
        (
            "2xd{hit,miss}", [1, 2],
            "(hit) = 1 hit; (miss) = 1 miss; total 1 hit, 1 miss", 0
        ),
        (
            "2x(d{hit,miss}-d{hit,miss})", [1, 2, 2, 2],
            "(hit) - (miss) = 1 hit, -1 miss; (miss) - (miss) = 0; total 1 hit, -1 miss",
            0
        ),
        ("2d{hit,,miss+1}r<1", [1, 3, 3], "((hit)r) (1+miss) (1+miss) = 2, 2 miss", 2),
        ("2d{hit,,miss+1}ro=0", [1, 3, 2], "((hit)r) (blank) (1+miss) = 1, 1 miss", 1),
        ("3d{b,a,c}s", [3, 1, 2], "(b) (a) (c) = 1 b, 1 a, 1 c", 0),
        ("3d{b,a,c}sd", [1, 3, 2], "(c) (a) (b) = 1 b, 1 a, 1 c", 0),
        ("2d{⚔️, ❤️‍🔥, 👍🏽}", [1, 3], "(⚔️) (👍🏽) = 1 ⚔️, 1 👍🏽", 0),
        ("d{kh,d6,x2}", [2], "(d6) = 1 d6", 0),
        ("d{1,2}[fire]", [2], "2 fire = 2", 2),
        // A blank face that was modified shows its value.
        ("2d{,3}min1", [1, 2], "1 3 = 4", 4),
        ("d{,3}!!", [2, 1], "3! = 3", 3),
        ("2d{,3}>=0", [1, 2], "(blank)* 3* = 2", 2),
        ("{d{1,9}, d{2,3}}kh1", [2, 1], "{9, (2)} = 9", 9),
    ]

    @Test("the faces of a custom die are shown", arguments: cases.indices) func facesAreTold(
        _ index: Int
    ) throws {
        let (text, faces, wanted, total) = Self.cases[index]
        let result = try evaluate(text, faces)
        #expect(result.text == wanted, "\(text)")
        #expect(result.total == total, "\(text)")
    }

    /// Each modifier treats a custom die with the faces 1 to 6 like a `d6`.
    @Test(
        "numeric custom dice accept every modifier",
        arguments: [
            "", "kh3", "dl1", "k>=3", "d<3", "!", "!!", "!p", "!o2", "!>4", "r<3", "r",
            "ro", "u", "uo",
            "min2", "max5",
            ">=4", ">=4f1", ">=4x2=6", "cs", "cf", "cs>4", "s", "sd", "kh3!", "r1kh2>=2",
        ]
    ) func numbersTakeEveryModifier(_ modifier: String) throws {
        for seed in 0..<20 as Range<UInt64> {
            var one = SeededGenerator(seed: seed)
            var other = SeededGenerator(seed: seed)
            let plain = try Expression(parsing: "4d6" + modifier).evaluate(using: &one)
            let own = try Expression(parsing: "4d{1,2,3,4,5,6}" + modifier).evaluate(
                using: &other
            )
            #expect(
                own.text == plain.text && own.total == plain.total
                    && own.draws == plain.draws,
                "\(seed)"
            )
            #expect(own.dice.map(\.flags) == plain.dice.map(\.flags))
            #expect(own.symbols == nil)
        }
    }

    @Test("a custom die shows its face and counts its number")
    func aDieShowsItsFaceAndCountsItsNumber() throws {
        let result = try evaluate("2d{10,0,-20}!o=10", [1, 2, 3])
        #expect(result.shownValues == [1, 2, 3])
        #expect(result.dice.map(\.value) == [10, 0, -20])
    }

    @Test("words are compared after normalization, with case") func wordsAreComparedAsTheyStand()
        throws
    {
        let result = try evaluate("4d{\u{e9},e\u{301},E\u{301},É}", [1, 2, 3, 4])
        #expect(
            result.symbols == [
                Symbol(word: "é", count: 2), Symbol(word: "É", count: 2),
            ]
        )
        #expect(try Expression(parsing: "d{b,a+b,c-c,2,blank}").symbolNames == ["b", "a"])
        #expect(try evaluate("d{a-a,2}", [1]).symbols == nil)
        #expect(try evaluate("d{a,2}", [2]).symbols == [])
    }

    @Test("equivalent faces are equal") func facesThatLookAlikeAreAlike() throws {
        let expression = try Expression(
            parsing: "d{,blank, 2 hit + miss - 3,hit+hit+miss-1-2, -x,+y,0 z,a-a+1}"
        )
        guard case .dice(let term) = expression.kind, case .custom(let faces) = term.sides
        else {
            return
        }
        #expect(
            faces.map(\.description) == [
                "blank", "blank", "-3+2 hit+miss", "-3+2 hit+miss", "-x", "y", "0", "1",
            ]
        )
        #expect(
            faces[0] == faces[1] && faces[2] == faces[3]
                && faces[4].count(of: "x") == -1
        )
    }

    @Test("a single name in braces is a parameter") func oneNameAloneIsAParameter() throws {
        #expect(
            try Expression(parsing: "2d{hit}+d{n=3}").parameters.map(\.name) == [
                "hit", "n",
            ]
        )
        #expect(try Expression(parsing: "2d{hit,n}").parameters.isEmpty)
    }

    /// Operations that need a number, on dice with words.
    @Test(
        "dice with words are refused if a number is needed",
        arguments: [
            "{d{a,b},1}", "{d{a,b}}", "2*d{a,b}", "d{a,b}/2", "d{a,b}**2", "abs(d{a,b})",
            "max(1,d{a,b})", "d{a,b}kh1",
            "d{a,b}k>=1", "2d{a,b}!", "d{a,b}!o", "d{a,b}>=1", "d{a,b}f1", "d{a,b}min1",
            "d{a,b}r",
            "2d{a,b}u", "d{a,b}cs1",
            "(d{a,b})d6", "d(d{a,b})", "2d6kh(d{a,b})", "(d{a,b})x1", "d{a,b} vs 1",
            "1 vs (d{a,b})",
            "d{a,b} => 1: x",
            "1+2*(3-d{1,b+2})",
        ]
    ) func wordsAreNoNumbers(_ text: String) throws {
        let error = try error(of: text)
        #expect(
            error.reason == .bad && error.message.contains("dice with words")
                || error.message.contains("have words")
        )
        #expect(error.expected == ["dice with numbers"])
    }

    /// The maximum number of faces, and words of maximum length.
    @Test("the limits of custom dice are enforced") func theLimits() throws {
        func faces(_ count: Int) -> String {
            "d{" + (1...count).map(String.init).joined(separator: ",") + "}"
        }
        #expect(try evaluate(faces(1_000), [1_000]).total == 1_000)
        #expect(try error(of: faces(1_001)).reason == .limit(.sides, 1_000))
        #expect(throws: Never.self) {
            try Expression(parsing: "d{\(repeated("é", 64)),1000000,-1000000}")
        }
        let excess = TextExcess(unit: .bytes, limit: 128, actual: 130)
        #expect(try error(of: "d{\(repeated("é", 65)),}").reason == .length(excess))
        #expect(
            try error(of: "d{\(repeated("é", 40))+\(repeated("è", 24))x,}").reason
                == .length(excess)
        )
        #expect(throws: Never.self) {
            try Expression(parsing: "d{\(repeated("é", 500)),}", .current, .stored)
        }
        for face in [
            "1000001", "-1000001", "1000000+1", "600000 a+600000 a",
            "99999999999999999999 a",
        ] {
            #expect(
                try error(of: "d{\(face),}").reason == .limit(.bound, 1_000_000),
                "\(face)"
            )
        }
    }

    /// In throws up to edition 4, all faces of dice that follow from faces have a limit in bytes.
    @Test("the faces of all dice together are limited") func facesOfAllDiceTogether() throws {
        let expression = try Expression(parsing: "(d1000)d{\(repeated("1,", 200))2}")
        for limit in [NotationLimits.faceBytes, .max] {
            var isFirst = true
            let result = try expression.evaluate(faceBytes: limit) { sides in
                defer {
                    isFirst = false
                }
                return isFirst ? sides : 1
            }
            if limit == .max {
                #expect(result.failure == nil)
                #expect(result.dice.count == 1_001)
            } else {
                #expect(
                    result.failure
                        == "more than \(NotationLimits.faceBytes) bytes of custom faces"
                )
                #expect(result.dice.count == 1 + NotationLimits.faceBytes / 804)
            }
        }
        #expect(throws: Never.self) {
            try Expression(parsing: "d{\(repeated("1,", 200))2}!+9d{hit+1,}r<1")
        }
    }

    /// Equal lists are sent once, regardless of the number of dice that have them.
    @Test(
        "each distinct list of faces is counted once in bytes",
        arguments: [
            ("d6", 0),
            ("2d{hit,}", 15),
            ("2d{hit,}+3d{hit,blank}", 15),
            ("1000d{hit,}+d{,hit}", 30),
            ("9x(1d{hit,}+(1d4)d{a,b})", 24),
        ]
    ) func bytesOfDistinctLists(_ text: String, _ bytes: Int) throws {
        #expect(try Expression(parsing: text).throwSize.faceLists == bytes)
    }
}
