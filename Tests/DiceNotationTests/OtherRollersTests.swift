import DiceNotation
import Testing

/// Expressions of users of other programs, with their results here; dice-notation(7) lists the
/// differences.
@Suite struct OtherRollersTests {
    struct Case: Sendable {
        var typed: String
        var faces: [Int]
        var total: Fraction?

        init(_ typed: String, _ faces: [Int], _ total: Double) {
            self.typed = typed
            self.faces = faces
            self.total = Fraction(nearest: total)
        }
    }

    /// Expressions that mean the same in the program named.
    static let same: [Case] = [
        // rpg-dice-roller
        Case("4d8*(5+2d10)", [1, 2, 3, 4, 5, 6], 160),
        Case("(4*6)d6kh1", Array(repeating: 3, count: 24), 3),
        Case("1d20+-5", [12], 7), Case("1d20*0.20", [10], 2),
        Case("-12*1d20", [2], -24),
        Case("01d6", [4], 4),
        Case("5d10dl1*2", [2, 3, 4, 5, 6], 36), Case("d%%(45*2)", [91], 1),
        Case("4d10min3max6", [1, 2, 7, 10], 18),
        Case("4d20max-12", [1, 2, 3, 4], -48), Case("4dF.2", [1, 2, 3, 3], 1),
        Case("10dF.1", [1, 6, 2, 3, 4, 5, 1, 6, 2, 2], 0),
        Case("dF>=0", [2], 1), Case("4d%!<>45", [45, 45, 1, 45, 45], 181),
        Case("6d10>=8!>=9", [8, 9, 1, 1, 1, 1, 2], 2),
        Case("6d10!>=9>=8", [9, 8, 1, 1, 1, 1, 9, 2], 3),
        Case("2d6ro=1", [1, 1, 1, 3], 4),
        Case("d64ro<=35", [35, 20], 20),
        Case("4d6dl2kh1", [1, 2, 3, 4], 4), Case("5d%!p", [100, 1, 1, 1, 1, 50], 153),
        Case("2*floor(4d10/3.4)", [1, 2, 3, 4], 4),
        Case("36d152kh0", Array(repeating: 1, count: 36), 0),
        Case("3dFk2", [1, 2, 3], 1),
        Case(
            "{4d6+2d8, 3d20+3, 5d10+1}kh1",
            [1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1],
            9
        ),
        Case("{4d6, 2d8}>5", [1, 1, 1, 1, 3, 3], 1), Case("2d7!!", [7, 1, 7, 2], 17),
        Case("3d6!>=5", [5, 1, 2, 3], 11),
        // roll-parser
        Case("2 D 20 KH 1", [7, 11], 11), Case("4d6kh3dl1", [3, 6, 2, 5], 14),
        Case("(1d4)d6", [2, 3, 4], 7),
        Case("(1+1)d(3*2)", [5, 6], 11), Case("-1d4", [3], -3),
        Case("1d6!>(1d2+3)", [6, 1, 5, 2], 13),
        Case("2d6r<2", [1, 1, 3, 2], 5),
        Case("10d10>=6f1", [6, 1, 7, 1, 8, 2, 3, 4, 5, 10], 2),
        Case("{2d6, 2d6}>=10", [5, 5, 4, 5], 1),
        Case("10d10>=(4+2)", [6, 6, 6, 6, 6, 5, 5, 5, 5, 5], 5),
        Case("{10d10>=6}+2", [6, 6, 6, 6, 6, 5, 5, 5, 5, 5], 7),
        Case("max(1d20, 1d20, 1d20)", [3, 18, 7], 18),
        Case("5d10!=10", [10, 1, 1, 1, 1, 2], 16),
        Case("4d6s sd", [1, 3, 2, 4], 10),
        // d20 (Avrae)
        Case("4d6kh3", [4, 4, 6, 3], 14), Case("2d6ro<3", [1, 6, 3], 9),
        Case("1d1ro1", [1, 1], 1),
        Case(
            "4*(3d8kh2+9[fire]+(9d2+3[cold])/2)",
            [1, 8, 8, 1, 1, 1, 1, 1, 1, 1, 1, 1],
            124
        ),
        Case("-+-++---+1", [], -1), Case("0d6", [], 0), Case("13 % 2", [], 1),
        Case("2 * 5", [], 10),
        Case("60 / 1d6", [4], 15),
        Case("-(1d8 + 3) [healing]", [7], -10),
        Case("3d6 [fire] + 1d4 [piercing]", [3, 2, 2, 3], 10),
        // DiceParser
        Case("777d6", Array(repeating: 1, count: 777), 777),
        Case("1d10+1d8", [3, 4], 7),
        Case("6d10kl2", [6, 5, 4, 3, 2, 1], 3),
        Case("10d10k3", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 27),
    ]

