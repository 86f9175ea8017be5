import DiceModel
import Testing

@testable import DiceDrawing

/// A die at rest, a locked die and a die in flight differ in every shape and character set, even
/// without color.
struct DieDrawingTests {
    private func drawn(
        _ shape: Shape,
        _ glyphs: Glyphs = .unicode,
        locked: Bool = false,
        animating: Bool = false,
        sides: Int = 6,
        with emphasis: DieDrawing.Emphasis = DieDrawing.Emphasis()
    ) -> CellBuffer {
        let columns = shape.columns(dice: 12, sides: sides)
        var buffer = CellBuffer(width: columns, height: shape.rows)
        let die = DieState(
            die: 12,
            sides: sides,
            value: 4,
            locked: locked,
            animating: animating
        )
        let place = Rect(row: 0, column: 0, rows: shape.rows, columns: columns)
        DieDrawing(glyphs: glyphs).draw(
            die,
            as: shape,
            at: place,
            emphasis,
            in: &buffer
        )
        return buffer
    }

    @Test(
        "the states of a die differ without color",
        arguments: Shape.allCases,
        [Glyphs.unicode, .console, .ascii]
    )
    func theStatesDifferWithoutColour(_ shape: Shape, _ glyphs: Glyphs) {
        let texts = [
            drawn(shape, glyphs), drawn(shape, glyphs, locked: true),
            drawn(shape, glyphs, animating: true),
        ]
        #expect(Set(texts.map(\.text)).count == 3)
    }

    @Test(
        "each shape has its marks",
        arguments: [
            (
                .small, ["╭12─╮", "│ ⚃ │", "╰───╯"], ["╔12═╗", "║ ⚃ ║", "╚═══╝"],
                ["╭12╌╮", "┆ ⚃ ┆", "╰╌╌╌╯"]
            ),
            (.token, ["12:4"], ["12:[4]"], ["12:4…"]),
            (.mark, [" ⚃"], ["[⚃]"], [" ⚃…"]),
            (.digit, ["4"], ["4]"], ["4…"]),
        ] as [(Shape, [String], [String], [String])]
    )
    func eachShapeHasItsMarks(
        _ shape: Shape,
        _ rest: [String],
        _ locked: [String],
        _ rolling: [String]
    ) {
        #expect(drawn(shape).text == rest)
        #expect(drawn(shape, locked: true).text == locked)
        #expect(drawn(shape, animating: true).text == rolling)
    }

    @Test(
        "a die body shows its state below it in the longest word that fits",
        arguments: [
            (.large, "      12", "   12 LOCKED", "  12 rolling"),
            (.box, "   12", "12 LOCKED", "  12 …"),
            (.compact, "  12", "12 lock", " 12 …"),
        ] as [(Shape, String, String, String)]
    )
    func aBodySaysItBelowInTheWordThatFits(
        _ shape: Shape,
        _ rest: String,
        _ locked: String,
        _ rolling: String
    ) {
        #expect(drawn(shape).text.last == rest)
        #expect(drawn(shape, locked: true).text.last == locked)
        #expect(drawn(shape, animating: true).text.last == rolling)
    }

    /// Marked by characters, since reverse video may be invisible.
    @Test("the selected die is marked") func theChosenDieIsMarked() {
        #expect(drawn(.box, with: .init(isChosen: true)).text.last == "▸  12   ◂")
        #expect(
            drawn(.box, .ascii, with: .init(isChosen: true)).text.last == ">  12   <"
        )
        #expect(
            drawn(.box, locked: true, with: .init(isChosen: true)).text.last
                == "▸12 lock◂"
        )
        #expect(
            drawn(.large, locked: true, with: .init(isChosen: true)).text.last
                == "▸  12 LOCKED  ◂"
        )
    }

    @Test("the style shows the state too", arguments: Shape.allCases)
    func theStyleTellsTheStateToo(_ shape: Shape) {
        func styles(_ buffer: CellBuffer) -> Set<CellStyle> {
            Set(buffer.rows.joined().filter { !$0.isBlank }.map(\.style))
        }
        let isBody = shape.isBody
        let hasCaption = shape.body != nil
        func expected(
            _ body: CellStyle,
            caption: CellStyle,
            without: CellStyle
        ) -> Set<CellStyle> {
            if hasCaption {
                return [body, caption]
            }
            return isBody ? [body] : [without]
        }
        #expect(
            styles(drawn(shape)) == expected(.body, caption: .plain, without: .plain)
        )
        #expect(
            styles(drawn(shape, locked: true))
                == expected(.lockedBody, caption: .bar, without: .locked)
        )
        #expect(
            styles(drawn(shape, animating: true))
                == expected(.rollingBody, caption: .rolling, without: .rolling)
        )
        #expect(
            styles(drawn(shape, animating: true, with: .init(isFaint: true))) == [
                .faint
            ]
        )
        #expect(styles(drawn(shape, with: .init(isChosen: true))).contains(.chosen))
    }

    /// In large shapes a die in flight also has different pips, which are visible from a distance.
    @Test(
        "large pips are shaded in flight",
        arguments: [Shape.giant, .huge, .large],
        [Glyphs.unicode, .console, .ascii]
    )
    func largePipsAreShadedInFlight(_ shape: Shape, _ glyphs: Glyphs) {
        let still = drawn(shape, glyphs).text
        let rolling = drawn(shape, glyphs, animating: true).text
        #expect(!still.joined().contains(glyphs.shade))
        #expect(rolling.joined().contains(glyphs.shade))
        #expect(!rolling.joined().contains(glyphs.full))
    }

    @Test(
        "a large numeral fills its die body in one size for all values",
        arguments: [Shape.giant, .huge, .large],
        [2, 8, 20, 100]
    )
    func aLargeNumeralFillsItsBodyInOneSizeForAllValues(_ shape: Shape, _ sides: Int) {
        func numeral(_ value: Int) -> [String] {
            let columns = shape.columns(dice: 1, sides: sides)
            var buffer = CellBuffer(width: columns, height: shape.rows)
            let die = DieState(
                die: 1,
                sides: sides,
                value: value,
                locked: false,
                animating: false
            )
            let place = Rect(row: 0, column: 0, rows: shape.rows, columns: columns)
            DieDrawing(glyphs: .unicode).draw(die, as: shape, at: place, in: &buffer)
            return buffer.text.dropFirst().dropLast(2).map {
                String($0.dropFirst().dropLast())
            }
        }
        func height(_ rows: [String]) -> Int {
            rows.count { $0.contains { "█▀▄".contains($0) } }
        }
        let heights = Set((1..<sides).map { height(numeral($0)) })
        #expect(heights.count == 1)
        #expect((heights.first ?? 0) >= 5)
        #expect(
            Set((1...sides).map(numeral)).count == sides,
            "each number is one of its own"
        )
    }

    @Test("dice of other shapes show their number in every shape")
    func otherDiceShowTheirNumberInEveryShape() {
        #expect(drawn(.mark, sides: 20).text == ["  4"])
        #expect(drawn(.small, sides: 20).text[1] == "│ 4 │")
        #expect(drawn(.small, .ascii).text == ["+12-+", "| 4 |", "+---+"])
    }
}
