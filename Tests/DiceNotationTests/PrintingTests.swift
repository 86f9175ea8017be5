import DiceNotation
import Testing

@Suite struct PrintingTests {
    static let cases: [(String, String)] = [
        (" 4 D 6 KH 3 + 2 ", "4d6kh3+2"),
        ("1d6", "d6"),
        ("d%", "d100"),
        ("DF", "dF"),
        ("dF.2", "dF"),
        ("df.1", "dF.1"),
        ("7.50", "7.5"),
        ("0.0001", "0.0001"),
        ("9999999999.9999", "9999999999.9999"),
        ("adv", "2d20kh1"),
        ("d12dis", "2d12kl1"),
        ("(1d4)d6", "(d4)d6"),
        ("2d(1d4*2)", "2d(d4*2)"),
        ("({n})d({m=6})", "{n}d{m=6}"),
        ("(2[a])d6", "(2[a])d6"),
        ("((2))d((6))", "2d6"),
        ("({n}[a])d6", "({n}[a])d6"),
        // modifiers
        ("4d6k", "4d6kh1"),
        ("4d6kl2dh1dl", "4d6kl2dh1dl1"),
        ("4d6kh(1d2)", "4d6kh(d2)"),
        ("d6kh{n}", "d6kh{n}"),
        ("d6!5", "d6!=5"),
        ("d6!!>=(4)", "d6!!>=4"),
        ("d6 !p < 3", "d6!p<3"),
        ("d6! !", "d6! !"),
        ("d6! !p", "d6! !p"),
        ("d6r1", "d6r=1"),
        ("d6ro<>2", "d6ro<>2"),
        ("d6r r", "d6r r"),
        ("d6r ro", "d6r ro"),
        ("d6r!", "d6r!"),
        ("d6min2max-5", "d6min2max-5"),
        ("d6min(-2)", "d6min-2"),
        ("d6min(-2[a])", "d6min(-2[a])"),
        ("d6u uo", "d6uuo"),
        ("d6<=3f>(4)", "d6<=3f>4"),
        ("d6f1", "d6f=1"),
        ("d6=3", "d6=3"),
        ("d6>(-(1))", "d6>-1"),
        ("d6cscf", "d6cscf"),
        ("d6cs>5cf 1", "d6cs>5cf=1"),
        ("d6s", "d6sa"),
        ("d6sd sa", "d6sdsa"),
        ("d6>(-{n})", "d6>(-{n})"),
        // groups, calls, parameters
        ("{ 2d6 , 1d8 } k 1 >= 5 f < 2 s", "{2d6,d8}kh1>=5f<2sa"),
        ("{d6}", "{d6}"),
        ("{{n}}", "{{n}}"),
        ("min( 1 , max(2) )", "min(1,max(2))"),
        ("{ Bonus = 7 }", "{bonus=7}"),
        ("{bonus=-0.5}", "{bonus=-0.5}"),
        ("{(2x1),3}", "{2x1,3}"),
        // precedence
        ("(1+2)+3", "1+2+3"),
        ("1+(2+3)", "1+(2+3)"),
        ("1-(2-3)", "1-(2-3)"),
        ("(1*2)+3", "1*2+3"),
        ("1*(2+3)", "1*(2+3)"),
        ("1/(2*3)%4", "1/(2*3)%4"),
        ("2**(3**2)", "2**3**2"),
        ("(2**3)**2", "(2**3)**2"),
        ("(-2)**2", "(-2)**2"),
        ("-(2**2)", "-2**2"),
        ("2**(-3)", "2**-3"),
        ("1-(-2)", "1--2"),
        ("(-1)*-(2)", "-1*-2"),
        ("-(-1)", "-(-1)"),
        ("-(1*2)", "-(1*2)"),
        ("-(1)*2", "-1*2"),
        ("-+-1", "1"),
        // repeats and labels
        ("(6)x(4d6)", "6x4d6"),
        ("(1d4) X d6", "(d4)xd6"),
        ("2x(3x1)", "2x3x1"),
        ("(2x3)x1", "(2x3)x1"),
        ("(2x1)+1", "(2x1)+1"),
        ("2x(1+1)", "2x1+1"),
        ("{n}x1", "{n}x1"),
        ("({n}[a])x1", "({n}[a])x1"),
        ("(2)[a]x1", "(2[a])x1"),
        ("1d8 [fire] + 2[ str ]", "d8[fire]+2[ str ]"),
        ("(1+2)[a]", "(1+2)[a]"),
        ("(-1)[a]", "(-1)[a]"),
        ("abs(1)[a]+{1}[b]+{n}[c]", "abs(1)[a]+{1}[b]+{n}[c]"),
        // targets and outcomes
        ("d20 + 5 vs >= 15", "d20+5 vs 15"),
        ("d20 VS<=-3", "d20 vs <=-3"),
        ("d20vs+3", "d20 vs 3"),
        ("d20 vs (d6+1)", "d20 vs (d6+1)"),
        ("d20 vs (3)", "d20 vs 3"),
        ("d20 vs {dc}", "d20 vs {dc}"),
        ("3x2d6 vs =7", "3x2d6 vs =7"),
        ("d20 vs (2[a])", "d20 vs (2[a])"),
        (
            "2d6=>6-:miss,7-9 :weak hit, 10+: \"hit, hard\"",
            "2d6 => ..6: miss, 7..9: weak hit, 10..: \"hit, hard\""
        ),
        ("d6 => 2..2: two, -1: x, else: \"other\"", "d6 => 2: two, -1: x, else: other"),
        (
            #"d6 => 1: " a", 2: "b\\\"", 3: "c;", 4: d\e"#,
            #"d6 => 1: " a", 2: "b\\\"", 3: "c;", 4: d\e"#
        ),
        ("d6 => 1: \" \u{301}a\"", "d6 => 1: \" \u{301}a\""),
        // custom dice, weights, limits, values
        (
            "2D{ , blank, 2 hit + miss - 3, hit+hit, a-a, -x, 1+1, 3 }",
            "2d{blank,blank,-3+2 hit+miss,2 hit,0,-x,2,3}"
        ),
        ("5d10 >= 7 x 2 = 10 x -1 = 1", "5d10>=7x2=10x-1=1"),
        ("d6 !o", "d6!o1"),
        ("d6!o 3 > 4", "d6!o3>4"),
        ("4d6 k >= 3", "4d6k>=3"),
        ("4d6d<3kh", "4d6d<3kh1"),
        ("{d6,d8}k=3d>5", "{d6,d8}k=3d>5"),
        ("d6k3", "d6kh3"),
    ]

