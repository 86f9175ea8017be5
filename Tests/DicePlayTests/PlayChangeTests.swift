import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DicePlay

/// `play` when the table, turn or daemon changes between two keys, and when the mouse is used like
/// keys.
struct PlayChangeTests {
    private let size = Size(columns: 80, rows: 24)

    private func state(dice: Int = 5, rolling: Bool = false) -> PlayState {
        var state = PlayState(name: .default, players: ["ann"])
        state.show(SampleTable.snapshot(dice: dice, rolling: rolling))
        return state
    }

    private func press(_ keys: Key..., on state: inout PlayState) -> [PlayAction] {
        keys.flatMap {
            state.press($0, on: PlayLayout(state, size: size, glyphs: .unicode))
        }
    }

    /// Returns what a key or a click has changed.
    private func told(_ state: PlayState) -> [String] {
        [
            "\(String(describing: state.pane)) \(state.paneRow) \(state.chosen) \(state.top)",
            "\(String(describing: state.question)) \(state.typed) \(state.ignored.sorted())",
            state.notice,
            state.entry?.text ?? "no line",
        ]
    }

    /// The result does not depend on earlier questions, typed text, open panes or a lost
    /// connection.
    @Test(
        "a click does the same as its keys",
        arguments: [
            [],
            [.character("e")],
            [.character("1")],
            [.character("?")],
            [.character("h")],
            [.character("t")],
            [.character("r")],
            [.enter],
            [.character("/")],
            [.right, .character("c")],
        ] as [[Key]],
        ["at rest", "rolling", "rolls left", "gone", "deleted"]
    )
    func aClickIsItsKeysEqual(_ before: [Key], _ how: String) throws {
        let size = Size(columns: 120, rows: 24)
        var state = state(dice: 20, rolling: how == "rolling")
        if how == "rolls left" {
            state.show(rollsLeft(dice: 20))
        }
        if how == "gone" {
            state.lose([])
        }
        if how == "deleted" {
            state.loseTable()
        }
        for key in before {
            _ = state.press(key, on: PlayLayout(state, size: size, glyphs: .unicode))
        }
        let layout = PlayLayout(state, size: size, glyphs: .unicode)
        func expectEqual(_ keys: [Key], _ place: Rect, chosen: Int? = nil) {
            var byKey = state
            var byClick = state
            byKey.chosen = chosen ?? byKey.chosen
            let wanted = keys.flatMap {
                byKey.press($0, on: PlayLayout(byKey, size: size, glyphs: .unicode))
            }
            let found = byClick.press(
                .click(row: place.row, column: place.column),
                on: layout
            )
            #expect(found == wanted && told(byClick) == told(byKey), "\(keys)")
        }
        #expect(layout.foot.buttons.count == 2)
        #expect(!layout.foot.hints.isEmpty)
        for button in layout.foot.buttons + layout.foot.hints {
            // While the input line is open, it covers the buttons and hints.
            expectEqual(
                state.entry == nil ? [.character(try #require(button.key))] : [],
                button.place
            )
        }
        guard state.pane == nil, state.entry == nil, state.typed.isEmpty, how != "gone"
        else {
            return
        }
        for die in layout.dice.grid.visible(top: layout.dice.top) {
            expectEqual([.enter], layout.dice.frame(of: die), chosen: die)
        }
    }

    @Test("a click selects a table, and one below the last table selects nothing")
    func aTableThatIsClickedIsChosenAndBelowTheLastThereIsNone() throws {
        var state = state()
        _ = press(.character("t"), on: &state)
        state.list(
            ["a", "b"].map {
                TableSummary(
                    table: $0,
                    dice: 1,
                    turn: 1,
                    roll: 0,
                    rolling: false,
                    watchers: 0
                )
            }
        )
        let pane = try #require(
            PlayLayout(state, size: size, glyphs: .unicode).pane?.frame
        )
        #expect(press(.click(row: pane.row + 3, column: pane.column), on: &state) == [])
        #expect(state.pane == .tables)
        let b = try #require(TableName("b"))
        #expect(
            press(.click(row: pane.row + 2, column: pane.column), on: &state) == [
                .change(to: b)
            ]
        )
        #expect(state.pane == nil)
    }

    private func rollsLeft(dice: Int = 5) -> TableSnapshot {
        var snapshot = SampleTable.snapshot(dice: dice)
        snapshot.rollsPerTurn = 9
        snapshot.rollsLeft = 7
        return snapshot
    }

    /// Any change between two presses makes the second one ask again.
    @Test("a confirmation is asked for again if the table has changed")
    func whatIsAskedAboutIsTheTableAsItShows() {
        let changes: [(name: String, isQuiet: Bool, apply: (inout PlayState) -> Void)] =
            [
                ("nothing", true, { _ in }),
                (
                    "what is quiet", true,
                    { $0.apply(Self.event(.watchersChanged(7, nil))) }
                ),
                ("a roll", false, { $0.apply(Self.event(.rollStarted(rolled: [1]))) }),
                (
                    "a lock", false,
                    {
                        $0.apply(
                            Self.event(
                                .lockChanged(dice: SampleTable.snapshot(dice: 5).dice)
                            )
                        )
                    }
                ),
                (
                    "other rules", false,
                    { $0.apply(Self.event(.tableChanged(self.rollsLeft()))) }
                ),
                (
                    "the daemon's return", false,
                    { state in
                        state.lose([])
                        state.show(self.rollsLeft())
                    }
                ),
                (
                    "the table's return", false,
                    { state in
                        state.loseTable()
                        state.show(self.rollsLeft())
                    }
                ),
            ]
        for (name, isQuiet, apply) in changes {
            var state = state()
            state.show(rollsLeft())
            #expect(press(.character("e"), on: &state) == [])
            #expect(state.question == .endTurn)
            apply(&state)
            #expect(
                press(.character("e"), on: &state) == (isQuiet ? [.endTurn] : []),
                "\(name)"
            )
            #expect(state.question == (isQuiet ? nil : .endTurn), "\(name)")
        }
    }

    private static func event(_ kind: TableEvent.Kind) -> Notification {
        .event(TableEvent(table: "default", revision: 9, by: "ann", kind: kind))
    }

    /// An open pane, a question, typed text and a selection at one table do not carry over to
    /// another.
    @Test("a question at one table is forgotten at another")
    func anotherTableKnowsNothingOfWhatWasAskedHere() throws {
        let other = try #require(TableName("other"))
        for keys in [
            [Key.character("e")],
            [.character("h")],
            [.character("1")],
            [.character("v")],
            [.end],
        ] {
            var state = state(dice: 20)
            state.show(rollsLeft(dice: 20))
            state.begin(.roll, with: Method.roll(RollParams(table: .default)))
            state.history = SampleTable.entries(2)
            state.lastEntries = SampleTable.entries(2)
            for key in keys {
                _ = press(key, on: &state)
            }
            state.change(to: other)
            #expect(
                told(state) == told(PlayState(name: other, players: ["ann"])),
                "\(keys)"
            )
            #expect(!state.awaitsRoll)
            #expect(state.contributing == nil)
            #expect(state.history == nil)
            #expect(state.lastEntries == nil)
            #expect(!state.canRoll)
            #expect(press(.character("r"), .character("e"), .enter, on: &state) == [])
        }
    }

    @Test("a hint is for the dice shown") func aHintIsOfTheDiceThatShow() {
        var state = state()
        state.pane = .hint
        state.lose([])
        state.show(SampleTable.snapshot(dice: 5))
        #expect(state.pane == nil)
    }
}
