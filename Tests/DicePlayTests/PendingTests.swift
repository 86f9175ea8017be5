import DiceGames
import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DicePlay

/// What was asked for looks pending until it is answered.
struct PendingTests {
    private let size = Size(columns: 80, rows: 24)

    private func state() -> PlayState {
        var state = PlayState(name: .default, players: ["ann"])
        state.show(SampleTable.snapshot(dice: 5))
        return state
    }

    private static let roll = Method.roll(RollParams(table: .default))
    private static let end = Method.endTurn(EndTurnParams(table: .default))

    private static func toggle(_ die: Int) -> Request {
        Method.toggleLock(DiceParams(table: .default, dice: [die]))
    }

    private func buttons(_ state: PlayState) -> [PlayFoot.Button] {
        PlayLayout(state, size: size, glyphs: .ascii).foot.buttons
    }

    @Test("a button that was pressed is marked until the answer, without a change of its place")
    func buttons() {
        let before = buttons(state())
        for (action, request, texts) in [
            (.roll, Self.roll, ["~ Roll ~", "[ End Turn ]"]),
            (.endTurn, Self.end, ["[ Roll ]", "~ End Turn ~"]),
        ] as [(PlayAction, Request, [String])] {
            var state = state()
            state.begin(action, with: request)
            let pressed = buttons(state)
            #expect(pressed.map(\.text) == texts)
            #expect(pressed.map(\.place) == before.map(\.place))
            state.settle(request)
            #expect(buttons(state).map(\.text) == before.map(\.text))
        }
    }

    @Test("a die whose lock was asked for is faint until the answer")
    func dice() {
        var state = state()
        let still = PlayLayout(state, size: size, glyphs: .ascii).draw()
        state.begin(.toggle(2), with: Self.toggle(2))
        #expect(state.pendingDice == [2])
        #expect(PlayLayout(state, size: size, glyphs: .ascii).draw() != still)
        state.settle(Self.toggle(2))
        #expect(PlayLayout(state, size: size, glyphs: .ascii).draw() == still)
    }

    @Test("a box that was chosen is faint in the sheet until the answer")
    func box() throws {
        let game = try #require(Game.all.first { $0.name == "yahtzee" })
        var snapshot = SampleTable.snapshot(dice: 5)
        snapshot.players = ["ann", "bo"]
        snapshot.game = Match(game, players: ["ann", "bo"]).state
        var state = PlayState(name: .default, players: ["ann"])
        state.show(snapshot)
        let still = PlayLayout(state, size: size, glyphs: .ascii).draw()
        let request = Method.endTurn(EndTurnParams(table: .default, box: "chance"))
        state.begin(.fill("chance"), with: request)
        #expect(PlayLayout(state, size: size, glyphs: .ascii).draw() != still)
        state.settle(request)
        #expect(PlayLayout(state, size: size, glyphs: .ascii).draw() == still)
    }

    @Test("what is asked for again waits, and so does all else of a turn that is about to change")
    func again() {
        var state = state()
        state.begin(.toggle(2), with: Self.toggle(2))
        #expect(state.isWaiting(for: .toggle(2)))
        #expect(!state.isWaiting(for: .toggle(3)))
        #expect(!state.isWaiting(for: .roll))
        state.begin(.roll, with: Self.roll)
        let others: [PlayAction] = [
            .roll, .endTurn, .toggle(3), .keep([3], then: .roll), .fill("chance"),
        ]
        for action in others {
            #expect(state.isWaiting(for: action), "\(action)")
        }
        for action in [.readHistory, .contribute, .quit] as [PlayAction] {
            #expect(!state.isWaiting(for: action), "\(action)")
        }
    }

    @Test("the line says what is pending until the answer, or until there is news")
    func words() {
        var state = state()
        state.tellPending()
        #expect(state.notice == "")
        state.begin(.toggle(2), with: Self.toggle(2))
        state.begin(.endTurn, with: Self.end)
        state.tellPending()
        #expect(state.notice.contains("the lock") && state.notice.contains("the end of the turn"))
        state.endNotice()
        state.settle(Self.toggle(2))
        #expect(!state.notice.contains("the lock") && state.notice.contains("the end of the turn"))
        state.settle(Self.end)
        #expect(state.notice == "")
        // News is not removed by an answer.
        state.begin(.endTurn, with: Self.end)
        state.tellPending()
        state.notice = "bo contributes"
        state.settle(Self.end)
        #expect(state.notice == "bo contributes")
    }

    @Test("nothing is pending without a daemon")
    func gone() {
        var state = state()
        state.begin(.roll, with: Self.roll)
        state.lose([Self.roll.method])
        #expect(state.pending.isEmpty)
    }
}
