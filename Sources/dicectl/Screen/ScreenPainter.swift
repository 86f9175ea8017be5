/// Draws whole screens, each as the difference to the one before.
struct ScreenPainter {
    private let encoder: Encoder
    /// What the terminal shows; nil if that is not known.
    private var standing: CellBuffer?

    init(encoder: Encoder) {
        self.encoder = encoder
    }

    /// The terminal may show something else now.
    mutating func forget() {
        standing = nil
    }

    /// The bytes that make the screen show `buffer`; none if it does already.
    mutating func paint(_ buffer: CellBuffer) -> [UInt8] {
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
