/// Cuts a stream of bytes into request lines: LF ends a line, a CR before it is dropped, blank
/// lines are skipped.
public struct LineCodec: Sendable {
    /// Bytes of the longest line, without its line end.
    public static let maximumLength = 65_536

    public enum Piece: Sendable, Hashable {
        case line([UInt8])
        /// A line passed the limit. Nothing after it is read.
        case tooLong
    }

    /// Bytes of room that a connection of short lines keeps.
    private static let reserve = 4_096

    private let limit: Int
    private var buffer: [UInt8] = []
    /// Where in `buffer` the first unread byte is.
    private var start = 0
    /// How far `buffer` is known to hold no LF, from `start` on.
    private var scanned = 0
    private var overflowed = false

    public init(limit: Int = LineCodec.maximumLength) {
        self.limit = limit
    }

    /// Bytes that wait for their line end, or for `next()`.
    public var pendingBytes: Int { buffer.count - start }

    public mutating func append(_ bytes: some Collection<UInt8>) {
        // Another module's call would append byte by byte.
        if bytes.withContiguousStorageIfAvailable({ append($0) }) == nil {
            append(Array(bytes))
        }
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !overflowed else { return }
        dropRead()
        // An array doubles: a long line would take twice its room.
        let needed = buffer.count + bytes.count
        if buffer.count >= limit / 4, needed > buffer.capacity {
            buffer.reserveCapacity(min(needed, limit) + max(Self.reserve, limit / 16))
        }
        buffer.append(contentsOf: bytes)
    }

    /// Gives back the room of what has been read, except for what short lines need.
    private mutating func dropRead() {
        guard start > 0, start == buffer.count || start >= 65_536 else { return }
        if start == buffer.count, buffer.capacity > Self.reserve {
            buffer = []
        } else {
            buffer.removeFirst(start)
        }
        scanned -= start
        start = 0
    }

    /// The next whole line; nil when more bytes are needed.
    public mutating func next() -> Piece? {
        while !overflowed {
            guard
                let end = buffer.withUnsafeBufferPointer({
                    $0[scanned...].firstIndex(of: UInt8(ascii: "\n"))
                })
            else {
                dropRead()
                scanned = buffer.count
                // One byte more than the limit may still be the CR of a line that fits.
                return pendingBytes > limit + 1 ? overflow() : nil
            }
            let line = trimmed(start..<end)
            start = end + 1
            scanned = start
            if line.count > limit {
                return overflow()
            }
            if !line.isEmpty {
                return .line(Array(buffer[line]))
            }
        }
        return nil
    }

    /// What is left when the stream has ended: its last line may lack the LF.
    public mutating func finish() -> Piece? {
        let line = trimmed(start..<buffer.count)
        defer {
            buffer = []
            start = 0
            scanned = 0
        }
        guard !overflowed, !line.isEmpty else { return nil }
        return line.count > limit ? overflow() : .line(Array(buffer[line]))
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        let isCR = !range.isEmpty && buffer[range.upperBound - 1] == UInt8(ascii: "\r")
        let line = isCR ? range.lowerBound..<(range.upperBound - 1) : range
        let isBlank = buffer[line].allSatisfy {
            $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")
        }
        return isBlank && line.count <= limit ? line.lowerBound..<line.lowerBound : line
    }

    private mutating func overflow() -> Piece {
        buffer = []
        start = 0
        scanned = 0
        overflowed = true
        return .tooLong
    }
}
