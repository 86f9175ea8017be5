import DiceNotation
import Testing

/// `adv` and `dis` after a whole expression, and blanks that may separate two throws.
struct AdvantageTests {
    @Test(
        "`adv` and `dis` after an expression apply to its only d20",
        arguments: [
            ("d20+5 adv", "d20 adv+5"),
            ("d20+5 dis", "d20 dis+5"),
            ("2d6+(D20)*2 ADV", "2d6+(D20 ADV)*2"),
            ("d20[axe]+5 adv", "d20 adv[axe]+5"),
            ("d20+5 adv vs 15", "d20 adv+5 vs 15"),
            ("d20+5 vs 15 adv", "d20 adv+5 vs 15"),
            ("d20+5 vs 15 dis", "d20 dis+5 vs 15"),
            ("d20+{n=2} adv => 10+: x", "d20 adv+2 => 10+: x"),
            ("attack adv", "1d20 adv+7"),
            ("attack+1d4 adv", "(1d20 adv+7)+1d4"),
            ("attack+1d4 adv vs 15", "(1d20 adv+7)+1d4 vs 15"),
            ("attack adv+1d4", "(1d20 adv+7)+1d4"),
            ("attack dis - 2", "(1d20 dis+7) - 2"),
            ("dodge adv", "d20 adv+2 vs 15"),
            ("attack dis vs 15", "(1d20 dis+7) vs 15"),
            ("attack vs 15 adv", "(1d20 adv+7) vs 15"),
            ("attack+2 adv", "(1d20 adv+7)+2"),
            ("bless", "1d20 adv+1d4+7"),
            ("bless+1", "(1d20 adv+1d4+7)+1"),
            ("d12 adv", "d12 adv"),
            ("d4+d20 adv", "d4+d20 adv"),
            ("2d6+d12adv", "2d6+d12adv"),
        ]
    )
    func appliesToTheOnlyD20(_ text: String, _ written: String) throws {
        let saved = [
            "attack": "1d20+7", "bless": "1d20+1d4+7 adv", "dodge": "d20+{m=2} vs 15",
        ]
        let read = try RollText(text).written { saved[$0] }.filled()
        #expect(read.text == written)
        let again = try RollText(read.text, .stored).written()
        #expect(again.expression == read.expression)
    }

    @Test(
        "without exactly one d20 before it, `adv` is refused",
        arguments: [
            "5 adv", "2d6+3 adv", "d20+d20+1 adv", "2d20+1 adv", "d20+d20 adv", "d20kh1+3 dis",
            "d8+d12 adv", "d6 vs 3 adv", "gold adv", "gold+2 dis",
            "gold+d4 adv", "gold adv+2",
        ]
    )
    func needsOneD20(_ text: String) {
        let error = #expect(throws: NotationError.self) {
            try RollText(text).written { $0 == "gold" ? "3d6*10" : nil }.filled()
        }
        #expect(error?.expected == ["one d20"])
    }

    @Test("`adv` after another die than the only d20 names the right place")
    func afterAnotherDie() throws {
        let error = #expect(throws: NotationError.self) {
            try RollText("d20+d4 adv").written()
        }
        #expect(error?.expected == ["d20 adv+d4"])
        #expect(try RollText("d20+d4 adv", .stored).written().text == "d20+d4 adv")
    }

    @Test(
        "a blank between a count and its `d` after an operator is refused with both readings",
        arguments: [
            ("d20+5 d20", ["d20+5; d20", "d20+5d20"]),
            ("d20 + 5 d6 - 1 d4", ["d20 + 5; d6 - 1; d4", "d20 + 5d6 - 1d4"]),
            ("d20+5 d8 vs 15", ["d20+5; d8 vs 15", "d20+5d8 vs 15"]),
            ("d20+(2) d6", ["d20+(2); d6", "d20+(2)d6"]),
            ("d20+{n=2} d6", ["d20+{n=2}; d6", "d20+{n=2}d6"]),
            ("attack*2 d6", ["attack*2; d6", "attack*2d6"]),
            ("(d20+5 d20)*2", ["(d20+5d20)*2"]),
        ]
    )
    func twoReadings(_ text: String, _ readings: [String]) throws {
        let saved = { (name: String) in name == "attack" ? "1d20" : nil }
        let error = #expect(throws: NotationError.self) { try RollText(text).written(saved) }
        #expect(error?.expected == readings)
        _ = try RollText(text, .stored).written(saved)
    }

    @Test(
        "elsewhere a blank before `d` is free",
        arguments: ["3 d6", "-5 d20", "2 d6 + 3", "6x 4 d6", "{2d6, 3 d8}kh1", "d20+5 dis"]
    )
    func free(_ text: String) throws {
        _ = try RollText(text).written()
    }
}
