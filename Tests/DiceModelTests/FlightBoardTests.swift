import DiceModel
import Testing

@Suite("Dice on the viewer's clock")
struct FlightBoardTests {
    private let plan = DiePlan(
        die: 3,
        values: Array(11...20),
        times: (1...11).map { Double($0) * 100 }
    )
    private let start = Duration.seconds(50)

    private func board(elapsed: Double = 0) -> FlightBoard {
        var board = FlightBoard()
        board.take(FlightPlan(elapsed: elapsed, plan: [plan]), at: start)
        return board
    }

    @Test(
        "a value is shown from its time on, and the last until the die settles",
        arguments: [
            (0, nil),
            (99, nil),
            (100, 11),
            (199, 11),
            (200, 12),
            (1_000, 20),
            (1_100, 20),
            (90_000, 20),
        ]
            as [(Int, Int?)]
    )
    func values(milliseconds: Int, value: Int?) {
        #expect(
            board().value(ofDie: 3, at: start + .milliseconds(milliseconds)) == value
        )
        #expect(board().value(ofDie: 1, at: start + .milliseconds(milliseconds)) == nil)
    }

    @Test("a board that joins late continues at the elapsed time")
    func joined() {
        #expect(board(elapsed: 250.5).value(ofDie: 3, at: start) == 12)
        #expect(
            board(elapsed: 250.5).nextChange(after: start) == start
                + .microseconds(49_500)
        )
    }

    @Test("the next change is the earliest of any die, and nil after the last")
    func nextChange() {
        var board = board()
        #expect(board.nextChange(after: start) == start + .milliseconds(100))
        #expect(
            board.nextChange(after: start + .milliseconds(100)) == start
                + .milliseconds(200)
        )
        #expect(board.nextChange(after: start + .milliseconds(1_000)) == nil)
        var other = plan
        other.times = other.times.map { $0 - 30 }
        other.die = 4
        board.take(FlightPlan(elapsed: 0, plan: [other]), at: start)
        #expect(board.nextChange(after: start) == start + .milliseconds(70))
        #expect(FlightBoard().nextChange(after: start) == nil)
    }

    @Test(
        "a dropped die shows nothing of its plan, and a newer plan replaces it"
    )
    func dropped() {
        var board = board()
        board.drop(3)
        #expect(board.value(ofDie: 3, at: start + .seconds(1)) == nil)
        #expect(board == FlightBoard())
        board.take(FlightPlan(elapsed: 0, plan: [plan]), at: start)
        var newer = plan
        newer.values.reverse()
        board.take(FlightPlan(elapsed: 0, plan: [newer]), at: start + .seconds(1))
        #expect(board.value(ofDie: 3, at: start + .milliseconds(1_100)) == 20)
    }
}
