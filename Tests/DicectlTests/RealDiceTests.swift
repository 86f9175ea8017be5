import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import DicePlay
@testable import dicectl

/// The requests and messages of `dicectl` for real dice.
struct RealDiceTests {
    private func state(dice: Int = 5, sides: Int = 6) -> PlayState {
        var snapshot = SampleTable.snapshot(dice: dice)
        snapshot.hand = true
        snapshot.dice = snapshot.dice.map { die in
            DieState(
                die: die.die,
                sides: sides,
                value: 1,
                locked: die.die == 2,
                animating: false
            )
        }
        var state = PlayState(name: .default, players: ["ann"])
        state.show(snapshot)
        return state
    }

    private func type(_ text: String, on state: inout PlayState) -> [PlayAction] {
        let keys = [Key.character("r")] + text.map { .character($0) } + [.enter]
        return keys.flatMap { key in
            state.press(
                key,
                on: PlayLayout(
                    state,
                    size: Size(columns: 80, rows: 24),
                    glyphs: .unicode
                )
            )
        }
    }

    @Test(
        "a roll asks for the faces of the dice that roll",
        arguments: ["3516", "3 5 1 6", "3,5,1,6", " 3, 5 ,1 6 "]
    )
    func aRollAsksForTheFacesOfTheDiceThatRoll(_ typed: String) throws {
        var state = state()
        #expect(type(typed, on: &state) == [.enter([3, 5, 1, 6], replaces: false)])
        #expect(state.entry == nil)
    }

    @Test("the prompt names the dice that it asks for") func theLineSaysWhichDiceItIsFor() throws {
        var state = state(dice: 3)
        _ = state.press(
            .character("r"),
            on: PlayLayout(state, size: Size(columns: 80, rows: 24), glyphs: .unicode)
        )
        let entry = try #require(state.entry)
        #expect(state.asked(by: entry) == "faces of dice 1 and 3")
        let sentence =
            "Type the faces of dice 1 and 3, then press enter. Escape cancels."
        #expect(SpokenPlay(glyphs: .ascii).sentences(of: state).contains(sentence))
        state.change(to: try #require(TableName("other")))
        #expect(state.entry == nil)
    }

    @Test("u enters the last roll's faces again, once there is a roll")
    func enteringAgain() throws {
        var state = state()
        let layout = PlayLayout(state, size: Size(columns: 80, rows: 24), glyphs: .unicode)
        var snapshot = try #require(state.table?.snapshot)
        snapshot.roll = 0
        state.show(snapshot)
        _ = state.press(.character("u"), on: layout)
        #expect(state.entry == nil)
        snapshot.roll = 1
        state.show(snapshot)
        let keys = [Key.character("u")] + "3516".map { .character($0) } + [.enter]
        let actions = keys.flatMap { state.press($0, on: layout) }
        #expect(actions == [.enter([3, 5, 1, 6], replaces: true)])
    }

    @Test(
        "invalid input stays in the line",
        arguments: ["351", "35167", "3510", "3517", "x", "3 5 1 6 2"]
    )
    func whatDoesNotFitStaysInTheLine(_ typed: String) {
        var state = state()
        #expect(type(typed, on: &state) == [])
        #expect(state.entry?.text == typed)
        #expect(state.entry?.mistake != nil)
    }

    @Test("faces of large dice are typed separately") func facesOfLargeDiceAreTypedApart() {
        var state = state(dice: 2, sides: 20)
        #expect(type("15", on: &state) == [.enter([15], replaces: false)])
        #expect(!self.state().contributes)
    }

    @Test("every output names the player who entered the faces") func everythingSaysWhoEnteredThem()
    {
        let dice = [DieState(die: 1, sides: 6, value: 3, animating: false)]
        let roll = RollResult(
            table: "home",
            turn: 1,
            roll: 1,
            by: "ann",
            outcome: .completed,
            reason: nil,
            rolled: [1],
            dice: dice,
            total: 3,
            chance: .real
        )
        #expect(
            EventText.line.roll(roll)
                == "home turn 1 roll 1 ann: 3 = 3 (entered by ann)"
        )
        #expect(
            EventText.spoken.roll(roll) == "ann rolled 3 (entered by ann). Total 3."
        )
        #expect(EventText.caption.roll(roll) == "entered by ann")
        let turn = Turn(
            id: 1,
            table: "home",
            turn: 1,
            endedAt: Timestamp(millisecondsSinceEpoch: 0),
            by: "ann",
            rolls: [
                RollRecord(
                    roll: 1,
                    by: "bo",
                    at: Timestamp(millisecondsSinceEpoch: 0),
                    outcome: .completed,
                    rolled: [1],
                    values: [3],
                    chance: .real
                )
            ],
            dice: [TurnDie(die: 1, sides: 6, value: 3, locked: false)],
            total: 3
        )
        #expect(
            EventText.line.turnEnded(turn)
                == "home turn 1 ended by ann: 3 = 3 (entered by bo)"
        )
        #expect(HistoryForm.fields(.turn(turn), .utc).suffix(2) == ["bo", ""])
    }

    @Test("several expressions take no entered faces") func ofSeveralExpressionsNoneHasFaces()
        throws
    {
        var order = RollOrder(words: try RollWords(["2d6", "d4"]))
        order.faces = [1, 2, 3]
        #expect(throws: (any Error).self) { try order.validate() }
        order.words = try RollWords(["2", "5"])
        let resolved = try order.resolved(
            at: .default,
            RollOrder.Answer(),
            animate: true
        )
        guard case .dice(let roll) = resolved else {
            Issue.record("the order does not roll the table's dice")
            return
        }
        #expect(roll.dice == [2, 5])
        #expect(roll.faces == [1, 2, 3])
        #expect(roll.entropy == nil)
    }

    @Test("--replace needs faces of the table's dice") func replacing() throws {
        var order = RollOrder(words: try RollWords(["2d6"]), replaces: true)
        order.faces = [1, 2]
        #expect(throws: (any Error).self) { try order.validate() }
        order.words = RollWords()
        try order.validate()
        order.faces = nil
        #expect(throws: (any Error).self) { try order.validate() }
    }

    // W means d, as in German.

    @Test(
        "a word with w is a die unless a table has that name",
        arguments: [
            (["2W6+3"], ["2W6+3"], nil, []),
            (["W20"], [], "W20", [["W20"]]),
            (["w6", "w8"], ["w8"], "w6", [["w6", "w8"]]),
            (["wolf"], [], "wolf", []),
            (["w%"], ["w%"], nil, []),
        ] as [([String], [String], String?, [[String]])]
    )
    func aWordWithAWIsADieUnlessThereIsATableOfThatName(
        _ words: [String],
        _ expressions: [String],
        _ table: String?,
        _ otherwise: [[String]]
    ) throws {
        let read = try RollWords(words)
        #expect(read.expressions == expressions)
        #expect(read.table.table?.description == table)
        #expect(read.otherwise.map(\.expressions) == otherwise)
    }

    @Test("values may have a decimal comma") func valuesMayHaveADecimalComma() throws {
        #expect(try RollWords(["attack", "bonus=1,5"]).values == ["bonus": 1.5])
        let typed = try TypedThrow("attack bonus=1,5").params
        #expect(typed.values?.values == ["bonus": 1.5])
    }
}
