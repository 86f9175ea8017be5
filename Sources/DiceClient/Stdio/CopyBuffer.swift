/// A buffer for bytes in transit between two descriptors, of at most 64 KiB.
struct CopyBuffer {
    /// The maximum number of bytes in transit.
    static let limit = 65_536
    private var bytes: [UInt8]
    private var start = 0

    init(_ bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    var count: Int { bytes.count - start }
    var isEmpty: Bool { count == 0 }
    /// The remaining room in bytes.
    var room: Int { max(0, Self.limit - count) }
    /// All bytes in transit, in order.
    var waiting: ArraySlice<UInt8> { bytes[start...] }

    mutating func append(_ more: some Collection<UInt8>) {
        if start > 0, isEmpty || bytes.count + more.count > Self.limit {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += more
    }

    /// Removes the first `count` bytes, which have arrived.
    mutating func drop(_ count: Int) {
        start += count
    }

    mutating func removeAll() {
        self = CopyBuffer()
    }
}
