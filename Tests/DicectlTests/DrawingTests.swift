import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import dicectl

struct DrawingTests {
    private func drawn(
        _ dice: Int,
        width: Int,
        rows: Int = 23,
        rolling: Bool = false,
        sides: Int = 6
    ) -> String {
        TableDrawing(glyphs: .unicode).draw(
            SampleTable.state(dice: dice, rolling: rolling, sides: sides),
            in: Size(columns: width, rows: rows)
        ).text.joined(separator: "\n")
    }

    /// Large dice, boxes, then words with a wide or narrow gap, until they are cut off.
    @Test(
        "the dice fill the window",
        arguments: [
            (1, 20), (5, 132), (5, 20), (20, 80), (50, 80), (50, 20), (100, 20),
        ]
    )
    func theDiceFillTheWindow(_ dice: Int, _ width: Int) throws {
        try Golden.check(drawn(dice, width: width) + "\n", "dice-\(dice)-in-\(width)")
    }

    @Test("the layout does not move while the dice roll") func theLayoutHoldsStillWhileTheDiceRoll()
    {
        for width in [20, 80, 132] {
            for dice in [1, 5, 20, 50, 100] {
                let still = drawn(dice, width: width).split(
                    separator: "\n",
                    omittingEmptySubsequences: false
                )
                let rolling = drawn(dice, width: width, rolling: true)
                    .split(separator: "\n", omittingEmptySubsequences: false)
                #expect(still.count == rolling.count)
            }
        }
    }

    @Test("drawings never exceed the height or width of the window")
    func nothingIsEverTallerOrWiderThanTheRoom() {
        for rows in [1, 2, 3, 7, 8, 23] {
            for width in [1, 2, 5, 9, 20, 80] {
                for dice in [1, 2, 5, 100, 1_000] {
                    let buffer = TableDrawing(glyphs: .unicode).draw(
                        SampleTable.state(dice: dice, sides: 1_000),
                        in: Size(columns: width, rows: rows)
                    )
                    #expect(buffer.height <= rows)
                    #expect(buffer.rows.allSatisfy { $0.count == width })
                }
            }
        }
    }

    @Test("every state is visible without color") func everyStateShowsWithoutColor() {
        #expect(
            drawn(4, width: 39, rolling: true) == """
                ╭───────╮ ╭───────╮ ╭╌╌╌╌╌╌╌╮ ╔═══════╗
                │ ●   ● │ │ ●   ● │ ┆ ●   ● ┆ ║ ●     ║
                │ ●   ● │ │   ●   │ ┆       ┆ ║   ●   ║
                │ ●   ● │ │ ●   ● │ ┆ ●   ● ┆ ║     ● ║
                ╰───────╯ ╰───────╯ ╰╌╌╌╌╌╌╌╯ ╚═══════╝
                    1         2     3 rolling 4 LOCKED
                default · turn 3, roll 2 · ann rolls…
                """
        )
        #expect(
            drawn(4, width: 39, rows: 2, rolling: true).hasPrefix(
                "1:6    2:5    3:4…   4:[3]\n"
            )
        )
    }

    @Test("other dice show their number and kind") func otherDiceShowTheirNumberAndKind() {
        #expect(
            drawn(1, width: 39, rows: 8, sides: 20) == """
                ╭───────╮
                │       │
                │   6   │
                │  d20  │
                ╰───────╯
                    1
                default · total 6 · ann rolls
                """
        )
        #expect(
            drawn(1, width: 39, sides: 20) == """
                ╭─────────────╮
                │     ███     │
                │     █       │
                │     ███     │
                │     █ █     │
                │     ███     │
                ╰──── d20 ────╯
                       1
                default · total 6 · ann rolls
                """
        )
    }

    @Test(
        "a face has as many pips as its value",
        arguments: 1...6,
        Shape.allCases.filter { $0.body != nil }
    )
    func aFaceHasAsManyPipsAsItsValue(_ value: Int, _ shape: Shape) throws {
        let body = try #require(shape.body)
        let rows = DieFace(body: body, glyphs: .unicode, isRolling: false).pips(value)
        let pip = body.pip.isEmpty ? 1 : body.pip.joined().count { $0 != " " }
        #expect(rows.joined().count { $0 != " " } == value * pip)
        #expect(rows.count == body.rows - 2)
        #expect(rows.allSatisfy { $0.count == body.columns - 2 })
        let opposite: [Character: Character] = ["▀": "▄", "▄": "▀", "▌": "▐", "▐": "▌"]
        let turned = rows.reversed().map {
            String($0.map { opposite[$0] ?? $0 }.reversed())
        }
        #expect(rows == turned, "the pips stand around the middle")
    }

    @Test("output is all ASCII without UTF-8") func withoutUTF8EverythingIsASCII() {
        var state = SampleTable.state(dice: 4, rolling: true)
        state.caption = "zoë rolls"
        for rows in [1, 2, 23] {
            let text = TableDrawing(glyphs: .ascii).draw(
                state,
                in: Size(columns: 39, rows: rows)
            )
            .text
            #expect(text.joined().allSatisfy { $0.isASCII })
        }
        #expect(
            TableDrawing(glyphs: .ascii).draw(state, in: Size(columns: 79, rows: 8))
                .text[5]
                .contains("4 LOCKED")
        )
    }

    @Test("a single line is cut at the edge of the window") func oneLineIsCutWhereTheRoomEnds() {
        #expect(
            drawn(100, width: 20, rows: 2) == "1:6 2:5 3:4 4:[3] …\ndefault · total 354"
        )
        #expect(drawn(100, width: 20, rows: 1) == "1:6 2:5 3:4 4:[3] …")
    }
}
