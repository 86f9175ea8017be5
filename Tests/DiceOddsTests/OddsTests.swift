import Testing

@testable import DiceNotation
@testable import DiceOdds

@Suite struct OddsTests {
    /// Expressions for which every way in which the dice can fall is tried.
    static let finite = [
        "d6", "3d6", "2d6+3", "2d6-1d4", "d100", "4dF", "3dF.1", "0d6+1", "d6*d6",
        "d6/d4", "15/2",
        "(d6-3)%d4",
        "2**d4", "-d6", "abs(d6-d8)", "floor(d6/2)+ceil(d6/3)", "round(d6/4)",
        "sqrt(d4)",
        "min(d6,d8,d4)",
        "max(2d4,d6)", "d6/(d4-1)", "sqrt(d6-3)", "4d6kh3", "4d6kh3+2", "4d6dl1",
        "4d6dh2",
        "5d4kl2", "2d20kh1",
        "2d20kl1", "4d6dl1dl1", "2d20kh1kl1", "5d4kh4kl2", "3d6kh5", "5dFkh2",
        "4dF.1kl1",
        "3d6ro<3", "2d6ro1ro2",
        "4d6ro1kh3", "4d6min2", "4d6max4min3", "4d6min3kh2", "4d6kh3min4", "3d6kh2ro<3",
        "5d6>=5",
        "5d6>=5f1",
        "4d6kh3>=4", "4d6>=4kh2f6", "3d6>=4ro>3", "4d6uo", "4d4uokh2", "3d6ro<3>=5f<3",
        "2d6min2ro2", "4d4kh3ro1kh2",
        "4d6>=5ro2kl2", "3d6cs>4cf1sd", "{2d6, d8}", "{2d6, d8, 4}kh1",
        "{d6, d8, d4}kl2",
        "{3d4}>=8", "{d6,d6,d6}kh2",
        "{d6,d6,d6,d6}dl1dh1", "{2d4, d6, d8}>=5f<3", "{d6, d6}kh1>=4",
        "{d6/2, d8/4}kh1",
        "{d6/2, d6/2, d6/2}kh2",
        "{d4-1, 4/(d4-1)}kh1", "{3d6}dl1", "(d4)d6", "d(d4*2)", "(d4-2)d6", "(d4/2)d4",
        "3d6kh(d3)",
        "3d6>=(d6)",
        "{d6,d4}>=(d4)", "3x2d4", "(d3)x(d6+1)", "2x(d6/4)", "2x3x(d2)", "2x(4/(d3-1))",
        "(d2)x(4/(d3-1))", "d20adv",
        "dis", "{bonus=2}d4",
        "d6/2+d4/3", "d6/10+d6/10+d6/10", "2x(d6/7)", "{d4/3,d6/5}kl1", "(d3/3)**d3",
        "(2/3)**-d3",
        "(d2*d2)**0.5",
        "8**(1/d3)", "27**(d3/3)", "(d6/4)%(d4/3)", "round(d6/4*d4)", "(d4/2*2)d2",
        "2d6kl1min7kh1", "2d6kh1max1kl1", "3d4kl2>=3kh2", "2d4kl1ro1kh1",
        "2d6[fire]+1d4[cold]", "{2x(d4), {d4,d4}kh1}kl1", "min(d4/0.5, {3d4}>3)",
        "d4 vs >=(1/(d2-1))", "{2d4}vs <=(2x1/(d3-1))", "d2 vs >=(1/(d1-1))",
    ]

    /// Expressions with irrational totals.
    static let irrational = ["sqrt(d4)", "sqrt(d6-3)", "(d2*d2)**0.5", "8**(1/d3)"]

    @Test("odds of finite expressions match enumeration", arguments: finite) func everyWay(
        _ text: String
    ) throws {
        let odds = try odds(text)
        let ways = try #require(try AllWays(try Expression(parsing: text)))
        #expect(ways.differences(from: odds) == [])
        #expect(odds.isExact != Self.irrational.contains(text))
    }

