import DiceGames
import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceFollowing
@testable import dicectl

struct TableStateTests {
    @Test("a frame updates the dice that changed") func aFrameBringsTheDiceThatChanged() {
        var state = TableState(SampleTable.snapshot(dice: 5))
        let changed = DieState(
            die: 2,
            sides: 6,
            value: 1,
            locked: false,
            animating: true
        )
        state.apply(
            .frame(
                Frame(
                    table: "default",
                    revision: 5,
                    turn: 3,
                    roll: 3,
                    rolling: true,
                    dice: [changed]
                )
            )
        )
        #expect(state.dice.map(\.value) == [6, 1, 4, 3, 2])
        #expect(state.snapshot.rolling)
        #expect(state.snapshot.roll == 3)
        #expect(state.snapshot.revision == 5)
    }

    @Test("a lock change updates its dice") func aLockThatChangesBringsItsDice() {
        var state = TableState(SampleTable.snapshot(dice: 5))
        let changed = DieState(
            die: 2,
            sides: 6,
            value: 5,
            locked: !state.dice[1].locked,
            animating: false
        )
        state.apply(
            .event(
                TableEvent(
                    table: "default",
                    revision: 5,
                    kind: .lockChanged(dice: [changed])
                )
            )
        )
        #expect(state.dice[1] == changed)
    }

    /// A table only sends the sheets that have changed.
    @Test("sheets omitted from an update are kept") func sheetsThatAreLeftOutStay() {
        var snapshot = SampleTable.snapshot(dice: 5)
        let sheets = [Sheet(player: "ann"), Sheet(player: "bo")]
        snapshot.game = GameState(
            name: "g",
            match: 1,
            round: 1,
            over: false,
            sheets: sheets
        )
        var state = TableState(snapshot)
        let brief = GameState(
            name: "g",
            match: 1,
            round: 1,
            over: false,
            sheets: [],
            turn: 7
        )
        state.apply(
            .event(
                TableEvent(
                    table: "default",
                    revision: 5,
                    game: brief,
                    kind: .lockChanged(dice: [])
                )
            )
        )
        #expect(state.snapshot.game?.sheets == sheets)
        #expect(state.snapshot.game?.turn == 7)
    }

    @Test("an event of another table changes nothing") func whatHappensElsewhereChangesNothing() {
        let state = TableState(SampleTable.snapshot(dice: 5))
        var other = state
        other.apply(
            .frame(
                Frame(
                    table: "x",
                    revision: 9,
                    turn: 9,
                    roll: 9,
                    rolling: true,
                    dice: state.dice
                )
            )
        )
        other.apply(.event(TableEvent(table: "x", revision: 9, kind: .tableDeleted)))
        #expect(other == state)
    }

    @Test("a revealed throw has its faces") func aThrowThatIsShownHasItsFaces() {
        var state = TableState(SampleTable.snapshot(dice: 5))
        var frame = SampleTable.thrown(.settled)
        let entry = frame.result
        frame.result?.hidden = true
        frame.seenBy = ["ann"]
        state.apply(.throw(frame))
        guard let entry else { return }
        state.apply(
            .event(
                TableEvent(
                    table: "default",
                    revision: 6,
                    by: "ann",
                    kind: .throwShown(entry)
                )
            )
        )
        #expect(state.thrown.map(\.result) == [entry])
        #expect(state.thrown.map(\.seenBy) == [nil], "everyone sees it now")
        #expect(state.caption.hasPrefix("ann shows throw 1"))
    }

    @Test("a die that the table lacks is ignored") func aDieThatTheTableDoesNotHaveIsPassedOver() {
        var state = TableState(SampleTable.snapshot(dice: 5))
        let strange = [0, 6, -1].map {
            DieState(die: $0, sides: 6, value: 1, locked: false, animating: false)
        }
        state.apply(
            .frame(
                Frame(
                    table: "default",
                    revision: 5,
                    turn: 3,
                    roll: 2,
                    rolling: false,
                    dice: strange
                )
            )
        )
        #expect(state.dice == SampleTable.snapshot(dice: 5).dice)
    }

    @Test("the caption describes the last event") func theCaptionTellsWhatHappenedLast() {
        var state = TableState(SampleTable.snapshot(dice: 2))
        func caption(_ kind: TableEvent.Kind, by: String? = "ann") -> String {
            state.apply(
                .event(TableEvent(table: "default", revision: 5, by: by, kind: kind))
            )
            return state.caption
        }
        #expect(caption(.rollStarted(rolled: [1])) == "ann rolls")
        #expect(
            caption(
                .rollSettled(
                    rolled: [1],
                    outcome: .cancelled,
                    reason: .disconnected,
                    dice: [],
                    total: 0
                )
            )
                == "ann rolled (cut short: disconnected)"
        )
        #expect(
            caption(.lockChanged(dice: [SampleTable.snapshot(dice: 4).dice[3]]))
                == "ann locked 4"
        )
        #expect(caption(.serverStopping, by: nil) == "the daemon is stopping")
    }
}
