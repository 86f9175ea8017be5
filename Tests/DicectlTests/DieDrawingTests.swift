import DiceModel
import Testing

@testable import dicectl

/// A die at rest, a locked one and one in flight differ in every shape and set of characters without any colour.
struct DieDrawingTests {
    private func drawn(
        _ shape: Shape, _ glyphs: Glyphs = .unicode, locked: Bool = false, animating: Bool = false, sides: Int = 6,
        with emphasis: DieDrawing.Emphasis = DieDrawing.Emphasis()
    ) -> CellBuffer {
        let columns = shape.columns(dice: 12, sides: sides)
        var buffer = CellBuffer(width: columns, height: shape.rows)
        let die = DieState(die: 12, sides: sides, value: 4, locked: locked, animating: animating)
        let place = Rect(row: 0, column: 0, rows: shape.rows, columns: columns)
        DieDrawing(glyphs: glyphs).draw(die, as: shape, at: place, emphasis, in: &buffer)
        return buffer
    }

    @Test(arguments: Shape.allCases, [Glyphs.unicode, .console, .ascii])
    func theStatesDifferWithoutColour(_ shape: Shape, _ glyphs: Glyphs) {
        let texts = [drawn(shape, glyphs), drawn(shape, glyphs, locked: true), drawn(shape, glyphs, animating: true)]
        #expect(Set(texts.map(\.text)).count == 3)
    }

    @Test(
        arguments: [
            (.small, ["╭12──╮", "│ ⚃  │", "╰────╯"], ["╭12──╮", "│ ⚃  │", "╰lock╯"], ["╭12──╮", "│ ⚃  │", "╰…───╯"]),
            (.token, ["12:4"], ["12:[4]"], ["12:4…"]), (.mark, [" ⚃"], ["[⚃]"], [" ⚃…"]),
            (.digit, ["4"], ["4]"], ["4…"]),
        ] as [(Shape, [String], [String], [String])])
    func eachShapeHasItsMarks(_ shape: Shape, _ rest: [String], _ locked: [String], _ rolling: [String]) {
        #expect(drawn(shape).text == rest)
        #expect(drawn(shape, locked: true).text == locked)
        #expect(drawn(shape, animating: true).text == rolling)
    }

    @Test func theBoxSaysItBelow() {
        #expect(drawn(.box).text.last == "   12")
        #expect(drawn(.box, locked: true).text.last == " 12 lock")
        #expect(drawn(.box, animating: true).text.last == "  12 …")
        #expect(drawn(.box, with: .init(isChosen: true)).text.last == "▸  12   ◂")
        #expect(drawn(.box, .ascii, with: .init(isChosen: true)).text.last == ">  12   <")
    }

    @Test func theStyleTellsTheStateToo() {
        func styles(_ buffer: CellBuffer) -> Set<Style> {
            Set(buffer.rows.joined().filter { !$0.isBlank }.map(\.style))
        }
        for shape in Shape.allCases {
            #expect(styles(drawn(shape)) == [.plain])
            #expect(styles(drawn(shape, locked: true)) == [.locked])
            #expect(styles(drawn(shape, animating: true)) == [.rolling])
            #expect(styles(drawn(shape, animating: true, with: .init(isFaint: true))) == [.faint])
            #expect(styles(drawn(shape, with: .init(isChosen: true))).contains(.chosen))
        }
    }

    @Test func otherDiceShowTheirNumberInEveryShape() {
        #expect(drawn(.mark, sides: 20).text == ["  4"])
        #expect(drawn(.small, sides: 20).text[1] == "│ 4  │")
        #expect(drawn(.small, .ascii).text == ["+12--+", "| 4  |", "+----+"])
    }
}
