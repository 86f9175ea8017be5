/// A rectangle of cells to draw into, and to read in tests without a terminal.
struct CellBuffer: Hashable {
    let width: Int
    private(set) var rows: [[Cell]]

    init(width: Int, height: Int) {
        self.width = width
        rows = Array(repeating: Array(repeating: .blank, count: width), count: height)
    }

    var height: Int { rows.count }

    /// Writes `text` from `column` on; what does not fit is left out. Returns the column after it.
    @discardableResult
    mutating func write(_ text: String, row: Int, column: Int, style: Style = .plain) -> Int {
        guard rows.indices.contains(row) else { return column }
        var position = column
        for character in text {
            let columns = DisplayWidth.of(character)
            guard columns > 0 else { continue }
            guard position >= 0, position + columns <= width else { break }
            rows[row][position] = Cell(character: character, style: style)
            if columns == 2 { rows[row][position + 1] = Cell(character: nil, style: style) }
            position += columns
        }
        return position
    }

    /// The text of each row, without the blanks at its end.
    var text: [String] {
        rows.map { row in
            var line = String(row.compactMap(\.character))
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
