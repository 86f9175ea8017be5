/// Draws a block of lines again and again in the same place, without the alternate screen.
///
/// The cursor rests at the end of the block's last line between two drawings. A block is at most one row shorter than
/// the window, so that drawing it again never scrolls, and its lines leave the last column free, where terminals
/// disagree about the cursor.
struct InPlacePainter {
    private let encoder: Encoder
    /// What stands, and the window that it was drawn for; nil when nothing stands.
    private var standing: (buffer: CellBuffer, window: Size)?

    init(encoder: Encoder) {
        self.encoder = encoder
    }

    /// The room for a block in this window.
    static func room(in window: Size) -> Size {
        Size(columns: max(1, window.columns - 1), rows: max(1, window.rows - 1))
    }

    /// The bytes that put `buffer` in the place of what stands: what changed alone, where the window is as it was.
    mutating func paint(_ buffer: CellBuffer, window: Size) -> [UInt8] {
        defer { standing = (buffer, window) }
        if let standing, standing.window == window, standing.buffer.height == buffer.height,
            standing.buffer.width == buffer.width, buffer.width < window.columns
        {
            return SynchronizedOutput.wrap(change(standing.buffer, into: buffer))
        }
        let up = rowsAbove(in: window)
        var bytes = Array((standing == nil ? Self.hideCursor : "\r").utf8)
        if up > 0 { bytes += "\u{1B}[\(up)A".utf8 }
        for (index, row) in buffer.rows.enumerated() {
            if index > 0 { bytes += "\r\n".utf8 }
            bytes += encoder.encode(row)
            bytes += Self.eraseToEndOfLine.utf8
        }
        if up + 1 > buffer.height { bytes += Self.eraseBelow.utf8 }
        return SynchronizedOutput.wrap(bytes)
    }

    private func change(_ before: CellBuffer, into after: CellBuffer) -> [UInt8] {
        guard before != after else { return [] }
        var diff = CellDiff(encoder, row: before.height - 1, column: nil)
        diff.turn(before, into: after)
        diff.move(to: after.height - 1, DisplayWidth.of(after.text.last ?? ""))
        return diff.bytes
    }

    /// The bytes that leave what stands and give the cursor back below it.
    mutating func finish() -> [UInt8] {
        defer { standing = nil }
        return standing == nil ? [] : Array("\r\n\(Self.showCursor)".utf8)
    }

    /// What leaves the terminal usable whatever was being drawn.
    static let farewell = Array("\(SynchronizedOutput.end)\u{1B}[m\r\n\(showCursor)".utf8)

    /// Rows between the block's first row and the cursor. A window that has become narrower has wrapped the lines.
    private func rowsAbove(in window: Size) -> Int {
        let columns = max(1, window.columns)
        let lines = standing?.buffer.text.map { DisplayWidth.of($0) } ?? []
        let rows = lines.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
        return max(0, min(rows, window.rows) - 1)
    }

    private static let hideCursor = "\u{1B}[?25l"
    private static let showCursor = "\u{1B}[?25h"
    private static let eraseToEndOfLine = "\u{1B}[K"
    private static let eraseBelow = "\u{1B}[J"
}