    @Test("an expression prints in its shortest form", arguments: cases.indices)
    func itPrintsAsShortAsItReads(_ index: Int) throws {
        let (text, printed) = Self.cases[index]
        let expression = try Expression(parsing: text)
        #expect(expression.description == printed)
        #expect(try Expression(parsing: printed) == expression, "\(text)")
    }

    @Test("a printed expression parses to an equal one", arguments: EvaluationTests.cases.map(\.0))
    func whatIsPrintedReadsTheSame(_ text: String) throws {
        let expression = try Expression(parsing: text)
        #expect(try Expression(parsing: expression.description) == expression)
    }

    @Test("positions are ignored in comparisons") func thePlaceIsNotCompared() throws {
        let one = try Expression(parsing: "2d6+1")
        let other = try Expression(parsing: " 2d6 + 1")
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        #expect(one.range != other.range)
        #expect(try Expression(parsing: "2d6[a]") != Expression(parsing: "2d6[b]"))
    }

    @Test("numbers are printed without exponents or trailing zeros")
    func numbersAreWrittenAsPeopleDo() {
        let numbers = [
            7.0, 7.5, -0.0, -3, 9_007_199_254_740_992, 1.0 / 8, 2.0 / 3,
            9_999_999_999.9999,
        ]
        #expect(
            numbers.map(NumberText.text) == [
                "7", "7.5", "0", "-3", "9007199254740992", "0.125", "0.666667",
                "9999999999.9999",
            ]
        )
    }
}
