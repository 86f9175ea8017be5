import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import DicePlay

/// Whole screens, and the styles of their cells, on each side of every layout change. Words are
/// shortened below 30 columns. Seats have a row from 12 rows, and rules appear from 16. A pane or
/// the last turns are beside the dice from 100 columns.
struct PlayGoldenTests {
    private static let small = Size(columns: 20, rows: 10)
    private static let low = Size(columns: 40, rows: 12)
    private static let usual = Size(columns: 80, rows: 24)
    private static let wide = Size(columns: 120, rows: 34)
    private static let narrow = Size(columns: 99, rows: 30)
    private static let beside = Size(columns: 100, rows: 30)

    private func state(_ snapshot: TableSnapshot) -> PlayState {
        var state = PlayState(name: .default, players: ["ann"])
        state.show(snapshot)
        state.lastEntries = SampleTable.entries(3)
        return state
    }

    /// Each form of the dice, largest first.
    @Test(
        "the screen matches the golden file",
        arguments: [
            (wide, 1),
            (wide, 5),
            (narrow, 5),
            (beside, 5),
            (beside, 50),
            (low, 1),
            (usual, 5),
            (usual, 20),
            (low, 5),
            (usual, 50),
            (low, 20),
            (small, 5),
            (small, 20),
            (small, 1_000),
        ]
    )
    func theScreenIsAsItWas(_ size: Size, _ dice: Int) throws {
        let state = state(SampleTable.snapshot(dice: dice, rolling: true))
        try check(state, size, "play-\(size.columns)x\(size.rows)-\(dice)")
    }

    @Test("the players at the table are listed along the top", arguments: [small, low, usual])
    func whoIsAtTheTableStandsAlongTheTop(_ size: Size) throws {
        var snapshot = SampleTable.snapshot(dice: 5)
        snapshot.players = ["bo", "ann", "carol"]
        snapshot.up = "bo"
        snapshot.watchers = 4
        snapshot.watching = ["ann", "bo", "zoe"]
        let state = state(snapshot)
        try check(state, size, "seats-\(size.columns)x\(size.rows)")
        guard size == Self.usual else { return }
        let buffer = PlayLayout(state, size: size, glyphs: .unicode).draw()
        try Golden.check(
            Golden.styles(buffer),
            "seats-styles-\(size.columns)x\(size.rows)"
        )
    }

    @Test("the styles match the golden file", arguments: [small, usual])
    func soAreTheStyles(_ size: Size) throws {
        let state = state(SampleTable.snapshot(dice: 5, rolling: true))
        let buffer = PlayLayout(state, size: size, glyphs: .unicode).draw()
        try Golden.check(Golden.styles(buffer), "styles-\(size.columns)x\(size.rows)")
    }

    @Test("other dice are numerals", arguments: [small, usual])
    func otherDiceAreNumerals(_ size: Size) throws {
        let dice = zip([20, 100, 1_000, 6, 8], [20, 7, 431, 5, 8]).enumerated().map {
            index,
            die in
            DieState(
                die: index + 1,
                sides: die.0,
                value: die.1,
                locked: index == 1,
                animating: index == 4
            )
        }
        let odd = TableSnapshot(
            table: "odd",
            revision: 1,
            turn: 1,
            roll: 1,
            rolling: true,
            by: "ann",
            dice: dice,
            may: May(roll: .refused("busy"), endTurn: .refused("busy"))
        )
        try check(state(odd), size, "play-odd-\(size.columns)x\(size.rows)")
    }

    /// The dice in the other character sets; the first test covers the default one.
    @Test(
        "panes and dialogs match the golden files",
        arguments: [
            ("unicode", Glyphs.unicode), ("console", .console), ("ascii", .ascii),
        ]
    )
    func thePanesAndTheirLikeAreAsTheyWere(_ name: String, _ glyphs: Glyphs) throws {
        let (word, pane): (String, PlayState.Pane?) =
            name == "unicode" ? ("help", .help) : ("dice", nil)
        let screens: [(String, PlayState.Pane?, Size)] = [
            (word, pane, Self.usual),
            ("history", .history, Self.wide),
        ]
        for (word, pane, size) in screens {
            var state = state(SampleTable.snapshot(dice: 5))
            state.pane = pane
            state.history = SampleTable.entries(12)
            state.clock = .utc
            try check(
                state,
                size,
                "play-\(word)-\(name)-\(size.columns)x\(size.rows)",
                glyphs
            )
        }
    }

