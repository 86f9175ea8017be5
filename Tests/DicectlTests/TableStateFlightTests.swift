import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceFollowing
@testable import dicectl

/// Dice in flight as `watch` and `play` draw them, by a clock that the test controls.
struct TableStateFlightTests {
    private let start = Duration.seconds(7)

    private func plan(_ die: Int, _ values: [Int] = [2, 3, 4, 5, 6, 1, 2, 3, 4, 5])
        -> DiePlan
    {
        DiePlan(
            die: die,
            values: values,
            times: (1...11).map { Double($0 * 100 + die) }
        )
    }

    private func event(_ kind: TableEvent.Kind) -> Notification {
        .event(TableEvent(table: "default", revision: 5, by: "bo", kind: kind))
    }

    private func started(_ plans: [DiePlan]) -> TableState {
        var state = TableState(SampleTable.snapshot(dice: 5))
        state.apply(
            event(.rollStarted(rolled: plans.map(\.die), roll: 3, plan: plans)),
            at: start
        )
        return state
    }

    private func shown(_ state: TableState, _ milliseconds: Int) -> [Int] {
        state.advanced(to: start + .milliseconds(milliseconds)).dice.map(\.value)
    }

    @Test("the start of a roll has the effect of its first frame")
    func theStartOfARollStandsForItsFrame() {
        let state = started([plan(1), plan(3)])
        #expect(state.dice.map(\.animating) == [true, false, true, false, false])
        #expect(state.snapshot.rolling)
        #expect(state.snapshot.roll == 3)
        #expect(state.snapshot.by == "bo")
        #expect(
            state.dice.map(\.value) == SampleTable.snapshot(dice: 5).dice.map(\.value)
        )
    }

    @Test("each die follows its plan, and other dice do not move")
    func eachDieShowsWhatItsPlanSaysAndTheOthersStandStill() {
        let state = started([plan(1), plan(3)])
        #expect(shown(state, 100) == [6, 5, 4, 3, 2], "not yet")
        #expect(shown(state, 101) == [2, 5, 4, 3, 2])
        #expect(shown(state, 103) == [2, 5, 2, 3, 2])
        #expect(shown(state, 250) == [3, 5, 3, 3, 2])
        #expect(
            shown(state, 60_000) == [5, 5, 5, 3, 2],
            "until the daemon tells the faces"
        )
    }

    @Test("a die of a throw is found by its number") func aDieOfAThrowIsFoundByItsNumber() {
        var state = TableState(SampleTable.snapshot(dice: 5))
        var frame = SampleTable.thrown(.flying)
        frame.dice = [DieState(die: 4, sides: 6, value: 1, animating: true)]
        frame.flight = FlightPlan(elapsed: 0, plan: [plan(4)])
        state.apply(.throw(frame), at: start)
        #expect(
            state.advanced(to: start + .milliseconds(250)).thrown[0].dice.map(\.value)
                == [3]
        )
    }

    @Test("a redraw is due when a die shows another value")
    func aDrawingIsDueWhenADieShowsAnotherValue() {
        let state = started([plan(1), plan(3)])
        func next(_ milliseconds: Int) -> Duration? {
            state.nextChange(after: start + .milliseconds(milliseconds)).map {
                $0 - start
            }
        }
        #expect(next(0) == .milliseconds(101))
        #expect(next(101) == .milliseconds(103))
        #expect(next(103) == .milliseconds(201))
        #expect(next(1_003) == nil)
        #expect(
            TableState(SampleTable.snapshot(dice: 5)).nextChange(after: start) == nil
        )
    }

    @Test("a frame that settles a die ends its plan") func aFrameThatSettlesADieEndsItsPlan() {
        var state = started([plan(1), plan(3)])
        let settled = DieState(
            die: 1,
            sides: 6,
            value: 4,
            locked: false,
            animating: false
        )
        state.apply(
            .frame(
                Frame(
                    table: "default",
                    revision: 6,
                    turn: 3,
                    roll: 3,
                    rolling: true,
                    dice: [settled]
                )
            )
        )
        #expect(shown(state, 550) == [4, 5, 6, 3, 2])
        let rest = state.dice.map {
            DieState(die: $0.die, sides: 6, value: 1, locked: false, animating: false)
        }
        state.apply(
            event(
                .rollSettled(
                    rolled: [1, 3],
                    outcome: .cancelled,
                    reason: .cancel,
                    dice: rest,
                    total: 5
                )
            )
        )
        #expect(shown(state, 650) == [1, 1, 1, 1, 1])
        #expect(state.nextChange(after: start) == nil)
    }

    @Test("a watcher that joins during a roll is in step") func whoJoinsInMidRollIsInStep() {
        var snapshot = SampleTable.snapshot(dice: 5)
        snapshot.rolling = true
        snapshot.dice[0].animating = true
        snapshot.flight = FlightPlan(elapsed: 450.5, plan: [plan(1)])
        let state = TableState(snapshot, at: start)
        #expect(shown(state, 0) == [5, 5, 4, 3, 2])
        #expect(shown(state, 51) == [6, 5, 4, 3, 2])
        #expect(state.nextChange(after: start) == start + .microseconds(50_500))
        var changed = TableState(SampleTable.snapshot(dice: 5))
        changed.apply(event(.tableChanged(snapshot)), at: start)
        #expect(shown(changed, 51) == shown(state, 51))
    }

    @Test("an impossible face is not shown") func whatNoDieCanShowIsNotShown() {
        let strange = started([
            plan(1, Array(repeating: 7, count: 10)),
            plan(2, Array(repeating: 0, count: 10)),
            plan(9),
        ])
        #expect(shown(strange, 500) == [6, 5, 4, 3, 2])
        #expect(strange.dice.count == 5)
        // A die at rest keeps its value, whatever the plan says.
        var snapshot = SampleTable.snapshot(dice: 5)
        snapshot.flight = FlightPlan(elapsed: 0, plan: [plan(1)])
        #expect(shown(TableState(snapshot, at: start), 500) == [6, 5, 4, 3, 2])
    }

    @Test("the dice of a throw move too") func theDiceOfAThrowMoveToo() {
        var state = TableState(SampleTable.snapshot(dice: 5))
        func apply(
            _ dice: [DieState],
            _ flight: FlightPlan?,
            result: ThrowResult? = nil,
            _ milliseconds: Int
        ) {
            let frame = ThrowFrame(
                table: "default",
                revision: 6,
                number: 4,
                by: "bo",
                expression: "2d6!",
                rolling: result == nil,
                dice: dice,
                flight: flight,
                result: result
            )
            state.apply(.throw(frame), at: start + .milliseconds(milliseconds))
        }
        func thrown(_ milliseconds: Int) -> [Int] {
            state.advanced(to: start + .milliseconds(milliseconds)).thrown[0].dice.map(
                \.value
            )
        }
        let dice = [1, 2].map { DieState(die: $0, sides: 6, value: 1, animating: true) }
        apply(dice, FlightPlan(elapsed: 0, plan: [plan(1), plan(2)]), 0)
        #expect(thrown(101) == [2, 1])
        #expect(thrown(350) == [4, 4])
        #expect(state.nextChange(after: start) == start + .milliseconds(101))
        let settled = DieState(die: 1, sides: 6, value: 6, animating: false)
        var third = plan(3)
        third.times = third.times.map { $0 + 1_000 }
        let exploded = DieState(die: 3, sides: 6, value: 1, animating: true)
        apply([settled, exploded], FlightPlan(elapsed: 1_000, plan: [third]), 1_000)
        #expect(thrown(1_204) == [6, 5, 3])
        apply([], nil, result: SampleTable.thrown(.settled, number: 4).result, 1_300)
        #expect(state.nextChange(after: start) == nil)
        #expect(state.throwBoards.isEmpty)
    }
}
