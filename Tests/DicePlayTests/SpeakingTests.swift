import DiceModel
import DiceNotation
import DiceProof
import DiceWire
import ProgramTestSupport
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import DicePlay

struct SpeakingTests {
    @Test("states and events are spoken as sentences") func statesAndEventsAreSentences() {
        let table = SampleTable.snapshot(dice: 4)
        #expect(
            EventText.spoken.state(SampleTable.snapshot(dice: 4))
                == "Table default, turn 3, roll 2: 6, 5, 4, 3 locked. Total 18."
        )
        #expect(EventText.spoken.dice([3]) == "die 3")
        #expect(EventText.spoken.dice([1, 2]) == "dice 1 and 2")
        #expect(EventText.spoken.dice([1, 2, 3, 4]) == "dice 1 to 4")
        #expect(EventText.spoken.dice([1, 2, 5]) == "dice 1, 2 and 5")
        let event = TableEvent(
            table: "default",
            revision: 1,
            by: "a\u{1B}nn",
            kind: .rollStarted(rolled: [2, 3])
        )
        #expect(
            EventText.spoken.event(event, at: table)
                == "a\u{FFFD}nn rolls dice 2 and 3."
        )
        let lock = TableEvent(
            table: "t",
            revision: 1,
            by: "ann",
            kind: .lockChanged(dice: SampleTable.snapshot(dice: 4).dice)
        )
        #expect(
            EventText.spoken.event(lock, at: table)
                == "ann locked die 4, unlocked dice 1 to 3."
        )
    }

    /// The text reports each die's flags, the label of its part, and each round of a repeat.
    @Test(
        "a throw is spoken in full",
        arguments: [
            (
                "2x2d6!", [6, 1, 2, 3, 4],
                ". Round 1: 6 exploded, 2, 1; total 9. Round 2: 3, 4; total 7."
            ),
            (
                "4d10>=8f1", [9, 1, 3, 8],
                ": 9 success, 1 failure, 3, 8 success. 1 success."
            ),
            (
                "2d6[fire]+(1d8+1d4ro<3)[cold]", [3, 4, 5, 1, 2],
                ": 3 fire, 4 fire, 5 cold, 1 rerolled cold, 2 cold. Total 14."
            ),
            ("2d20kh1+3", [4, 15], ": 4 dropped, 15. Total 18."),
            ("7", [], ". Total 7, no dice."),
        ]
    )
    func aThrowIsToldWhole(_ text: String, _ faces: [Int], _ told: String) throws {
        var rest = faces[...]
        let evaluation = try Expression(parsing: text).evaluate { _ in
            rest.removeFirst()
        }
        var result = ThrowResult(
            evaluation,
            table: "t",
            number: 1,
            expression: text,
            by: "ann"
        )
        result.faces = faces
        result.edition = Edition.current
        #expect(EventText.spoken.thrown(result) == "ann threw \(text)\(told)")
        result.outcome = .cancelled
        result.reason = .disconnected
        result.faces = nil
        #expect(
            EventText.spoken.thrown(result).contains(" (cut short: disconnected). ")
        )
    }

    @Test("rolls are spoken as on the page") func rollsAreToldAsByThePage() throws {
        for sample in SpokenRolls.samples {
            let line = #"{"jsonrpc":"2.0","method":"event","params":\#(sample.event)}"#
            guard
                case .event(let event)? = try #require(ServerLine(Array(line.utf8)))
                    .notification()
            else {
                Issue.record("\(sample.event) is not an event")
                continue
            }
            #expect(
                EventText.spoken.event(event, at: SampleTable.snapshot(dice: 2))
                    == sample.text
            )
        }
    }

    @Test("a template fills its fields") func aTemplateFillsItsFields() throws {
        let table = SampleTable.state(dice: 4)
        let all = LineTemplate.Field.allCases.map { "{{\($0.rawValue)}}" }.joined(
            separator: "|"
        )
        #expect(
            try LineTemplate(all).line(table, by: "ann", isGone: false)
                == "default|3|2|settled|0|6 5 4 [3]|4|18|ann|||ann rolls|"
        )
        let rolling = SampleTable.state(dice: 4, rolling: true)
        #expect(
            try LineTemplate("{{ total }} {{dice}}").line(
                rolling,
                by: nil,
                isGone: false
            )
                == "? 6 5 ? [3]"
        )
        #expect(
            try LineTemplate("{{state}}").line(rolling, by: nil, isGone: true) == "gone"
        )
    }

    @Test("the notation line is spoken while it is typed")
    func theLineForNotationIsHeardAsItIsTyped() {
        let spoken = SpokenPlay(glyphs: .ascii)
        var state = PlayState(name: .default, players: ["ann"])
        state.show(SampleTable.snapshot(dice: 5))
        _ = spoken.sentences(of: state)
        state.announcements = []
        func heard(_ key: Key) -> [String] {
            _ = state.press(
                key,
                on: PlayLayout(state, size: Size(columns: 80, rows: 24), glyphs: .ascii)
            )
            return spoken.sentences(of: state)
        }
        #expect(
            heard(.character("/")) == [
                "Type dice notation, then press enter. Escape cancels."
            ]
        )
        #expect(heard(.character("3")) == ["3"])
        #expect(heard(.character("d")) == ["3d"])
        #expect(heard(.left) == [])
        #expect(heard(.enter).first?.hasPrefix("At character 3: ") == true)
        #expect(heard(.escape) == [])
        state.apply(.throw(SampleTable.thrown(.flying)))
        #expect(spoken.sentences(of: state) == [])
        state.apply(.throw(SampleTable.thrown(.settled)))
        #expect(
            spoken.sentences(of: state) == [
                "ann threw 4d6!kh3+2 for \"fire bolt\": 6 exploded, 3 dropped, 1 dropped, 5, 4. Total 17."
            ]
        )
    }

    @Test("a notice is spoken once, however many keys follow")
    func aNoticeIsToldOnceHoweverManyKeysFollow() {
        let spoken = SpokenPlay(glyphs: .ascii)
        var state = PlayState(name: .default, players: ["ann"])
        state.show(SampleTable.snapshot(dice: 5))
        _ = spoken.sentences(of: state)
        state.announcements = []
        state.notice = "no such key"
        #expect(spoken.sentences(of: state).contains("no such key"))
        #expect(!spoken.sentences(of: state).contains("no such key"))
    }

    @Test("the history is spoken when the daemon has responded")
    func theHistoryIsToldWhenTheDaemonHasAnswered() {
        let spoken = SpokenPlay(glyphs: .ascii)
        var state = PlayState(name: .default, players: ["ann"])
        state.show(SampleTable.snapshot(dice: 5))
        state.pane = .history
        #expect(
            spoken.sentences(of: state).suffix(2) == [
                "History", "loading...",
            ]
        )
        state.history = []
        #expect(spoken.sentences(of: state).last == "no turn has ended yet")
        state.history = SampleTable.entries(1)
        #expect(
            spoken.sentences(of: state).last?.contains("turn 1 ann: 18") == true,
            "without the letter"
        )
    }

    @Test("reduced motion shows no passing values") func reducedMotionShowsNoPassingValue() {
        let drawing = DieDrawing(glyphs: .unicode, motion: .reduced)
        func drawn(_ value: Int, _ shape: Shape) -> CellBuffer {
            var buffer = CellBuffer(width: 40, height: 20)
            let place = Rect(
                row: 0,
                column: 0,
                rows: shape.rows,
                columns: shape.columns(dice: 1, sides: 6)
            )
            let die = DieState(
                die: 1,
                sides: 6,
                value: value,
                locked: false,
                animating: true
            )
            drawing.draw(die, as: shape, at: place, in: &buffer)
            return buffer
        }
        for shape in Shape.allCases {
            #expect(Set((1...6).map { drawn($0, shape) }).count == 1, "\(shape)")
        }
    }

    @Test("old faces remain without motion until all dice have settled")
    func withoutMotionTheOldFacesStayUntilAllHaveSettled() {
        var frozenDice = FrozenDice()
        let before = SampleTable.state(dice: 5)
        _ = frozenDice.shown(before, .none)
        var rolling = SampleTable.state(dice: 5, rolling: true)
        rolling.apply(
            .frame(
                Frame(
                    table: "default",
                    revision: 5,
                    turn: 3,
                    roll: 3,
                    rolling: true,
                    dice: [
                        DieState(
                            die: 3,
                            sides: 6,
                            value: 1,
                            locked: false,
                            animating: true
                        )
                    ]
                )
            )
        )
        #expect(
            frozenDice.shown(rolling, .none).dice.map(\.value)
                == before.dice.map(\.value)
        )
        #expect(frozenDice.shown(rolling, .full) == rolling)
        #expect(frozenDice.shown(before, .none) == before)
    }

    @Test("tables are drawn side by side or stacked") func tablesStandSideBySideOrStacked() {
        let drawing = TablesDrawing(drawing: TableDrawing(glyphs: .unicode))
        let tables = [SampleTable.state(dice: 2), SampleTable.state(dice: 2)]
        let wide = drawing.draw(tables, in: Size(columns: 79, rows: 23)).text
        #expect(wide.count == 9 && wide[0].filter { $0 == "╭" }.count == 4)
        let narrow = drawing.draw(tables, in: Size(columns: 39, rows: 23)).text
        #expect(narrow.count == 14 && narrow[7].filter { $0 == "╭" }.count == 2)
        for rows in 1...8 {
            #expect(
                drawing.draw(tables, in: Size(columns: 30, rows: rows)).height <= rows
            )
        }
        // The minimum is two boxes and their gaps; the captions share one line whatever is above
        // them.
        let unlike = [SampleTable.state(dice: 1), SampleTable.state(dice: 6)]
        let minimum = drawing.draw(unlike, in: Size(columns: 42, rows: 24)).text
        #expect(minimum.last == "default · total 6     default · total 21")
        let stacked = drawing.draw(unlike, in: Size(columns: 41, rows: 24)).text
        #expect(stacked.last == "default · total 21 · ann rolls")
        #expect(stacked.contains("default · total 6 · ann rolls"))
    }
}
