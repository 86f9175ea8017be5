/// Draws whole screens, each as the difference from the previous one.
package struct ScreenPainter {
    private let encoder: Encoder
    /// The content of the terminal; `nil` if unknown.
    private var standing: CellBuffer?

    package init(encoder: Encoder) {
        self.encoder = encoder
    }

    /// Discards the known content, because the terminal may show something else now.
    package mutating func forget() {
        standing = nil
    }

    /// Returns the bytes that make the screen show `buffer`; empty if it does already.
    package mutating func paint(_ buffer: CellBuffer) -> [UInt8] {
        var bytes: [UInt8] = []
        var before = CellBuffer(width: buffer.width, height: buffer.height)
        if let standing, standing.width == buffer.width,
            standing.height == buffer.height
        {
            before = standing
        } else {
            bytes += "\u{1B}[m\u{1B}[2J".utf8
        }
        standing = buffer
        guard before != buffer || !bytes.isEmpty else { return [] }
        var diff = CellDiff(encoder, row: 0, column: 0)
        diff.turn(before, into: buffer)
        return SynchronizedOutput.wrap(bytes + Array("\u{1B}[H".utf8) + diff.bytes)
    }
}
