/// Splits a byte stream into request lines: LF ends a line, a CR before it is dropped, blank lines
/// are skipped.
public struct LineCodec: Sendable {
    /// The maximum length of a line in bytes, without its line end.
    public static let maximumLength = 65_536

    public enum Piece: Sendable, Hashable {
        case line([UInt8])
        /// A line exceeded the limit. Nothing after it is read.
        case tooLong
    }

    /// The buffer size in bytes that a connection with short lines retains.
    private static let reserve = 4_096

    private let limit: Int
    private var buffer: [UInt8] = []
    /// The index of the first unread byte in `buffer`.
    private var start = 0
    /// The number of bytes from `start` that are known to contain no LF.
    private var scanned = 0
    private var overflowed = false

    public init(limit: Int = LineCodec.maximumLength) {
        self.limit = limit
    }

    /// The number of bytes that are waiting for their line end or for `next()`.
    public var pendingBytes: Int { buffer.count - start }

    public mutating func append(_ bytes: some Collection<UInt8>) {
        // A generic call from another module would append byte by byte.
        if bytes.withContiguousStorageIfAvailable({ append($0) }) == nil {
            append(Array(bytes))
        }
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !overflowed else { return }
        dropRead()
        // An array doubles its capacity: a long line would take twice its size.
        let needed = buffer.count + bytes.count
        if buffer.count >= limit / 4, needed > buffer.capacity {
            buffer.reserveCapacity(min(needed, limit) + max(Self.reserve, limit / 16))
        }
        buffer.append(contentsOf: bytes)
    }

    /// Releases the memory of read bytes, except for the reserve.
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

    /// Returns the next complete line; `nil` if it needs more bytes.
    public mutating func next() -> Piece? {
        while !overflowed {
            guard
                let end = buffer.withUnsafeBufferPointer({
                    $0[scanned...].firstIndex(of: UInt8(ascii: "\n"))
                })
            else {
                dropRead()
                scanned = buffer.count
                // One byte more than the limit may be the CR of a line that fits.
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

    /// Returns the rest when the stream has ended; the last line may lack its LF.
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
