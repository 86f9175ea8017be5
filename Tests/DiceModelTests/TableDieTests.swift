import DiceModel
import Testing

@Suite("A table's dice")
struct TableDieTests {
    @Test(
        "a custom die shows its face's word and adds its number",
        arguments: [
            (1, "sword", 0),
            (2, "2 hit-1", -1),
            (3, "4+shield", 4),
            (4, "-3", -3),
            (5, "blank", 0),
            (6, "?!", 0),
            // A daemon may send any value.
            (7, "7", 7),
            (0, "0", 0),
        ]
    )
    func words(_ value: Int, _ words: String, _ worth: Int) {
        let faces = ["sword", "2 hit-1", "4+shield", "-3", "blank", "?!"]
        let die = DieState(
            die: 1,
            sides: 6,
            value: value,
            animating: false,
            faces: faces
        )
        #expect(die.shownText == words)
        #expect(die.worth == worth)
        #expect(
            [die, DieState(die: 2, sides: 6, value: 5, animating: false)].total == worth
                + 5
        )
        #expect(die.isPossible == (1...6).contains(value))
        #expect(die.countedSides == 0)
    }

    @Test("a custom die has as many sides as faces")
    func possible() {
        #expect(
            !TurnDie(die: 1, sides: 3, value: 1, locked: false, faces: ["hit", "miss"])
                .isPossible
        )
        #expect(
            TurnDie(die: 1, sides: 2, value: 2, locked: false, faces: ["hit", "miss"])
                .isPossible
        )
        #expect(DieShape(faces: ["hit", "miss"]).sides == 2)
        #expect(DieShape(faces: ["hit", "miss"]) != 2)
    }
}
