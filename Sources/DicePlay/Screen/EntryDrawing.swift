import DiceDrawing

/// Draws the input line for notation or faces at the bottom of the screen, with any mistake marked
/// below it.
struct EntryDrawing {
    var glyphs: Glyphs
    /// The prompt of the line.
    var asked = "throw"

    func draw(_ entry: EntryLine, in buffer: inout CellBuffer) {
        let row = max(0, buffer.height - 2)
        let prompt = buffer.width >= asked.count + 25 ? "\(asked): " : "/ "
        let room = max(1, buffer.width - prompt.count - 1)
        let first = Self.first(shown: entry, in: room)
        clear(row, &buffer)
        var column = buffer.write(prompt, row: row, column: 0, style: .strong)
        var caret: (start: Int, end: Int)?
        let mistaken = entry.mistaken
        for index in first..<entry.characters.count + 1 {
            if mistaken?.contains(index) == true {
                caret = (caret?.start ?? column, column + 1)
            }
            let character =
                index < entry.characters.count ? entry.characters[index] : " "
            let text = glyphs.shown(Printable.text(String(character)))
            column = buffer.write(
                text,
                row: row,
                column: column,
                style: index == entry.cursor ? .chosen : .plain
            )
        }
        guard let mistake = entry.mistake, row + 1 < buffer.height else {
            return clear(row + 1, &buffer)
        }
        clear(row + 1, &buffer)
        draw(glyphs.shown(Printable.text(mistake.message)), caret, below: row, &buffer)
    }

    /// Draws the caret, and the message beside it if it fits, else above the line.
    private func draw(
        _ message: String,
        _ caret: (start: Int, end: Int)?,
        below row: Int,
        _ buffer: inout CellBuffer
    ) {
        guard let caret else {
            buffer.write(glyphs.cut(message, to: buffer.width), row: row + 1, column: 0)
            return
        }
        let mark = String(
            repeating: "^",
            count: max(1, min(caret.end, buffer.width) - caret.start)
        )
        buffer.write(mark, row: row + 1, column: caret.start, style: .alert)
        let width = DisplayWidth.of(message)
        if caret.end + 1 + width <= buffer.width {
            buffer.write(message, row: row + 1, column: caret.end + 1)
        } else if width + 1 <= caret.start {
            buffer.write(message, row: row + 1, column: caret.start - 1 - width)
        } else if row > 0 {
            let lines = glyphs.wrapped(
                message.split(separator: " ").map(String.init),
                separator: " ",
                columns: buffer.width,
                atMost: min(3, row)
            )
            for (offset, line) in lines.enumerated() {
                clear(row - lines.count + offset, &buffer)
                buffer.write(line, row: row - lines.count + offset, column: 0)
            }
        }
    }

    private func clear(_ row: Int, _ buffer: inout CellBuffer) {
        buffer.write(String(repeating: " ", count: buffer.width), row: row, column: 0)
    }

    /// Returns the first visible character, chosen so that the cursor, or else the mistake, is
    /// visible.
    private static func first(shown entry: EntryLine, in room: Int) -> Int {
        let wanted = entry.mistaken?.lowerBound ?? entry.cursor
        var first = min(wanted, entry.characters.count)
        var width = 0
        while first > 0 {
            width += DisplayWidth.of(entry.characters[first - 1])
            guard width <= room - 1 else { break }
            first -= 1
        }
        return first
    }
}
