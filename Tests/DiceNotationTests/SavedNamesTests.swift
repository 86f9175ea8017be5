import DiceNotation
import Testing

@Suite("Names of saved rolls in expressions")
struct SavedNamesTests {
    private static let saved = [
        "attack": "1d20+7", "attack-2": "1d4", "hit": "attack+{bonus=1}", "floor": "d8",
        "kh": "d10", "d6-x": "d12",
        "B": "d%", "loop": "2+back", "back": "loop-1", "self": "self", "wrong": "2d",
        "a": "b+b",
        "b": "c+c",
        "boost": "d{blank, 1+hit}", "two": "2d{a,b}", "ring": "d[ring]", "die": "boost",
        "table": "d6 => 1: a, else: b",
        "noted": "1d4 # with a remark",
        "c": "d20" + String(repeating: " ", count: 2_000) + "+1",
    ]

    private func replaced(_ text: String) throws -> String {
        try RollText(text).written { Self.saved[$0] }.text
    }

    @Test(
        "names of saved rolls are replaced by their expressions",
        arguments: [
            ("attack+2", "(1d20+7)+2"),
            ("2*attack", "2*(1d20+7)"),
            (" attack ", "1d20+7"),
            ("attack-3", "(1d20+7)-3"),
            ("attack-2", "1d4"),
            ("attack -2", "(1d20+7) -2"),
            ("attack - 2", "(1d20+7) - 2"),
            ("attack-2-2", "(1d4)-2"),
            ("attack-2+attack", "(1d4)+(1d20+7)"),
            ("6x attack", "6x (1d20+7)"),
            ("attack x2d6", "(1d20+7) x2d6"),
            ("{attack, 2d6}kh1", "{(1d20+7), 2d6}kh1"),
            ("(attack)d6", "((1d20+7))d6"),
            ("attack[hit]+1", "(1d20+7)[hit]+1"),
            ("2d6[attack]", "2d6[attack]"),
            ("{attack}", "{attack}"),
            ("hit+1", "((1d20+7)+{bonus=1})+1"),
            ("floor(2.5)", "floor(2.5)"),
            ("floor(2.5)+floor", "floor(2.5)+(d8)"),
            ("kh+4d6kh3", "(d10)+4d6kh3"),
            ("d6-x", "d12"),
            ("d6-x+d6-1", "(d12)+d6-1"),
            ("B+1", "(d%)+1"),
            ("min(attack, 3)", "min((1d20+7), 3)"),
            ("4d6kh(attack-3)", "4d6kh((1d20+7)-3)"),
            ("2d6", "2d6"),
            ("2d[boost]+D[die]", "2d{blank,1+hit}+D{blank,1+hit}"),
            ("boost", "d{blank, 1+hit}"),
            ("2d[boost]r<1[boost]", "2d{blank,1+hit}r<1[boost]"),
            ("table", "d6 => 1: a, else: b"),
            ("noted+1", "(1d4)+1"),
            ("attack vs 15", "(1d20+7) vs 15"),
            ("1d20 vs (attack)", "1d20 vs ((1d20+7))"),
        ]
    )
    func theirExpressionsStandInTheirPlace(_ text: String, _ wanted: String) throws {
        #expect(try replaced(text) == wanted)
    }

    @Test(
        "an invalid name or expression is reported at its position",
        arguments: [
            ("atack+2", 0..<5, "`atack`"),
            ("b1+1", 0..<2, "`b1`"),
            ("attack+", 7..<7, "add"),
            ("attackd6", 0..<8, "`attackd6`"),
            ("2attack", 1..<7, "`attack`"),
            ("1+self", 2..<6, "itself"),
            ("1+loop", 2..<6, "itself"),
            ("1+wrong", 2..<7, "saved roll `wrong`: "),
            ("1+a", 0..<3, "more than 4096"),
            ("attack/0", 0..<8, "zero"),
            ("2d[bost]", 2..<8, "saved die"),
            ("2d[attack]", 2..<10, "`attack` is not"),
            ("d[two]+1", 1..<6, "`two` is not"),
            ("1+d[ring]", 3..<9, "itself"),
            ("table+1", 0..<5, "outcomes"),
        ]
    )
    func whatIsNoExpressionIsToldAtItsPlace(
        _ text: String,
        _ place: Range<Int>,
        _ words: String
    ) {
        let error = #expect(throws: NotationError.self) { try replaced(text) }
        #expect(
            error?.place == place && error?.message.contains(words) == true,
            "\(String(describing: error))"
        )
    }

    @Test("a chain of names is limited") func aChainOfNamesIsLimited() {
        var asked = 0
        let error = #expect(throws: NotationError.self) {
            try RollText("x0+1").written { name in
                asked += 1
                return Int(name.dropFirst()).map { "x\($0 + 1)+2" }
            }
        }
        #expect(error?.reason == .limit(.depth, NotationLimits.depth))
        #expect(asked < 1_000)
    }
}
