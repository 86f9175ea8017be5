import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DicePlay

/// How the dice use a window's space.
struct RoomTests {
    private func layout(_ dice: Int, _ size: Size, sides: Int = 6) -> PlayLayout {
        var state = PlayState(name: .default, players: ["ann"])
        state.show(SampleTable.snapshot(dice: dice, sides: sides))
        return PlayLayout(state, size: size, glyphs: .unicode)
    }

    @Test(
        "five dice are drawn large, with the turns beside them",
        arguments: [(120, 34), (132, 43), (160, 40), (200, 60), (250, 60), (400, 120)],
        [(1, 6), (5, 6), (5, 20)]
    )
    func fiveDiceAreLargeAndTheTurnsStandBesideThem(
        _ size: (columns: Int, rows: Int),
        _ table: (dice: Int, sides: Int)
    )
        throws
    {
        let (dice, sides) = table
        let layout = layout(
            dice,
            Size(columns: size.columns, rows: size.rows),
            sides: sides
        )
        let body = try #require(layout.dice.grid.shape.body)
        #expect(body.columns >= 15)
        #expect(body.rows >= 7)
        let places = (0..<dice).map { layout.dice.frame(of: $0) }
        let turns = try #require(layout.dice.lastEntries)
        #expect(
            places.allSatisfy {
                $0.column >= 0 && $0.column + $0.columns <= turns.column - 3
            }
        )
        #expect(turns.column + turns.columns == size.columns)
        let above = places[0].row - (layout.head.rules.first ?? 0) - 1
        let below =
            (layout.head.rules.last ?? 0) - places[dice - 1].row - places[dice - 1].rows
        #expect((0...1).contains(below - above))
    }

    /// Fifty dice in boxes fill 120 columns, so the turns are below them.
    @Test(
        "the turns are beside the dice unless that makes the dice smaller",
        arguments: [
            (99, 34, 5, false),
            (100, 30, 5, true),
            (120, 40, 20, true),
            (120, 40, 50, false),
        ]
    )
    func theTurnsStandBesideUnlessTheDiceAreSmallerForIt(
        _ columns: Int,
        _ rows: Int,
        _ dice: Int,
        _ isBeside: Bool
    ) {
        let turns = layout(dice, Size(columns: columns, rows: rows)).dice.lastEntries
        #expect(((turns?.columns ?? 0) + (turns?.column ?? 0) == columns) == isBeside)
    }

    @Test(
        "the list of turns has a width within limits",
        arguments: [
            (40, 12, 20, 40),
            (99, 34, 1, 60),
            (99, 34, 5, 83),
            (120, 34, 1, 48),
            (200, 60, 5, 60),
        ]
    )
    func theTurnsHaveTheirWidthWithinReason(
        _ columns: Int,
        _ rows: Int,
        _ dice: Int,
        _ width: Int
    )
        throws
    {
        let turns = try #require(
            layout(dice, Size(columns: columns, rows: rows)).dice.lastEntries
        )
        #expect(turns.columns == width)
    }

    @Test("turns use the rows that throws have not taken yet")
    func theTurnsHaveThePlacesThatNoThrowHasTakenYet() {
        var state = PlayState(name: .default, players: ["ann"])
        state.show(SampleTable.snapshot(dice: 5))
        let rows = (1...3).map { number in
            state.apply(.throw(SampleTable.thrown(.settled, number: number)))
            return PlayLayout(
                state,
                size: Size(columns: 80, rows: 24),
                glyphs: .unicode
            ).dice
                .lastEntries?.rows
        }
        #expect(rows == [7, 3, nil])
    }

    /// Each part of the screen has its own rows and columns.
    @Test("dice, throws, turns and pane do not overlap", arguments: 30...140)
    func noOverlap(_ columns: Int) throws {
        for (dice, sides) in [(1, 6), (5, 6), (5, 20), (12, 6), (40, 6)] {
            for rows in [12, 24, 30, 34, 50] {
                for (count, pane) in [(0, nil), (1, nil), (3, nil), (3, .history), (4, .help)]
                    as [(Int, PlayState.Pane?)]
                {
                    var state = PlayState(name: .default, players: ["ann"])
                    state.show(SampleTable.snapshot(dice: dice, sides: sides))
                    state.lastEntries = SampleTable.entries(10)
                    for number in 0..<count {
                        state.apply(.throw(SampleTable.thrown(.settled, number: number + 1)))
                    }
                    state.pane = pane
                    let size = Size(columns: columns, rows: rows)
                    let layout = PlayLayout(state, size: size, glyphs: .unicode)
                    let shown = layout.dice.grid.visible(top: layout.dice.top)
                    let beside = layout.pane.flatMap { $0.isBeside ? $0.frame : nil }
                    // Turns may use the slots that have no throw yet.
                    let used = ThrowsDrawing.slots(
                        state.thrown,
                        places: state.throwPlaces,
                        in: Size(
                            columns: layout.dice.thrown?.columns ?? 0,
                            rows: layout.dice.thrown?.rows ?? 0
                        )
                    ).height
                    let thrown = layout.dice.thrown.map {
                        Rect(row: $0.row, column: $0.column, rows: used, columns: $0.columns)
                    }
                    let parts =
                        shown.map { layout.dice.frame(of: $0) }
                        + [thrown, layout.dice.lastEntries, beside].compactMap(\.self)
                    for (index, part) in parts.enumerated() {
                        let other = parts[(index + 1)...].first { part.overlaps($0) }
                        #expect(other == nil, "\(dice)d\(sides), \(count) throws, \(rows) rows")
                    }
                }
            }
        }
    }

    @Test("the history shows the thrower and the result of each throw", arguments: 30...140)
    func history(_ columns: Int) throws {
        var state = PlayState(name: .default, players: ["ann"])
        state.show(SampleTable.snapshot(dice: 5))
        let frames = [SampleTable.thrown(.large), SampleTable.thrown(.settled)]
        let results = frames.compactMap(\.result)
        state.history = results.map(HistoryEntry.thrown)
        state.pane = .history
        let size = Size(columns: columns, rows: 24)
        let text = PlayLayout(state, size: size, glyphs: .unicode).draw().text
        for total in ["690", "17"] {
            #expect(text.contains { $0.contains("A ann") && $0.contains(total) })
        }
    }

    @Test("a large M is not an H")
    func letters() throws {
        let drawn = try ["M", "A"].map {
            try #require(BlockDigits.rows($0, digits: 0, columns: 40, rows: 5))
        }
        #expect(drawn[0][0].count > drawn[1][0].count)
        #expect(drawn[0][0].split(separator: " ").count == 2, "two strokes that meet below")
        #expect(BlockDigits.rows("MISSED", digits: 0, columns: 24, rows: 5) == nil)
    }

    @Test("no die is cut off in a small window") func inASmallWindowNoDieIsCut() {
        let size = Size(columns: 40, rows: 12)
        for dice in 1...1_000 {
            let layout = layout(dice, size)
            let places = layout.dice.grid.visible(top: layout.dice.top).map {
                layout.dice.frame(of: $0)
            }
            #expect(
                places.allSatisfy {
                    $0.row >= layout.head.lines.count
                        && $0.row + $0.rows <= size.rows - 2
                        && $0.column >= 0
                        && $0.column + $0.columns <= size.columns
                },
                "\(dice) dice"
            )
            let isSmallest = layout.dice.grid.shape == .digit
            #expect(
                !layout.dice.grid.isCut || isSmallest,
                "only the smallest form scrolls: \(dice) dice"
            )
            // A body of three rows has no space for pips.
            if dice <= 5 {
                #expect(layout.dice.grid.shape.body != nil)
            }
        }
    }

    /// Nothing moves under the finger, neither at the end of a turn nor when the first answer
    /// arrives.
    @Test("the dice keep their position however many turns have ended")
    func theDiceStandWhereTheyStandHoweverManyTurnsHaveEnded() {
        var state = PlayState(name: .default, players: ["ann"])
        state.show(SampleTable.snapshot(dice: 5))
        let size = Size(columns: 120, rows: 34)
        let before = PlayLayout(state, size: size, glyphs: .unicode)
        for count in [1, 5, 10] {
            state.lastEntries = SampleTable.entries(count)
            #expect(
                PlayLayout(state, size: size, glyphs: .unicode).dice.frame(of: 2)
                    == before.dice.frame(of: 2)
            )
        }
    }
}

extension Rect {
    fileprivate func overlaps(_ other: Rect) -> Bool {
        row < other.row + other.rows && other.row < row + rows
            && column < other.column + other.columns && other.column < column + columns
    }
}