    @Test("the pane of tables marks the selected one") func thePaneOfTablesMarksTheOneThatIsChosen()
        throws
    {
        var state = state(SampleTable.snapshot(dice: 5))
        state.pane = .tables
        state.paneRow = 1
        state.tables = [("default", 5), ("game", 20)].map {
            TableSummary(
                table: $0,
                dice: $1,
                turn: 3,
                roll: 0,
                rolling: false,
                watchers: 1
            )
        }
        let text = PlayLayout(state, size: Self.usual, glyphs: .unicode).draw().text
        #expect(
            Array(text[2...4]) == [
                "Tables: arrows, enter", "  default  5 dice   turn 3  1 watching",
                "> game     20 dice  turn 3  1 watching",
            ]
        )
    }

    @Test("a missing daemon is shown by a word", arguments: [small, usual])
    func withoutTheDaemonAWordSaysSo(_ size: Size) throws {
        var state = state(SampleTable.snapshot(dice: 5))
        state.lose([Method.roll.any])
        try check(state, size, "play-gone-\(size.columns)x\(size.rows)")
    }

    @Test(
        "throws are shown below the dice",
        arguments: [
            (low, "flying", .flying),
            (usual, "flying", .flying),
            (small, "settled", .settled),
            (usual, "settled", .settled),
            (wide, "settled", .settled),
            (usual, "large", .large),
        ] as [(Size, String, SampleTable.Stage)]
    )
    func throwsStandBelowTheDice(
        _ size: Size,
        _ word: String,
        _ stage: SampleTable.Stage
    ) throws {
        var state = state(SampleTable.snapshot(dice: 5))
        for (number, stage) in [SampleTable.Stage.settled, .large, stage].enumerated() {
            state.apply(
                .throw(
                    SampleTable.thrown(
                        stage,
                        number: number + 1,
                        label: number == 1 ? nil : "fire bolt"
                    )
                )
            )
        }
        let name = "throw-\(word)-\(size.columns)x\(size.rows)"
        try check(state, size, "play-" + name)
        let watch = TableDrawing(glyphs: .unicode).draw(
            try #require(state.table),
            in: size
        )
        try Golden.check(Golden.text(watch), "watch-" + name)
        guard size == Self.usual, word != "large" else { return }
        try Golden.check(
            Golden.styles(PlayLayout(state, size: size, glyphs: .unicode).draw()),
            "styles-" + name
        )
    }

    /// A saved roll, a throw with a label, a long one, and a secret one of another player.
    @Test("turns and throws are shown together", arguments: [low, usual, wide])
    func turnsAndThrowsStandTogether(_ size: Size) throws {
        var state = state(SampleTable.snapshot(dice: 5))
        let turns = SampleTable.entries(3)
        var results = [SampleTable.Stage.settled, .settled, .large, .settled]
            .enumerated()
            .compactMap {
                SampleTable.thrown(
                    $1,
                    number: $0 + 1,
                    label: $0 == 1 ? "fire bolt" : nil
                ).result
            }
        for index in results.indices {
            results[index].endedAt = turns[0].turn?.endedAt
        }
        var saved = results[0]
        var hidden = results[3]
        saved.saved = RollName("attack")
        saved.by = "bo"
        hidden.dice = Array(hidden.dice.prefix(4))
        hidden.hidden = true
        hidden.by = "gm"
        state.lastEntries = [
            .thrown(hidden), turns[0], .thrown(saved), .thrown(results[1]), turns[1],
            .thrown(results[2]),
        ]
        try check(state, size, "play-entries-\(size.columns)x\(size.rows)")
        guard size == Self.usual else { return }
        state.history = state.lastEntries
        state.pane = .history
        state.clock = .utc
        try check(state, size, "play-entries-pane-\(size.columns)x\(size.rows)")
    }

    @Test("the notation line shows the error", arguments: [small, usual])
    func theLineForNotationShowsWhatIsWrong(_ size: Size) throws {
        var state = state(SampleTable.snapshot(dice: 5))
        for key in "/4d6d1".map(Key.character) + [.enter] {
            _ = state.press(key, on: PlayLayout(state, size: size, glyphs: .unicode))
        }
        try check(state, size, "play-entry-\(size.columns)x\(size.rows)")
    }

    private func check(
        _ state: PlayState,
        _ size: Size,
        _ name: String,
        _ glyphs: Glyphs = .unicode
    ) throws {
        try Golden.check(
            Golden.text(PlayLayout(state, size: size, glyphs: glyphs).draw()),
            name
        )
    }
}
