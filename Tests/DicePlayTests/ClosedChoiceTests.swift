import DiceGames
import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DicePlay

/// A roll that begins while a player chooses another box.
@Suite("The choice of another box")
struct ClosedChoiceTests {
    @Test("a roll closes it, and the screen says so")
    func closed() {
        var state = PlayState(name: .default, players: ["ann"])
        var snapshot = SampleTable.snapshot(dice: 5)
        snapshot.players = ["ann", "robo"]
        snapshot.up = "robo"
        state.show(snapshot)
        state.pane = .sheet
        state.correcting = ("ann", [])
        let started = TableEvent(
            table: "default",
            revision: 6,
            by: "robo",
            bot: true,
            kind: .rollStarted(rolled: [1])
        )
        state.apply(.event(started))
        #expect(state.correcting == nil)
        #expect(state.notice == "too late for another box: the next turn has begun")
    }

    @Test("a roll says nothing of a choice that was not open")
    func notOpen() {
        var state = PlayState(name: .default, players: ["ann"])
        state.show(SampleTable.snapshot(dice: 5))
        let started = TableEvent(
            table: "default",
            revision: 6,
            by: "robo",
            kind: .rollStarted(rolled: [1])
        )
        state.apply(.event(started))
        #expect(state.notice == "")
    }
}