    @Test("an expression from another roller has the same meaning", arguments: same.indices)
    func itMeansTheSame(_ index: Int) throws {
        let wanted = Self.same[index]
        #expect(
            try evaluate(wanted.typed, wanted.faces).total == wanted.total,
            "\(wanted.typed)"
        )
    }

    /// Expressions of other programs, and their equivalents here. Faces and total are the same in
    /// both.
    static let translated: [(String, Case)] = [
        ("d20: 4d6e6kh3", Case("4d6!6kh3", [6, 5, 1, 2, 6, 3], 17)),
        ("d20: 8d6mi2", Case("8d6min2", [1, 6, 4, 2, 6, 2, 5, 6], 33)),
        ("d20: 2d20rr<3", Case("2d20r<3", [1, 9, 2, 8], 17)),
        ("d20: 4d6pl1", Case("4d6dl1", [1, 2, 3, 4], 9)),
        (
            "d20: (1d4 + 1, 3, 2d6kl1)kh1",
            Case("{1d4 + 1, 3, 2d6kl1}kh1", [2, 2, 5], 3)
        ),
        ("d20: 15 // 2", Case("floor(15/2)", [], 7)),
        ("d20: d%", Case("(1d10-1)*10", [10], 90)),
        ("d20: 1d20 >= 10", Case("1d20>=10", [12], 1)),
        ("d20: 1d20+5 >= 10", Case("{1d20+5}>=10", [12], 1)),
        ("rpg-dice-roller: 19d23d1", Case("19d23dl1", Array(1...19), 189)),
        ("rpg-dice-roller: 5^2*4", Case("5**2*4", [], 100)),
        ("rpg-dice-roller: 8d45cs!=12", Case("2d45cs<>12", [12, 1], 13)),
        ("rpg-dice-roller: 4d6kh3!", Case("4d6!kh3", [6, 2, 3, 1, 5], 14)),
        ("rpg-dice-roller: 3d6 # fire", Case("3d6[fire]", [1, 2, 3], 6)),
        ("roll-parser: pow(2, 3)", Case("2**3", [], 8)),
        ("roll-parser: @bonus + 1d20", Case("{bonus=3} + 1d20", [4], 7)),
        ("DiceParser: 6d10K4", Case("6d10!!k4", [10, 9, 5, 3, 1, 1, 10, 3], 40)),
        ("DiceParser: 3D10e10", Case("3D10!!10", [8, 10, 10, 2, 10, 9], 49)),
        ("DiceParser: 3D10s", Case("3D10sd", [1, 5, 3], 9)),
        ("DiceParser: 3d10c[>6]", Case("3d10>6", [7, 6, 10], 2)),
        ("DiceParser: 3d10r1", Case("3d10ro1", [1, 5, 2, 1], 8)),
        ("DiceParser: 4d[-1..1]", Case("4dF", [1, 2, 3, 3], 1)),
        ("DiceParser: 3d[0..9]", Case("3d10-3", [1, 5, 10], 13)),
    ]

    @Test("an expression from another roller has an equivalent", arguments: translated.indices)
    func itCanBeSaid(_ index: Int) throws {
        let (theirs, ours) = Self.translated[index]
        #expect(try evaluate(ours.typed, ours.faces).total == ours.total, "\(theirs)")
    }

    /// Expressions that mean something else in other programs.
    static let different: [Case] = [
        Case("15 / 2", [], 7.5), Case("1.5", [], 1.5), Case("d%", [100], 100),
        Case("4d6k3", [1, 2, 3, 4], 9),
        Case("2d20kh1kl1", [3, 9], 0),
        Case("5d10>=8+2", [8, 9, 1, 1, 1], 4), Case("{2d6+2d8}kh1", [1, 2, 3, 4], 10),
        Case("4d6kh3!", [6, 2, 3, 1, 5], 16),
        Case("4d6dl1dl1", [3, 1, 4, 2], 9), Case("2d6r1", [1, 3, 2], 5),
    ]

    @Test("an expression from another roller has a different meaning", arguments: different.indices)
    func itMeansSomethingElse(_ index: Int) throws {
        let wanted = Self.different[index]
        #expect(
            try evaluate(wanted.typed, wanted.faces).total == wanted.total,
            "\(wanted.typed)"
        )
    }
}