    /// Dice that may explode without end, the number of draws tried, and the total below which
    /// these include all ways.
    static let endless: [(String, maximum: Int, below: Double)] = [
        ("d6!", 6, 37),
        ("2d6!", 7, 38),
        ("d6!!", 6, 37),
        ("2d6!!+1", 7, 39),
        ("d6!p", 6, 31),
        ("2d4!p>2", 8, 11),
        ("2d6!>4", 6, 22),
        ("d6!<3", 6, 8),
        ("2d6!=3", 6, 15),
        ("2dF!", 9, 5),
        ("3dF.1!", 6, 1),
        ("2d6!>=5", 7, 6),
        ("3d4!>=4", 8, 6),
        ("3d6kh2!", 6, 17),
        ("4d4kh2kl1!", 7, 13),
        ("3d4!!kh2", 7, 18),
        ("3d4!!kl1", 7, 0),
        ("3d4!!dl1>=6", 7, 0),
        ("2d6ro1!", 7, 20),
        ("2d6!ro1", 7, 14),
        ("2d6min5!5", 7, 21),
        ("2d6!min2", 6, 26),
        ("2d6!max4", 7, 18),
        ("2d4!!max6", 8, 0),
        ("3d4!!min5kh2", 8, 18),
        ("-d6!", 6, 0),
        ("10-d4!", 8, 0),
        ("2*d4!+1", 8, 60),
        ("d4!/2", 8, 15),
        ("floor(d4!/3)", 8, 10),
        ("abs(d4!-5)", 8, 20),
        ("sqrt(d4!)", 8, 5),
        ("min(d4!,6)", 8, 0),
        ("max(d4!,6)", 8, 32),
        ("{d4!, d6}kh1", 7, 21),
        ("{d4!, d6}kl1", 7, 0),
        ("{d4!, 2d4}>=6", 7, 0),
        ("2x(d4!)", 8, 26),
        ("d4!*d4", 8, 28),
        ("0*d4!", 8, 0),
        ("(d2)d4!", 7, 20),
        ("d4!-d4", 8, 24),
        ("d4!+d3", 8, 28),
        ("2d6r1", 8, 0),
        ("3d4r<3kh2", 8, 0),
        ("2d4r2r4", 9, 0),
        ("3d4kh2r1", 8, 0),
        ("2d6r>4>=2", 7, 0),
        ("3d4u", 9, 0),
        ("3d6ukh2", 6, 0),
        ("3d4u>=3f1", 9, 0),
        ("3d4umin2kl2", 9, 0),
        ("2d6u!", 7, 0),
        ("3dFu", 9, 0),
        ("2d6r1!", 7, 0),
        ("3d6!>=5f1", 8, -9),
        ("3d6!=1>=5", 7, 0),
        ("2dF!=0", 7, -9),
        ("2d4!p<3", 8, 0),
        ("d6r6!", 6, 0),
        ("2d6!!r7", 6, 0),
    ]

