import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DicePlay

struct PlayStateTests {
    private let size = Size(columns: 80, rows: 24)

    private func state(dice: Int = 5, rolling: Bool = false, startsDaemon: Bool = true)
        -> PlayState
    {
        var state = PlayState(
            name: .default,
            players: ["ann"],
            startsDaemon: startsDaemon
        )
        state.show(SampleTable.snapshot(dice: dice, rolling: rolling))
        return state
    }

    private func press(_ keys: Key..., on state: inout PlayState) -> [PlayAction] {
        keys.flatMap {
            state.press($0, on: PlayLayout(state, size: size, glyphs: .unicode))
        }
    }

    @Test("the buttons follow from the dice alone") func theButtonsFollowFromTheDiceAlone() {
        for count in 1...20 {
            for rolling in [true, false] {
                let state = state(dice: count, rolling: rolling)
                #expect(state.canRoll == !state.dice.contains(where: \.animating))
            }
        }
        // Whether a roll is possible does not depend on the snapshot's `rolling`.
        var told = SampleTable.snapshot(dice: 3)
        told.rolling = true
        var state = PlayState(name: .default, players: ["ann"])
        state.show(told)
        #expect(state.canRoll)
    }

    /// Everyone sees a message: it tells the roller what to do, and tells the contributor who did
    /// not answer that it was their fault.
    @Test("a void roll is reported") func aVoidRollIsTold() {
        func notice(by: String, _ absent: [String]) -> (String, [String]) {
            var state = state()
            state.begin(.roll, with: Method.roll(RollParams(table: .default)))
            state.apply(
                .event(
                    TableEvent(
                        table: "default",
                        revision: 5,
                        by: by,
                        kind: .rollSettled(
                            rolled: [],
                            outcome: .void,
                            reason: .absent,
                            absent: absent,
                            dice: [],
                            total: 0
                        )
                    )
                )
            )
            return (state.notice, state.announcements.suffix(1))
        }
        let own = notice(by: "ann", ["bo"])
        #expect(
            own.0
                == "your roll is void: bo did not answer; it costs nothing: roll again"
        )
        #expect(
            own.1 == [
                "ann's roll is void: bo did not answer; it costs nothing, and ann may roll again."
            ]
        )
        #expect(
            notice(by: "bo", ["ann"]).0
                == "bo's roll is void: you did not answer; it costs nothing, and bo may roll again"
        )
    }

    @Test("every key does its work") func everyKeyDoesItsWork() {
        var state = state()
        #expect(press(.character("r"), .character(" "), on: &state) == [.roll, .roll])
        #expect(press(.character("e"), on: &state) == [.endTurn])
        #expect(press(.character("a"), on: &state) == [.unlock([4])])
        #expect(press(.character("2"), on: &state) == [.toggle(2)])
        #expect(press(.right, .enter, on: &state) == [.toggle(3)])
        #expect(press(.character("h"), on: &state) == [.readHistory])
        #expect(state.pane == .history)
        #expect(press(.character("?"), .escape, on: &state) == [])
        #expect(state.pane == nil)
        #expect(press(.character("c"), on: &state) == [])
        #expect(press(.character("q"), on: &state) == [.quit])
    }

    @Test("no request is sent for dice in flight") func whileDiceAreInFlightNothingIsSentForThem() {
        var state = state(rolling: true)
        #expect(
            press(.character("r"), .character("e"), on: &state) == [
                .endIgnoring, .endIgnoring,
            ]
        )
        #expect(state.ignored == [3])
        #expect(press(.character("3"), on: &state) == [.endIgnoring])
        #expect(press(.character("4"), on: &state) == [.toggle(4)])
        #expect(press(.character("c"), on: &state) == [.cancel])
    }

    @Test("a number waits for digits that may follow") func aNumberWaitsForTheDigitsThatMayFollow()
    {
        var state = state(dice: 20)
        #expect(press(.character("3"), on: &state) == [.toggle(3)])
        #expect(press(.character("1"), on: &state) == [.awaitDigit])
        #expect(press(.character("7"), on: &state) == [.toggle(17)])
        #expect(
            press(.character("2"), .enter, on: &state) == [.awaitDigit, .toggle(2)]
        )
        #expect(
            press(.character("1"), .character("r"), on: &state) == [
                .awaitDigit, .toggle(1), .roll,
            ]
        )
        #expect(press(.character("1"), .escape, on: &state) == [.awaitDigit])
        #expect(press(.character("0"), on: &state) == [])
        #expect(press(.character("9"), on: &state) == [.toggle(9)])
        var small = self.state()
        #expect(press(.character("9"), on: &small) == [])
        #expect(small.notice == "no die 9")
    }

    @Test("the mouse presses dice and buttons") func theMousePressesDiceAndButtons() {
        var state = state(dice: 20)
        let layout = PlayLayout(state, size: size, glyphs: .unicode)
        for index in 0..<20 {
            let place = layout.dice.frame(of: index)
            #expect(
                press(.click(row: place.row + 1, column: place.column + 2), on: &state)
                    == [
                        .toggle(index + 1)
                    ]
            )
        }
        for (button, action) in zip(layout.foot.buttons, [PlayAction.roll, .endTurn]) {
            #expect(
                press(
                    .click(row: button.place.row, column: button.place.column),
                    on: &state
                ) == [
                    action
                ]
            )
        }
        #expect(press(.click(row: 0, column: 0), on: &state) == [])
    }

    @Test("the smallest windows keep dice and buttons apart")
    func theSmallestWindowsKeepDiceAndButtonsApart() {
        let state = state(dice: 5)
        for rows in 1...12 {
            for columns in [1, 3, 8, 20, 80] {
                let layout = PlayLayout(
                    state,
                    size: Size(columns: columns, rows: rows),
                    glyphs: .unicode
                )
                let taken = layout.dice.grid.visible(top: layout.dice.top).map {
                    layout.dice.frame(of: $0)
                }
                let last = taken.map { $0.row + $0.rows }.max() ?? 0
                #expect(layout.head.lines.count <= taken.map(\.row).min() ?? 0)
                for button in layout.foot.buttons {
                    #expect(last <= button.place.row, "\(columns) by \(rows)")
                }
            }
        }
    }

    @Test("scrolling keeps the selected die in view") func scrollingKeepsTheChosenDieInSight() {
        let small = Size(columns: 20, rows: 10)
        var state = state(dice: 100)
        for key in [Key.down, .pageDown, .end, .up, .home, .right, .pageUp, .left] {
            _ = state.press(key, on: PlayLayout(state, size: small, glyphs: .unicode))
            let layout = PlayLayout(state, size: small, glyphs: .unicode)
            #expect(
                layout.dice.grid.visible(top: layout.dice.top).contains(state.chosen),
                "\(key)"
            )
        }
    }

    @Test("a die selected by typing scrolls into view") func aDieThatIsTypedComesIntoSight() {
        let small = Size(columns: 20, rows: 10)
        var state = state(dice: 100)
        func layout() -> PlayLayout {
            PlayLayout(state, size: small, glyphs: .unicode)
        }
        for (keys, index) in [("55", 54), ("3", 2), ("99", 98)] {
            for key in keys {
                _ = state.press(.character(key), on: layout())
            }
            if keys.count == 1 {
                _ = state.endTyping(on: layout())
            }
            #expect(state.chosen == index)
            #expect(layout().dice.grid.visible(top: layout().dice.top).contains(index))
            _ = state.press(.wheel(keys == "3" ? 9 : -9), on: layout())
        }
    }

    /// The dice in flight belonged to the lost daemon; they are not the reason why nothing happens.
    @Test("rolling is not suggested without a daemon") func withoutTheDaemonNothingIsSaidToRoll() {
        var state = state(rolling: true, startsDaemon: false)
        state.lose([])
        #expect(
            press(.character("r"), .character("e"), .character("3"), on: &state) == [
                .roll, .endTurn, .toggle(3),
            ]
        )
        #expect(!state.notice.contains("rolling"))
    }

    @Test("a lost connection leaves the table marked as old")
    func aLostConnectionLeavesTheTableMarkedOld() {
        var state = state()
        let before = state.dice
        state.lose([Method.roll.any, Method.list.any])
        #expect(state.isOld)
        #expect(state.dice == before)
        #expect(state.notice.contains("the roll"))
        #expect(!state.notice.contains("list"))
        let text = PlayLayout(state, size: size, glyphs: .unicode).draw().text
        #expect(text[0].hasPrefix("DISCONNECTED · default"))
        #expect(text.last?.contains("r or enter starts it") == true)
        #expect(!state.canRoll)
        state.show(SampleTable.snapshot(dice: 5))
        #expect(!state.isOld)
        #expect(state.notice == "the daemon is back")
    }

    @Test(
        "Roll and Enter offer to start a daemon if there is none",
        arguments: [Key.character("r"), .character("R"), .enter]
    )
    func withoutADaemonRollAndEnterOfferToStartOne(_ key: Key) {
        var state = state()
        state.lose([])
        #expect(press(key, on: &state) == [])
        #expect(state.notice.hasPrefix("start the daemon?"))
        #expect(press(key, on: &state) == [.startDaemon])
        state.lose([])
        #expect(
            press(key, .character("j"), key, on: &state) == [],
            "another key takes the offer back"
        )
        #expect(
            press(.character("r"), on: &state) == [.startDaemon],
            "either of the two takes it"
        )
        state.lose([])
        _ = press(key, on: &state)
        state.show(SampleTable.snapshot(dice: 5))
        #expect(!press(key, on: &state).contains(.startDaemon), "it is back")
    }

    @Test("the screen waits for a daemon if it may not start one")
    func whereNoneMayBeStartedItSaysHow() {
        var state = state(startsDaemon: false)
        state.lose([])
        #expect(state.notice == "no daemon; waiting for it")
        #expect(press(.character("r"), .enter, on: &state) == [.roll, .toggle(1)])
    }

    /// Every letter key also works as a capital, except those that move as in vi.
    @Test("capitals mean the same as lower-case letters") func capitalsMeanWhatTheLettersMean() {
        for letter in "reach?tq " {
            var small = state()
            var large = state()
            let capital = Character(letter.uppercased())
            #expect(
                press(.character(letter), on: &small)
                    == press(.character(capital), on: &large),
                "\(letter)"
            )
            #expect(small.pane == large.pane)
            #expect(small.notice == large.notice)
            #expect(!small.hasPointedAtHelp)
        }
    }

    @Test("letters move as in vi, and Tab cycles") func lettersMoveAsInViAndTabGoesAround() {
        var state = state(dice: 20)
        let perRow = PlayLayout(state, size: size, glyphs: .unicode).dice.grid.perRow
        func chosen(_ key: Key) -> Int {
            _ = press(key, on: &state)
            return state.chosen
        }
        #expect(chosen(.character("l")) == 1)
        #expect(chosen(.character("j")) == 1 + perRow)
        #expect(chosen(.character("w")) == 2 + perRow)
        #expect(chosen(.character("b")) == 1 + perRow)
        #expect(chosen(.character("k")) == 1)
        #expect(chosen(.character("G")) == 19)
        #expect(chosen(.tab) == 0)
        #expect(chosen(.backTab) == 19)
        #expect(chosen(.backTab) == 18)
        #expect(chosen(.character("g")) == 0)
        state.pane = .history
        state.history = SampleTable.entries(40)
        _ = press(.character("j"), .tab, on: &state)
        #expect(state.paneRow == 2)
        #expect(state.chosen == 0)
    }

    @Test("a key without a meaning is answered once") func aKeyWithoutAMeaningIsAnsweredOnce() {
        var state = state()
        #expect(press(.character("x"), on: &state) == [])
        #expect(state.notice == "no key x here; ? for help")
        _ = press(.right, .character("X"), on: &state)
        #expect(state.notice == "")
        state.change(to: .default)
        _ = press(.character("x"), on: &state)
        #expect(state.notice == "")
    }

    @Test("everything that looks clickable is clickable", arguments: [20, 23, 80, 120, 200])
    func whatLooksAsIfItCouldBePressedCan(_ columns: Int) {
        var state = state()
        let size = Size(columns: columns, rows: 24)
        let layout = PlayLayout(state, size: size, glyphs: .unicode)
        let rows = PlayLayout(state, size: size, glyphs: .unicode).draw().text
        for button in layout.foot.buttons + layout.foot.hints {
            let row = Array(rows[button.place.row])
            #expect(
                String(
                    row[
                        button.place.column..<button.place.column + button.place.columns
                    ]
                )
                    == button.text
            )
        }
        func click(_ word: String) -> [PlayAction]? {
            guard let hint = layout.foot.hints.first(where: { $0.text == word })?.place
            else {
                return nil
            }
            return state.press(
                .click(row: hint.row, column: hint.column + hint.columns - 1),
                on: layout
            )
        }
        #expect(click("? help") == (columns >= 80 ? [] : nil))
        #expect(state.pane == (columns >= 80 ? .help : nil))
        state.pane = nil
        #expect(click("h history") == (columns >= 120 ? [.readHistory] : nil))
        #expect(click("q quit") == (columns >= 120 ? [.quit] : nil))
    }

    @Test("a pending number is shown") func aNumberThatWaitsShowsIt() {
        var state = state(dice: 20)
        #expect(press(.character("1"), on: &state) == [.awaitDigit])
        #expect(PlayFoot.text(of: state, nil) == "die 1_: another digit, or enter")
        #expect(
            state.endTyping(on: PlayLayout(state, size: size, glyphs: .unicode)) == [
                .toggle(1)
            ]
        )
        #expect(state.notice == "")
    }

    @Test("the last entries are kept up to date") func theLastEntriesAreKeptUpToDate() {
        var state = state()
        #expect(state.lastEntries == nil)
        for turn in SampleTable.turns(LastEntries.count + 2).reversed() {
            let event = TableEvent(
                table: "default",
                revision: 9,
                by: turn.by,
                kind: .turnEnded(turn)
            )
            state.apply(.event(event))
        }
        #expect(
            state.lastEntries?.map { $0.turn?.turn }
                == Array((3...LastEntries.count + 2).reversed())
        )
    }

    @Test("the list opens at the current table and keeps the selection")
    func theListOpensAtTheTableAndKeepsWhatIsChosen() {
        func tables(_ names: String) -> [TableSummary] {
            names.map {
                TableSummary(
                    table: $0 == "d" ? "default" : String($0),
                    dice: 1,
                    turn: 1,
                    roll: 0,
                    rolling: false,
                    watchers: 0
                )
            }
        }
        var state = state()
        #expect(press(.character("t"), on: &state) == [.readTables])
        state.list(tables("abd"))
        #expect(state.paneRow == 2)
        _ = press(.up, on: &state)
        state.list(tables("aabbd"))
        #expect(state.tables[state.paneRow].table == "b", "tables have come")
        state.list(tables("a"))
        #expect(state.paneRow == 0, "it is gone")
    }

    @Test("another table starts with a fresh state") func anotherTableBeginsAfresh() {
        var state = state()
        state.tables = ["a", "default"].map {
            TableSummary(
                table: $0,
                dice: 1,
                turn: 1,
                roll: 0,
                rolling: false,
                watchers: 0
            )
        }
        #expect(
            press(.character("t"), .up, .enter, on: &state).last
                == TableName("a").map { .change(to: $0) }
        )
    }

    @Test(
        "the buttons keep range and help at the end of a thousand dice",
        arguments: [
            (80, "-1000 of 1000 · ? help"),
            (70, "-1000 of 1000"),
            (54, " ? help"),
            (30, "]"),
        ]
    )
    func theEndOfAThousandDiceKeepsRangeAndHelp(_ columns: Int, _ ending: String) {
        var state = state(dice: 1_000)
        let size = Size(columns: columns, rows: 24)
        _ = state.press(.end, on: PlayLayout(state, size: size, glyphs: .unicode))
        let buttons = PlayLayout(state, size: size, glyphs: .unicode).draw().text.first {
            $0.contains("End Turn")
        }
        #expect(buttons?.hasSuffix(ending) == true, "\(columns): \(buttons ?? "none")|")
    }
}
