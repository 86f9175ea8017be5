import DiceGames
import DiceModel
import DiceWire
import Testing

@testable import dicectl

/// A game on the screen of play.
struct PlayGameTests {
    private let size = Size(columns: 80, rows: 24)

    /// ann's turn in a match of `game`, with these dice at rest.
    private func state(_ name: String, _ faces: [Int]) throws -> PlayState {
        let game = try #require(Game.all.first { $0.name == name })
        let match = Match(game, players: ["ann", "bo"])
        var snapshot = SampleTable.snapshot(dice: faces.count)
        for (index, face) in faces.enumerated() {
            snapshot.dice[index] = DieState(die: index + 1, sides: 6, value: face, animating: false)
        }
        (snapshot.players, snapshot.up) = (["ann", "bo"], "ann")
        (snapshot.game, snapshot.rolling) = (match.state(faces: faces, roll: 1, locked: []), false)
        var state = PlayState(name: .default, player: "ann")
        state.show(snapshot)
        return state
    }

    private func press(_ keys: Key..., on state: inout PlayState) -> [PlayAction] {
        keys.flatMap { state.press($0, on: PlayLayout(state, size: size, glyphs: .unicode)) }
    }

    @Test func endTurnOpensTheSheetAtTheBestBoxAndEnterFillsIt() throws {
        var state = try state("yahtzee", [3, 3, 3, 2, 2])
        #expect(press(.character("e"), on: &state) == [] && state.pane == .sheet)
        let lines = Array(PaneText.lines(of: state, glyphs: .unicode))
        #expect(lines[state.paneRow].hasPrefix("> Full house") && lines[state.paneRow].hasSuffix("25 *"))
        #expect(press(.enter, on: &state) == [.fill("fullHouse")])
        #expect(press(.character("e"), on: &state) == [.fill("fullHouse")])
    }

    @Test func aBoxThatBringsNothingIsAskedForTwice() throws {
        var state = try state("yahtzee", [3, 3, 3, 2, 2])
        #expect(press(.character("s"), .home, .down, .enter, on: &state) == [])
        #expect(state.notice == "0 points there, and 25 in Full house; enter again fills it")
        #expect(press(.enter, on: &state) == [.fill("ones")])
        #expect(press(.enter, .down, .enter, on: &state) == [.fill("twos")], "another key says no")
        #expect(press(.end, .enter, on: &state) == [] && state.notice == "nothing can be filled there now")
    }

    @Test func aDieThatScoresOnlyWithOthersIsLockedWithThem() throws {
        var state = try state("farkle", [2, 2, 2, 1, 4, 6])
        #expect(press(.character("1"), on: &state) == [.lock([1, 2, 3])])
        #expect(press(.character("4"), .character("5"), on: &state) == [.toggle(4), .toggle(5)])
        var straight = try self.state("farkle", [1, 2, 3, 4, 5, 6])
        #expect(press(.character("3"), on: &straight) == [.lock([1, 2, 3, 4, 5, 6])])
        #expect(press(.character("e"), on: &straight) == [.endTurn])
    }

    @Test func theScoreStandsAboveTheDice() throws {
        let asides = PlayText.asides(of: try state("yahtzee", [3, 3, 3, 2, 2]))
        #expect(asides.first == "round 1 of 13: ann 0, bo 0")
    }

    @Test func withoutAGameTheKeyDoesNothing() {
        var state = PlayState(name: .default, player: "ann")
        state.show(SampleTable.snapshot(dice: 5, rolling: false))
        #expect(press(.character("s"), on: &state) == [] && state.pane == nil)
    }
}
