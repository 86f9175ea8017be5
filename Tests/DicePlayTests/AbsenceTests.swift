import DiceGames
import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import DicePlay

/// `play` in a match that waits for a player who is away.
struct AbsenceTests {
    private func state(_ may: May, asking: [String]? = nil, isAway: Bool = true) throws -> PlayState
    {
        var snapshot = SampleTable.snapshot(dice: 5)
        snapshot.players = ["ann", "bo"]
        snapshot.up = "bo"
        let yahtzee = try #require(Game.all.first { $0.name == "yahtzee" })
        snapshot.game = Match(yahtzee, players: ["ann", "bo"]).state
        let since = Timestamp(millisecondsSinceEpoch: 0)
        snapshot.away = isAway ? [AwayPlayer(player: "bo", since: since)] : nil
        snapshot.asking = asking
        snapshot.may = may
        var state = PlayState(name: .default, players: ["ann"])
        state.clock = .utc
        state.show(snapshot)
        return state
    }

    private func press(_ state: inout PlayState) -> [PlayAction] {
        let size = Size(columns: 80, rows: 24)
        return state.press(.character("o"), on: PlayLayout(state, size: size, glyphs: .unicode))
    }

    @Test("o goes on without a player who is away")
    func rests() throws {
        var state = try state(May(rest: .possible))
        #expect(state.absenceText?.contains("bo is away since 00:00; o: go on without bo") == true)
        #expect(press(&state) == [.rest("bo", true)])
    }

    @Test("o ends the open turn of a player who is away, for those who may")
    func endsTurn() throws {
        let open = May.Verdict.refused(Cause.rolledInTurn.rawValue)
        var host = try state(May(rest: open, endAbsent: .possible))
        #expect(press(&host) == [.endAbsent("bo")])
        var guest = try state(May(rest: open, endAbsent: .refused(Cause.absenceOfAnother.rawValue)))
        #expect(guest.absenceText?.hasSuffix("a host can end the turn") == true)
        #expect(host.absenceText?.contains("dicectl bot") == true)
        #expect(press(&guest) == [])
        #expect(guest.notice != "")
    }

    @Test("who wants to play is named while the match is open to players")
    func asking() throws {
        let open = try state(May(join: .possible), asking: ["kim"], isAway: false)
        #expect(open.absenceText?.contains("--players ann,bo,kim") == true)
        let closed = try state(
            May(join: .refused(Cause.matchInProgress.rawValue)),
            asking: ["kim"],
            isAway: false
        )
        #expect(closed.absenceText == nil)
    }
}
