import DiceModel
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import DicePlay

struct ScreenPainterTests {
    /// Changes every die to another random value; a few are locked or at rest.
    private func tumble(
        _ count: Int,
        _ generator: inout SeededGenerator,
        animating: Bool = true
    )
        -> PlayState
    {
        let dice = (1...count).map { number in
            DieState(
                die: number,
                sides: 6,
                value: Int.random(in: 1...6, using: &generator),
                locked: false,
                animating: animating || Bool.random(using: &generator)
            )
        }
        var state = PlayState(name: .default, players: ["ann"])
        state.show(
            TableSnapshot(
                table: "default",
                revision: 1,
                turn: 1,
                roll: 1,
                rolling: true,
                dice: dice
            )
        )
        return state
    }

    @Test(
        "fifty tumbling dice need two kilobytes for each redraw",
        arguments: [
            Size(columns: 80, rows: 24), Size(columns: 132, rows: 43),
            Size(columns: 250, rows: 60),
        ]
    )
    func fiftyTumblingDiceTakeTwoKilobytesARedraw(_ size: Size) {
        var generator = SeededGenerator(seed: 7)
        var painter = ScreenPainter(encoder: Encoder(palette: .direct))
        func paint() -> Int {
            painter.paint(
                PlayLayout(tumble(50, &generator), size: size, glyphs: .unicode).draw()
            )
            .count
        }
        _ = paint()
        let bytes = (0..<50).reduce(0) { sum, _ in sum + paint() }
        #expect(bytes / 50 <= 2_048)
        #expect(bytes > 0)
    }

    @Test(
        "in-place drawing of fifty dice stays within the limit of bytes",
        arguments: [
            Size(columns: 80, rows: 24), Size(columns: 132, rows: 43),
            Size(columns: 250, rows: 60),
        ]
    )
    func inPlaceTheyTakeNoMore(_ size: Size) throws {
        var generator = SeededGenerator(seed: 7)
        var painter = InPlacePainter(encoder: Encoder(palette: .direct))
        let drawing = TableDrawing(glyphs: .unicode)
        var bytes = 0
        for round in 0...50 {
            let table = try #require(tumble(50, &generator).table)
            let painted = painter.paint(
                drawing.draw(table, in: InPlacePainter.room(in: size)),
                window: size
            )
            if round > 0 {
                bytes += painted.count
            }
        }
        #expect(bytes / 50 <= 2_048)
    }

    @Test(
        "the differences add up to the screen",
        arguments: [1, 5, 20, 50, 100],
        [Size(columns: 20, rows: 10), Size(columns: 80, rows: 24)]
    )
    func theDifferencesAddUpToTheScreen(_ dice: Int, _ size: Size) {
        var generator = SeededGenerator(seed: 7)
        var painter = ScreenPainter(encoder: Encoder(palette: .indexed))
        var screen = ScreenEmulator(size)
        for glyphs in [Glyphs.unicode, .ascii] {
            for _ in 0..<10 {
                let buffer = PlayLayout(
                    tumble(dice, &generator, animating: false),
                    size: size,
                    glyphs: glyphs
                ).draw()
                screen.receive(painter.paint(buffer))
                #expect(screen.text == buffer.text)
            }
        }
        #expect(screen.scrolled == 0)
        #expect(!screen.isHeld)
        #expect(screen.unknown.isEmpty)
    }

    @Test("an unchanged screen needs no output") func whatIsTheSameTakesNothing() {
        var generator = SeededGenerator(seed: 7)
        let buffer = PlayLayout(
            tumble(5, &generator),
            size: Size(columns: 80, rows: 24),
            glyphs: .unicode
        ).draw()
        var painter = ScreenPainter(encoder: Encoder(palette: .indexed))
        #expect(!painter.paint(buffer).isEmpty)
        #expect(painter.paint(buffer).isEmpty)
        painter.forget()
        #expect(!painter.paint(buffer).isEmpty)
    }

    @Test("wide characters stay whole") func wideCharactersStayWhole() {
        var painter = ScreenPainter(encoder: Encoder(palette: .none))
        var before = CellBuffer(width: 6, height: 1)
        before.write("日本", row: 0, column: 0)
        var after = CellBuffer(width: 6, height: 1)
        after.write("日e", row: 0, column: 0)
        _ = painter.paint(before)
        let text = String(decoding: painter.paint(after), as: UTF8.self)
        #expect(text == "\u{1B}[?2026h\u{1B}[H\u{1B}[2Ce \u{1B}[?2026l")
    }
}
