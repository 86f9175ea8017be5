/// Redraws a block of lines in place, without the alternate screen.
///
/// Between two drawings the cursor is at the end of the block's last line. A block has at least one
/// row less than the window, so that redrawing it never scrolls. Its lines leave the last column
/// empty, where terminals disagree about the cursor.
package struct InPlacePainter {
    private let encoder: Encoder
    /// The current content of the screen and the window that it was drawn for; `nil` if nothing is
    /// drawn.
    private var standing: (buffer: CellBuffer, window: Size)?

    package init(encoder: Encoder) {
        self.encoder = encoder
    }

    /// Returns the space for a block in this window.
    package static func room(in window: Size) -> Size {
        Size(columns: max(1, window.columns - 1), rows: max(1, window.rows - 1))
    }

    /// Returns the bytes that replace the block with `buffer`: only the changes if the window has
    /// its old size.
    package mutating func paint(_ buffer: CellBuffer, window: Size) -> [UInt8] {
        defer {
            standing = (buffer, window)
        }
        if let standing, standing.window == window,
            standing.buffer.height == buffer.height,
            standing.buffer.width == buffer.width, buffer.width < window.columns
        {
            guard standing.buffer != buffer else { return [] }
            var diff = CellDiff(encoder, row: buffer.height - 1, column: nil)
            diff.turn(standing.buffer, into: buffer)
            diff.move(to: buffer.height - 1, DisplayWidth.of(buffer.text.last ?? ""))
            return SynchronizedOutput.wrap(diff.bytes)
        }
        let up = rowsAbove(in: window)
        var bytes = Array((standing == nil ? Self.hideCursor : "\r").utf8)
        if up > 0 {
            bytes += "\u{1B}[\(up)A".utf8
        }
        for (index, row) in buffer.rows.enumerated() {
            if index > 0 {
                bytes += "\r\n".utf8
            }
            bytes += encoder.encode(row) + Array("\u{1B}[K".utf8)  // erases the rest of the line
        }
        if up + 1 > buffer.height {
            bytes += "\u{1B}[J".utf8
        }  // erases all below
        return SynchronizedOutput.wrap(bytes)
    }

    /// Returns the bytes that leave the block on the screen and show the cursor below it.
    package mutating func finish() -> [UInt8] {
        defer {
            standing = nil
        }
        return standing == nil ? [] : Array("\r\n\(Self.showCursor)".utf8)
    }

    /// The bytes that make the terminal usable, at any point of a drawing.
    package static let farewell = Array(
        "\(SynchronizedOutput.end)\u{1B}[m\r\n\(showCursor)".utf8
    )

    /// Returns the rows between the block's first row and the cursor. A window that was narrowed
    /// has wrapped the lines.
    private func rowsAbove(in window: Size) -> Int {
        let columns = max(1, window.columns)
        let lines = standing?.buffer.text.map { DisplayWidth.of($0) } ?? []
        let rows = lines.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
        return max(0, min(rows, window.rows) - 1)
    }

    private static let hideCursor = "\u{1B}[?25l"
    private static let showCursor = "\u{1B}[?25h"
}

/// DEC mode 2026: the terminal displays everything between `begin` and `end` at once.
///
/// The terminal is not queried for the mode. Without it, a terminal ignores the sequence, as
/// ECMA-48 requires of every private mode, and an answer might arrive late, among the keys.
package enum SynchronizedOutput {
    static let begin = "\u{1B}[?2026h"
    package static let end = "\u{1B}[?2026l"

    static func wrap(_ bytes: [UInt8]) -> [UInt8] {
        bytes.isEmpty ? [] : Array(begin.utf8) + bytes + Array(end.utf8)
    }
}
