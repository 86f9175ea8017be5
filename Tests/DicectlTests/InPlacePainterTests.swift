import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import dicectl

struct InPlacePainterTests {
    private let drawing = TableDrawing(glyphs: .unicode)

    private func paint(
        _ state: TableState,
        _ painter: inout InPlacePainter,
        _ screen: inout ScreenEmulator,
        window: Size? = nil
    ) {
        let window = window ?? screen.window
        screen.receive(
            painter.paint(
                drawing.draw(state, in: InPlacePainter.room(in: window)),
                window: window
            )
        )
    }

    @Test("redrawing never scrolls", arguments: [1, 5, 20, 50, 100, 1_000], [1, 2, 3, 10, 24, 60])
    func drawingAgainNeverScrolls(_ dice: Int, _ rows: Int) {
        for columns in [1, 7, 20, 80, 132] {
            var painter = InPlacePainter(encoder: Encoder(palette: .indexed))
            var screen = ScreenEmulator(
                Size(columns: columns, rows: rows),
                cursorRow: rows - 1
            )
            paint(SampleTable.state(dice: dice, rolling: true), &painter, &screen)
            let first = screen
            paint(SampleTable.state(dice: dice), &painter, &screen)
            paint(SampleTable.state(dice: dice, rolling: true), &painter, &screen)
            #expect(screen.scrolled == first.scrolled, "\(columns) columns")
            #expect(screen.text == first.text, "\(columns) columns")
            #expect(screen.unknown.isEmpty)
        }
    }

    @Test("the block fits in the window and leaves room for the prompt")
    func theBlockStandsInTheWindowAndLeavesRoomForThePrompt() {
        for dice in [1, 5, 100] {
            let window = Size(columns: 80, rows: 24)
            var painter = InPlacePainter(encoder: Encoder(palette: .indexed))
            var screen = ScreenEmulator(window, cursorRow: 23)
            paint(SampleTable.state(dice: dice), &painter, &screen)
            screen.receive(painter.finish())
            let expected = drawing.draw(
                SampleTable.state(dice: dice),
                in: InPlacePainter.room(in: window)
            ).text
            #expect(screen.text.suffix(expected.count + 1) == expected + [""])
            #expect(screen.cursor == (23, 0))
            #expect(!screen.cursorIsHidden)
        }
    }

    @Test("a shorter drawing erases all of the longer one")
    func aShorterDrawingLeavesNothingOfTheLongerOne() {
        var painter = InPlacePainter(encoder: Encoder(palette: .none))
        var screen = ScreenEmulator(Size(columns: 80, rows: 24))
        paint(SampleTable.state(dice: 20), &painter, &screen)
        paint(SampleTable.state(dice: 1), &painter, &screen)
        let expected = drawing.draw(
            SampleTable.state(dice: 1),
            in: Size(columns: 79, rows: 23)
        )
        .text
        #expect(screen.text.filter { !$0.isEmpty } == expected)
        #expect(screen.text.first == expected.first)
    }

    @Test("the cursor is hidden while the dice move") func theCursorIsHiddenWhileTheDiceMove() {
        var painter = InPlacePainter(encoder: Encoder(palette: .none))
        var screen = ScreenEmulator(Size(columns: 80, rows: 24))
        paint(SampleTable.state(dice: 5), &painter, &screen)
        #expect(screen.cursorIsHidden)
    }

    @Test("an empty drawing needs no finishing") func withNothingDrawnThereIsNothingToFinish() {
        var painter = InPlacePainter(encoder: Encoder(palette: .indexed))
        #expect(painter.finish().isEmpty)
    }

    @Test("a narrowed window is redrawn over its wrapped lines")
    func aNarrowedWindowHasWrappedTheLines() {
        var painter = InPlacePainter(encoder: Encoder(palette: .none))
        let state = SampleTable.state(dice: 5)
        _ = painter.paint(
            drawing.draw(state, in: Size(columns: 79, rows: 23)),
            window: Size(columns: 80, rows: 24)
        )
        let again = painter.paint(
            drawing.draw(state, in: Size(columns: 39, rows: 23)),
            window: Size(columns: 40, rows: 24)
        )
        // Five lines of 49 columns and one of 45 now take two rows each, and so does the caption of
        // 44.
        #expect(
            String(decoding: again, as: UTF8.self).hasPrefix(
                "\u{1B}[?2026h\r\u{1B}[13A"
            )
        )
    }

    @Test("wide characters wrap by their columns") func wideCharactersWrapByTheirColumns() {
        var painter = InPlacePainter(encoder: Encoder(palette: .none))
        var buffer = CellBuffer(width: 79, height: 1)
        buffer.write(String(repeating: "日", count: 30), row: 0, column: 0)
        _ = painter.paint(buffer, window: Size(columns: 80, rows: 24))
        let again = painter.paint(
            CellBuffer(width: 19, height: 1),
            window: Size(columns: 20, rows: 24)
        )
        // A line of 60 columns now takes three rows.
        #expect(
            String(decoding: again, as: UTF8.self).hasPrefix("\u{1B}[?2026h\r\u{1B}[2A")
        )
    }

    @Test("output without color has no styles") func withoutColorThereAreNoStyles() {
        for state in [
            SampleTable.state(dice: 5, rolling: true), SampleTable.state(dice: 100),
        ] {
            let rows = drawing.draw(state, in: Size(columns: 79, rows: 23)).rows
            #expect(
                rows.flatMap(Encoder(palette: .none).encode).allSatisfy { $0 >= 0x20 }
            )
            #expect(rows.flatMap(Encoder(palette: .indexed).encode).contains(0x1B))
        }
    }

    @Test("a styled line ends plain") func aStyledLineEndsPlain() {
        var buffer = CellBuffer(width: 10, height: 1)
        buffer.write("ab", row: 0, column: 0, style: .locked)
        buffer.write("c", row: 0, column: 2)
        buffer.write("d", row: 0, column: 4, style: .faint)
        let text = String(
            decoding: Encoder(palette: .indexed).encode(buffer.rows[0]),
            as: UTF8.self
        )
        #expect(text == "\u{1B}[0;1;38;5;63mab\u{1B}[0mc \u{1B}[0;38;5;243md\u{1B}[0m")
    }

    @Test("wide characters take two columns") func wideCharactersTakeTwoColumns() {
        var buffer = CellBuffer(width: 5, height: 1)
        #expect(buffer.write("日e\u{301}", row: 0, column: 0) == 3)
        buffer.write("本本", row: 0, column: 3)
        #expect(buffer.text == ["日e\u{301}本"])
    }
}
