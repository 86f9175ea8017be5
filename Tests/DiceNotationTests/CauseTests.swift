import DiceNotation
import Testing

/// The draws that must be seen before it is known that another one follows.
@Suite struct CauseTests {
    /// Expression, faces, and the causes of each draw.
    static let cases: [(String, [Int], String)] = [
        ("2d6+1d8", [1, 2, 3], "- - -"),
        ("(1d4)d6", [2, 5, 6], "- 0 0"),
        ("(1d4)d(1d6)+1d8", [2, 5, 5, 5, 1], "- - 0...1 0...1 -"),
        ("((1d2)d4)d6", [2, 1, 1, 6, 6], "- 0 0 0...2 0...2"),
        ("3d6!", [6, 2, 6, 4, 6, 1], "- - - 0 2 4"),
        ("2d6!!", [6, 6, 6, 3, 1], "- - 0 2 1"),
        ("2d6!p", [6, 6, 6, 3, 1], "- - 0 2 1"),
        ("3d6r1", [1, 1, 5, 1, 2, 3], "- - - 0 3 1"),
        ("2d6r1!", [1, 6, 6, 2, 3], "- - 0 2 1"),
        ("3d6s!", [6, 2, 6, 4, 1], "- - - 0 2"),
        // All dice decide which are kept, and therefore which explode.
        ("3d6kh2!", [6, 2, 6, 4, 6, 1], "- - - 0...2 0...2 4"),
        ("3d6!kh2r6", [6, 2, 3, 6, 4, 4, 4], "- - - 0 3 0...4 0...4"),
        ("3d6u", [4, 4, 4, 4, 2, 2, 1], "- - - 0...2 0...3 0...4 0...5"),
        // Rolled numbers of modifiers
        ("2d6!>(1d6)", [5, 6, 4, 2, 1], "- - - 0...2 0...2"),
        ("2d6kh(1d2)!", [6, 6, 2, 1, 2], "- - - 0...2 0...2"),
        ("2d6max(1d6)!=5", [6, 2, 5, 1], "- - - 0...2"),
        ("2d6>=(1d6)", [6, 2, 5], "- - -"),
        ("{2d6,1d8}kh(1d2)", [6, 2, 5, 1], "- - - -"),
        // Repeats
        ("2x1d6!", [6, 1, 6, 2], "- 0 - 2"),
        ("(1d4)x1d6", [2, 3, 4], "- 0 0"),
        ("(1d2)x1d6!", [2, 6, 1, 3], "- 0 1 0"),
        ("(1d4!)x1d6", [4, 1, 3, 3, 3, 3, 3], "- 0 0...1 0...1 0...1 0...1 0...1"),
        ("(1d2)x(1d2)x1d6", [1, 2, 3, 4], "- 0 1 1"),
        ("(1d2)x2x1d6", [1, 3, 4], "- 0 0"),
        ("(1d2)x(1d6+(1d2)d8)", [1, 3, 2, 8, 8], "- 0 0 2 2"),
        ("((1d2)x1d6)+1d8", [1, 3, 4], "- 0 -"),
        // Targets, custom dice, limits, values
        ("d20 vs (d6)", [3, 4], "- -"),
        ("d20 vs ((1d2)d6)", [3, 2, 4, 5], "- - 1 1"),
        ("1d6! vs (1d4)", [6, 1, 3], "- 0 -"),
        ("(1d2)xd6 => else: x", [2, 1, 3], "- 0 0"),
        ("2d{hit,,1}r<1", [1, 3, 2, 3], "- - 0 2"),
        ("2d{1,9}!", [2, 1, 1], "- - 0"),
        ("2d6!o2", [6, 6, 6, 6, 6, 1], "- - 0 2 1 4"),
        ("3d6k>=3!", [6, 2, 6, 1, 2], "- - - 0 2"),
        ("3d6d<(1d6)r>2", [6, 2, 6, 3, 1, 2], "- - - - 0...3 0...3"),
        ("3d6>=2x2=(1d6)", [6, 2, 6, 3], "- - - -"),
    ]

    @Test("a draw follows the draws that determine it", arguments: cases.indices)
    func aDrawComesAfterWhatTellsOfIt(_ index: Int) throws {
        let (text, faces, wanted) = Self.cases[index]
        let after = try evaluate(text, faces).draws.map { draw in
            switch draw.after.count {
            case 0: "-"
            case 1: "\(draw.after.lowerBound)"
            default: "\(draw.after.lowerBound)...\(draw.after.upperBound - 1)"
            }
        }
        #expect(after.joined(separator: " ") == wanted, "\(text)")
    }

    /// Expression, faces, and the value that each draw's die shows once that draw has settled.
    static let shown: [(String, [Int], [Int])] = [
        ("2d6", [3, 4], [3, 4]),
        ("2d6!!", [6, 6, 6, 3, 1], [6, 6, 12, 15, 7]),
        ("1d6!p", [6, 6, 2], [6, 5, 1]),
        ("2d6min3", [1, 5], [3, 5]),
        ("2dF", [1, 3], [-1, 1]),
        ("1dF!!", [3, 3, 1], [1, 2, 1]),
        ("1d6r1", [1, 4], [1, 4]),
        ("1d6!!max8", [6, 4], [6, 8]),
        ("2d{10,20}!o", [2, 1, 2], [2, 1, 2]),
        ("d{hit,miss}", [2], [2]),
        ("d{1,3}!!", [2, 2, 1], [2, 2, 1]),
    ]

    @Test("a die shows its accumulated value", arguments: shown.indices)
    func aDieShowsWhatItHasGathered(_ index: Int) throws {
        let (text, faces, wanted) = Self.shown[index]
        #expect(try evaluate(text, faces).shownValues == wanted, "\(text)")
    }
}
