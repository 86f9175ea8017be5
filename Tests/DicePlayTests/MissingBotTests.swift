import DiceGames
import DiceModel
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import DicePlay

/// A match that waits for a bot that does not run.
@Suite("A bot that is away")
struct MissingBotTests {
    private let instant = Timestamp(millisecondsSinceEpoch: 0)

    /// Returns ann's screen while it is robo's turn.
    ///
    /// - Parameter isBot: true if a bot played robo's last turn.
    private func state(isBot: Bool = true, bringsBack: Bool = true) -> PlayState {
        var snapshot = SampleTable.snapshot(dice: 5)
        snapshot.players = ["ann", "robo"]
        snapshot.up = "robo"
        snapshot.away = [AwayPlayer(player: "robo", since: instant)]
        snapshot.game = GameState(
            name: "yahtzee",
            match: 1,
            round: 2,
            over: false,
            sheets: [Sheet(player: "ann"), Sheet(player: "robo")]
        )
        var state = PlayState(name: .default, players: ["ann"])
        state.bringsBack = bringsBack
        state.show(snapshot)
        state.lastEntries = [turn(3, by: "ann"), turn(2, by: "robo", isBot), turn(1, by: "ann")]
        return state
    }

    private func turn(_ number: Int, by name: String, _ isBot: Bool = false) -> HistoryEntry {
        .turn(
            Turn(
                id: number,
                table: "default",
                turn: number,
                endedAt: instant,
                by: name,
                rolls: [],
                dice: [],
                total: 9,
                bot: isBot ? true : nil
            )
        )
    }

    private func pressEnter(_ state: PlayState) -> [PlayAction] {
        var state = state
        let size = Size(columns: 80, rows: 24)
        return state.press(.enter, on: PlayLayout(state, size: size, glyphs: .unicode))
    }

    @Test("the screen says that Enter brings the bot back, and Enter does")
    func bringsBack() {
        #expect(state().absenceText == "robo is not here; Enter brings it back")
        #expect(pressEnter(state()) == [.bringBack("robo")])
    }

    @Test("nobody offers to bring back a person")
    func person() {
        #expect(state(isBot: false).missingBot == nil)
        #expect(!pressEnter(state(isBot: false)).contains(.bringBack("robo")))
    }

    @Test("a program that cannot run bots names the command that does")
    func elsewhere() {
        let text = state(bringsBack: false).absenceText
        #expect(text?.contains("dicectl bot default --as robo") == true)
    }
}
