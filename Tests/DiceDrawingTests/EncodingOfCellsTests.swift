import Testing

@testable import DiceDrawing

/// The bytes of single cells and of their changes.
struct EncodingOfCellsTests {
    private let encoder = Encoder(palette: .basic)

    private func row(_ text: String, _ style: CellStyle, width: Int) -> CellBuffer {
        var buffer = CellBuffer(width: width, height: 2)
        buffer.write(text, row: 0, column: 0, style: style)
        return buffer
    }

    @Test("the bar of a selection ends with the selection") func theBarOfWhatIsChosenEndsWithIt() {
        var buffer = row("ab", .chosen, width: 6)
        buffer.write("c", row: 0, column: 4)
        let text = String(decoding: encoder.encode(buffer.rows[0]), as: UTF8.self)
        #expect(text == "\u{1B}[0;7mab\u{1B}[0m  c")
    }

    @Test("faint text is dim in the basic palette")
    func whatIsFaintIsDimWhereColorsAreTheOwners() {
        #expect(Palette.basic.sequence(for: .faint) == Array("\u{1B}[0;2m".utf8))
    }

    /// Once the last column has been written, some terminals leave the cursor on that column and
    /// others after it; only a carriage return is reliable.
    @Test("the cursor returns to the first column after the last one")
    func afterTheLastColumnTheCursorIsBroughtBackToTheFirst() {
        let before = CellBuffer(width: 4, height: 2)
        var after = row("abcd", .plain, width: 4)
        after.write("x", row: 1, column: 2)
        var diff = CellDiff(encoder, row: 0, column: 0)
        diff.turn(before, into: after)
        #expect(
            String(decoding: diff.bytes, as: UTF8.self) == "abcd\u{1B}[B\r\u{1B}[2Cx"
        )
    }

    /// Each change of a row is written at its position. The second change starts from the cursor
    /// position that the first one leaves, and has its own style.
    @Test(
        "changes in one row are encoded",
        arguments: [
            ("abcdefghij", "aXcdefgYij", "\u{1B}[CX\u{1B}[5CY"),
            // The text between the changes is cheaper to write again than to skip.
            ("abcdefghij", "aXcdYfghij", "\u{1B}[CXcdY"),
            ("abcdefghij", "aXcdefYhiZ", "\u{1B}[CX\u{1B}[4CYhiZ"),
            ("ab🎲efghij", "aX🎲efghiY", "\u{1B}[CX\u{1B}[7CY"),
            ("ab🎲ef🎲ij", "ab🎯ef🎯ij", "\u{1B}[2C🎯\u{1B}[2C🎯"),
        ]
    )
    func changesInOneRow(_ text: String, _ changed: String, _ bytes: String) {
        var diff = CellDiff(encoder, row: 0, column: 0)
        diff.turn(row(text, .plain, width: 10), into: row(changed, .plain, width: 10))
        #expect(String(decoding: diff.bytes, as: UTF8.self) == bytes)
    }

    @Test("the second change of a row has its own style") func theSecondChangeOfARowHasItsOwnStyle()
    {
        let before = row("abcdefghij", .plain, width: 10)
        var after = before
        after.write("X", row: 0, column: 1, style: .strong)
        after.write("Y", row: 0, column: 7)
        var diff = CellDiff(encoder, row: 0, column: 0)
        diff.turn(before, into: after)
        let strong = String(
            decoding: encoder.palette.sequence(for: .strong),
            as: UTF8.self
        )
        #expect(
            String(decoding: diff.bytes, as: UTF8.self)
                == "\u{1B}[C\(strong)X\u{1B}[5C\u{1B}[0mY"
        )
    }
}