    /// Each chance lies between that of the ways tried and that plus all the others.
    @Test("odds of endless expressions match bounded enumeration", arguments: endless) func onAndOn(
        _ text: String,
        maximum: Int,
        below: Double
    )
        throws
    {
        let odds = try odds(text)
        let ways = try #require(
            try AllWays(try Expression(parsing: text), draws: maximum, limit: 0.2)
        )
        #expect(ways.differences(from: odds, exactBelow: below) == [])
        let sum = odds.chances.reduce(odds.unlisted.probability) { $0 + $1.probability }
        #expect(abs(sum - 1) < 1e-9)
        #expect(odds.unlisted.probability < 1e-12)
    }

    @Test("equal fractions are one total") func equalFractionsAreOneTotal() throws {
        let sum = try odds("1d6/2+1d4/3")
        let place = try #require(sum.totals.firstIndex(of: try Fraction(7, 3)))
        #expect(sum.chances[place].fraction == "1/12")
        #expect(sum.totals.count == Set(sum.totals).count)
        let limit = try #require(Fraction(decimal: "0.6"))
        #expect(
            try odds("1d6/10+1d6/10+1d6/10").chance(atMost: limit)?.fraction == "5/54"
        )
    }

    @Test("odds of 100 dice are symmetric and match known ratios") func manyDice() throws {
        let odds = try odds("100d6")
        #expect(odds.totals == (100...600).map { Fraction($0) })
        let fractions = odds.chances.map(\.fraction)
        #expect(fractions == fractions.reversed())
        // One way for 100, one of 100 dice shows 2 for 101, one shows 3 or two show 2 for 102.
        let ratios = odds.chances.prefix(3).map {
            $0.probability / odds.chances[0].probability
        }
        #expect(zip(ratios, [1.0, 100, 5_050]).allSatisfy { abs($0 - $1) < 1e-6 })
        #expect(abs(odds.chances.reduce(0) { $0 + $1.probability } - 1) < 1e-12)
    }

    /// The nearest doubles, of numbers of a few words and of many.
    @Test(
        "mean and deviation match known values",
        arguments: [
            ("3d6", 10.5, 8.75.squareRoot()),
            ("4d6kh3", 15869 / 1296.0, nil),
            ("-3d6-1", -11.5, 8.75.squareRoot()),
            ("2d6-7", 0, (35 / 6.0).squareRoot()),
            ("d6/7", 0.5, (5 / 84.0).squareRoot()),
            ("d3/3+d4/7", 43 / 42.0, nil),
            ("4d2", 6, 1),
            ("36d2", 54, 3),
            ("400d2", 600, 10),
            ("100d6", 350, (875 / 3.0).squareRoot()),
            ("7", 7, 0),
            ("1000d6kh1000/1000", 3.5, nil),
            ("d1000*9007199254", 4_508_103_226_627, nil),
        ] as [(String, Double, Double?)]
    )
    func meanAndDeviation(_ text: String, mean: Double, deviation: Double?) throws {
        let odds = try odds(text)
        #expect(odds.mean == mean)
        if let deviation {
            #expect(odds.deviation == deviation)
        }
    }

    @Test("an expression that hardly ever reaches its target is refused")
    func aNumberThatIsHardlyEverReached() throws {
        let error = try #require(throws: OddsError.self) {
            try Expression(parsing: "{d6!, 2}>=10000").odds(within: Work())
        }
        guard case .noRuleAt(0..<15, .hardlyEverReached) = error else {
            Issue.record("\(error)")
            return
        }
    }

    /// Expressions that are refused at once, with the part at fault in angle brackets, and the
    /// reason.
    @Test(
        "a refusal names the reason and the part of the expression",
        arguments: [
            ("2+<10000d6>", .tooLarge),
            ("<10000d1kh5000>", .tooLarge),
            ("1+<2d1000000kh1>*2", .tooLarge),
            ("{<4d6!kh3>, 2}kh1", .keepAfterExplosion),
            ("<d6!-d6!>", .noEnds),
            ("min(<d100!<100>,3)", .longChains),
            ("<(d6!)d6>", .endlessNumber),
            ("<3d6!kl1>", .keepAfterExplosion),
            ("<d2**(d6!)>", .endlessOperand(.power)),
            ("<100d100u>", .longChains),
            ("d6+<(d100)**(d100)>", .arithmetic("a number that is too large")),
            (
                "<(d6/9999999999)*(d6/9999999999)>",
                .arithmetic("a fraction of more than 64 bits")
            ),
            ("<1+(d2*2**52)>", .arithmetic("a number that is too large")),
            ("<2d20kl1r1kh1>", .changeBetweenKeeps),
            ("<3d5klr<>5kh1>", .changeBetweenKeeps),
            ("<2d2u<2max1kl1>", .changeAfterCount),
            ("<4d4u<2max1dl1>", .changeAfterCount),
            ("<2d6!kh2>", .keepAfterExplosion),
            ("<d6!dl>", .keepAfterExplosion),
            ("<d6!k>", .keepAfterExplosion),
            ("<d6!u>", .uniqueAfterOthers),
            ("<d6!puo>", .uniqueAfterOthers),
            ("d6 vs <(3d6!kh2)>", .keepAfterExplosion),
            ("<3d6!kh2 >vs (d6)", .keepAfterExplosion),
            ("d6 vs <(9999d6)>", .tooLarge),
        ] as [(String, OddsGap)]
    )
    func refused(_ marked: String, gap: OddsGap) throws {
        let text = marked.replacing(/<(.*)>(.*)/) { "\($0.1)\($0.2)" }
        let start = try #require(marked.utf8.firstIndex(of: UInt8(ascii: "<")))
        let offset = marked.utf8.distance(from: marked.utf8.startIndex, to: start)
        let part = try #require(marked.wholeMatch(of: /.*?<(.*)>.*/)).1
        // Less work than the budget, because a build for tests is slow.
        let work = Work(Work.limit / 100)
        let error = try #require(throws: OddsError.self) {
            try Expression(parsing: text).odds(within: work)
        }
        guard case .noRuleAt(let place, gap) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(place == offset..<offset + part.utf8.count)
        if case .bad = error.refusal.reason {
            Issue.record("no limit: \(error)")
        }
    }
}
