/// Bytes on their way from one descriptor to another: 64 KiB at the most.
struct CopyBuffer {
    /// How many bytes may be on their way.
    static let limit = 65_536
    private var bytes: [UInt8]
    private var start = 0

    init(_ bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    var count: Int { bytes.count - start }
    var isEmpty: Bool { count == 0 }
    /// How many more there is room for.
    var room: Int { max(0, Self.limit - count) }
    /// All of them, in order.
    var waiting: ArraySlice<UInt8> { bytes[start...] }

    mutating func append(_ more: some Collection<UInt8>) {
        if start > 0, isEmpty || bytes.count + more.count > Self.limit {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += more
    }

    /// The first `count` have arrived.
    mutating func drop(_ count: Int) {
        start += count
    }

    mutating func removeAll() {
        self = CopyBuffer()
    }
}
