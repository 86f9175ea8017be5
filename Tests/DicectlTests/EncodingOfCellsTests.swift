import Testing

@testable import dicectl

/// The bytes of single cells and of their changes.
struct EncodingOfCellsTests {
    private let encoder = Encoder(palette: .basic)

    private func row(_ text: String, _ style: CellStyle, width: Int) -> CellBuffer {
        var buffer = CellBuffer(width: width, height: 2)
        buffer.write(text, row: 0, column: 0, style: style)
        return buffer
    }

    @Test func theBarOfWhatIsChosenEndsWithIt() {
        var buffer = row("ab", .chosen, width: 6)
        buffer.write("c", row: 0, column: 4)
        let text = String(decoding: encoder.encode(buffer.rows[0]), as: UTF8.self)
        #expect(text == "\u{1B}[0;7mab\u{1B}[0m  c")
    }

    @Test func whatIsFaintIsDimWhereColorsAreTheOwners() {
        #expect(Palette.basic.sequence(for: .faint) == Array("\u{1B}[0;2m".utf8))
    }

    /// After the last column a terminal's cursor stands behind it or on it: only a carriage return is sure.
    @Test func afterTheLastColumnTheCursorIsBroughtBackToTheFirst() {
        let before = CellBuffer(width: 4, height: 2)
        var after = row("abcd", .plain, width: 4)
        after.write("x", row: 1, column: 2)
        var diff = CellDiff(encoder, row: 0, column: 0)
        diff.turn(before, into: after)
        #expect(String(decoding: diff.bytes, as: UTF8.self) == "abcd\u{1B}[B\r\u{1B}[2Cx")
    }
}
