/// A rectangle of cells to draw into.
package struct CellBuffer: Hashable {
    package let width: Int
    package private(set) var rows: [[Cell]]

    package init(width: Int, height: Int) {
        self.width = width
        rows = Array(repeating: Array(repeating: .blank, count: width), count: height)
    }

    package var height: Int { rows.count }

    /// Writes `text` starting at `column`, clipped at the edge, and returns the column after it.
    @discardableResult
    package mutating func write(
        _ text: String,
        row: Int,
        column: Int,
        style: CellStyle = .plain
    ) -> Int {
        guard rows.indices.contains(row) else { return column }
        var position = column
        for character in text {
            let columns = DisplayWidth.of(character)
            guard columns > 0 else { continue }
            guard position >= 0, position + columns <= width else { break }
            let tag = PlayerTag.parts(of: character)
            let cell = Cell(
                character: tag?.letter ?? character,
                style: tag?.style ?? style
            )
            rows[row][position] = cell.isBlank ? .blank : cell
            if columns == 2 {
                rows[row][position + 1] = Cell(character: nil, style: style)
            }
            position += columns
        }
        return position
    }

    /// Stacks `parts` vertically and clips what does not fit.
    package init(stacked parts: [CellBuffer], width: Int, height: Int = .max) {
        self.init(width: width, height: min(height, parts.reduce(0) { $0 + $1.height }))
        var row = 0
        for part in parts {
            place(part, row: row, column: 0)
            row += part.height
        }
    }

    /// Writes words, each `gap` columns after the previous one.
    mutating func write(
        _ words: [(text: String, style: CellStyle)],
        row: Int,
        column: Int = 0,
        gap: Int
    ) {
        var column = column
        for word in words {
            column = write(word.text, row: row, column: column, style: word.style) + gap
        }
    }

    /// Copies `other` into the buffer with its top left corner at `row` and `column`, clipped at
    /// the edges.
    package mutating func place(_ other: CellBuffer, row: Int, column: Int) {
        for (index, cells) in other.rows.enumerated()
        where rows.indices.contains(row + index) {
            let room = max(0, min(cells.count, width - column))
            rows[row + index].replaceSubrange(
                column..<column + room,
                with: cells[..<room]
            )
        }
    }

    /// The text of each row, without trailing blanks.
    var text: [String] { rows.map { String($0.compactMap(\.character)).trimmed } }
}

/// One column of one row of a terminal.
package struct Cell: Hashable {
    /// `nil` in the right half of a double-width character.
    var character: Character?
    var style: CellStyle

    static let blank = Cell(character: " ", style: .plain)

    var isBlank: Bool { character == " " && !style.hasGround }
}

package struct Size: Hashable {
    package var columns, rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

package struct Rect: Hashable {
    package var row, column, rows, columns: Int

    package init(row: Int, column: Int, rows: Int, columns: Int) {
        self.row = row
        self.column = column
        self.rows = rows
        self.columns = columns
    }

    package func contains(row other: Int, column otherColumn: Int) -> Bool {
        (row..<row + rows).contains(other)
            && (column..<column + columns).contains(otherColumn)
    }
}
