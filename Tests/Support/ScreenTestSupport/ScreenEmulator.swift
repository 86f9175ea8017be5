package import DiceDrawing

/// The part of a terminal that the painter needs: the position of text, and the effect of a redraw
/// on the window.
package struct ScreenEmulator {
    package private(set) var window: Size
    package private(set) var rows: [[Character]]
    package private(set) var cursor = (row: 0, column: 0)
    package private(set) var cursorIsHidden = false
    /// The number of rows that have scrolled out of the window.
    package private(set) var scrolled = 0
    /// True during a synchronized update.
    package private(set) var isHeld = false
    /// The sequences that this terminal does not know.
    package private(set) var unknown: [String] = []

    package init(_ window: Size, cursorRow: Int = 0) {
        self.window = window
        rows = Array(
            repeating: Array(repeating: " ", count: window.columns),
            count: window.rows
        )
        cursor.row = cursorRow
    }

    package var text: [String] {
        rows.map { row in
            var line = String(row)
            while line.last == " " {
                line.removeLast()
            }
            return line
        }
    }

    package mutating func receive(_ bytes: [UInt8]) {
        var characters = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[
            ...
        ]
        while let scalar = characters.popFirst() {
            switch scalar {
            case "\r": cursor.column = 0
            case "\n": newLine()
            case "\u{1B}": escape(&characters)
            default: put(Character(scalar))
            }
        }
    }

    private mutating func put(_ character: Character) {
        if cursor.column == window.columns {
            cursor.column = 0
            newLine()
        }
        rows[cursor.row][cursor.column] = character
        cursor.column += 1
    }

    private mutating func newLine() {
        if cursor.row + 1 < window.rows {
            cursor.row += 1
        } else {
            rows.removeFirst()
            rows.append(Array(repeating: " ", count: window.columns))
            scrolled += 1
        }
    }

    private mutating func escape(_ characters: inout ArraySlice<Unicode.Scalar>) {
        var sequence = ""
        while let scalar = characters.popFirst() {
            sequence.unicodeScalars.append(scalar)
            if scalar.properties.isAlphabetic {
                break
            }
        }
        switch sequence {
        case "[K": erase(cursor.row, from: cursor.column)
        case "[J":
            erase(cursor.row, from: cursor.column)
            for row in rows.indices.dropFirst(cursor.row + 1) {
                erase(row, from: 0)
            }
        case "[?25l": cursorIsHidden = true
        case "[?25h": cursorIsHidden = false
        case "[H": cursor = (0, 0)
        case "[2J": for row in rows.indices { erase(row, from: 0) }
        case "[?2026h": isHeld = true
        case "[?2026l": isHeld = false
        case _ where sequence.hasSuffix("A"):
            cursor.row = max(0, cursor.row - count(sequence))
        case _ where sequence.hasSuffix("B"):
            cursor.row = min(window.rows - 1, cursor.row + count(sequence))
        case _ where sequence.hasSuffix("C"):
            cursor.column = min(window.columns - 1, cursor.column + count(sequence))
        case _ where sequence.hasSuffix("D"):
            cursor.column = max(0, cursor.column - count(sequence))
        case _ where sequence.hasSuffix("m"): break
        default: unknown.append(sequence)
        }
    }

    private func count(_ sequence: String) -> Int {
        Int(sequence.dropFirst().dropLast()) ?? 1
    }

    private mutating func erase(_ row: Int, from column: Int) {
        for index in rows[row].indices.dropFirst(column) {
            rows[row][index] = " "
        }
    }
}
