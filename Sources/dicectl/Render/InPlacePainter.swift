/// Draws a block of lines again and again in the same place, without the alternate screen.
///
/// The cursor rests at the end of the block's last line between two drawings. A block is at most one row shorter than
/// the window, so that drawing it again never scrolls, and its lines leave the last column free, where terminals
/// disagree about the cursor.
struct InPlacePainter {
    private let encoder: Encoder
    /// Columns that each standing line takes; empty when nothing stands.
    private var standing: [Int] = []

    init(encoder: Encoder) {
        self.encoder = encoder
    }

    /// The room for a block in this window.
    static func room(in window: Size) -> Size {
        Size(columns: max(1, window.columns - 1), rows: max(1, window.rows - 1))
    }

    /// The bytes that put `buffer` in the place of what stands.
    mutating func paint(_ buffer: CellBuffer, window: Size) -> [UInt8] {
        let up = rowsAbove(in: window)
        var bytes = Array((standing.isEmpty ? Self.hideCursor : "\r").utf8)
        if up > 0 { bytes += "\u{1B}[\(up)A".utf8 }
        for (index, row) in buffer.rows.enumerated() {
            if index > 0 { bytes += "\r\n".utf8 }
            bytes += encoder.encode(row)
            bytes += Self.eraseToEndOfLine.utf8
        }
        if up + 1 > buffer.height { bytes += Self.eraseBelow.utf8 }
        standing = buffer.text.map { DisplayWidth.of($0) }
        return bytes
    }

    /// The bytes that leave what stands and give the cursor back below it.
    mutating func finish() -> [UInt8] {
        defer { standing = [] }
        return standing.isEmpty ? [] : Array("\r\n\(Self.showCursor)".utf8)
    }

    /// Rows between the block's first row and the cursor. A window that has become narrower has wrapped the lines.
    private func rowsAbove(in window: Size) -> Int {
        let columns = max(1, window.columns)
        let rows = standing.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
        return max(0, min(rows, window.rows) - 1)
    }

    private static let hideCursor = "\u{1B}[?25l"
    private static let showCursor = "\u{1B}[?25h"
    private static let eraseToEndOfLine = "\u{1B}[K"
    private static let eraseBelow = "\u{1B}[J"
}
