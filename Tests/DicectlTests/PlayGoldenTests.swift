import DiceModel
import DiceWire
import Testing

@testable import dicectl

/// Whole screens, and the styles of their cells.
struct PlayGoldenTests {
    private static let sizes = [(20, 10), (40, 12), (80, 24), (120, 34), (200, 60)].map {
        Size(columns: $0.0, rows: $0.1)
    }

    private func state(_ snapshot: TableSnapshot) -> PlayState {
        var state = PlayState(name: .default, player: "ann")
        state.show(snapshot)
        state.lastTurns = SampleTable.turns(3)
        return state
    }

    @Test(arguments: sizes, [1, 5, 20, 50, 100, 1_000])
    func theScreenIsAsItWas(_ size: Size, _ dice: Int) throws {
        let state = state(SampleTable.snapshot(dice: dice, rolling: true))
        try check(state, size, "play-\(size.columns)x\(size.rows)-\(dice)")
    }

    @Test(arguments: sizes)
    func whoIsAtTheTableStandsAlongTheTop(_ size: Size) throws {
        var snapshot = SampleTable.snapshot(dice: 5)
        (snapshot.players, snapshot.up) = (["bo", "ann", "carol"], "bo")
        (snapshot.watchers, snapshot.watching) = (4, ["ann", "bo", "zoe"])
        let state = state(snapshot)
        try check(state, size, "seats-\(size.columns)x\(size.rows)")
        let buffer = PlayDrawing(glyphs: .unicode).draw(state, in: size)
        try Golden.check(Golden.styles(buffer), "seats-styles-\(size.columns)x\(size.rows)")
    }

    @Test(arguments: sizes)
    func soAreTheStyles(_ size: Size) throws {
        let state = state(SampleTable.snapshot(dice: 5, rolling: true))
        let buffer = PlayDrawing(glyphs: .unicode).draw(state, in: size)
        try Golden.check(Golden.styles(buffer), "styles-\(size.columns)x\(size.rows)")
    }

    @Test(arguments: sizes)
    func otherDiceAreNumerals(_ size: Size) throws {
        let dice = zip([20, 100, 1_000, 6, 8], [20, 7, 431, 5, 8]).enumerated().map { index, die in
            DieState(die: index + 1, sides: die.0, value: die.1, locked: index == 1, animating: index == 4)
        }
        let odd = TableSnapshot(table: "odd", revision: 1, turn: 1, roll: 1, rolling: true, by: "ann", dice: dice)
        try check(state(odd), size, "play-odd-\(size.columns)x\(size.rows)")
    }

    @Test(arguments: [("unicode", Glyphs.unicode), ("console", .console), ("ascii", .ascii)])
    func thePanesAndTheirLikeAreAsTheyWere(_ name: String, _ glyphs: Glyphs) throws {
        for (pane, word) in [(PlayState.Pane?.none, "dice"), (.help, "help"), (.history, "history")] {
            var state = state(SampleTable.snapshot(dice: 5))
            (state.pane, state.history, state.clock) = (pane, SampleTable.turns(12), .utc)
            for size in Self.sizes[2...3] {
                try check(state, size, "play-\(word)-\(name)-\(size.columns)x\(size.rows)", glyphs)
            }
        }
    }

    @Test(arguments: sizes)
    func withoutTheDaemonAWordSaysSo(_ size: Size) throws {
        var state = state(SampleTable.snapshot(dice: 5))
        state.lose([.roll])
        try check(state, size, "play-gone-\(size.columns)x\(size.rows)")
    }

    @Test(
        arguments: sizes,
        [("flying", .flying), ("settled", .settled), ("large", .large)] as [(String, SampleTable.Stage)])
    func throwsStandBelowTheDice(_ size: Size, _ thrown: (name: String, stage: SampleTable.Stage)) throws {
        var state = state(SampleTable.snapshot(dice: 5))
        for (number, stage) in [SampleTable.Stage.settled, .large, thrown.stage].enumerated() {
            _ = state.apply(
                .throw(SampleTable.thrown(stage, number: number + 1, label: number == 1 ? nil : "fire bolt")))
        }
        let name = "throw-\(thrown.name)-\(size.columns)x\(size.rows)"
        try check(state, size, "play-" + name)
        try Golden.check(Golden.styles(PlayDrawing(glyphs: .unicode).draw(state, in: size)), "styles-" + name)
        let watch = TableDrawing(glyphs: .unicode).draw(try #require(state.table), in: size)
        try Golden.check(Golden.text(watch), "watch-" + name)
    }

    @Test(arguments: sizes)
    func theLineForNotationShowsWhatIsWrong(_ size: Size) throws {
        var state = state(SampleTable.snapshot(dice: 5))
        for key in "/4d6d1".map(Key.character) + [.enter] {
            _ = state.press(key, on: PlayLayout(state, size: size, glyphs: .unicode))
        }
        try check(state, size, "play-entry-\(size.columns)x\(size.rows)")
    }

    private func check(_ state: PlayState, _ size: Size, _ name: String, _ glyphs: Glyphs = .unicode) throws {
        try Golden.check(Golden.text(PlayDrawing(glyphs: glyphs).draw(state, in: size)), name)
    }
}
