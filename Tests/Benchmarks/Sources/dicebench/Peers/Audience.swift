import Glibc

/// Many connections that only listen, and a record of the lines that these connections receive,
/// with the time of each line.
final class Audience {
    /// A line that a listener received.
    struct Heard {
        /// The index in `lines`.
        var line: Int
        var time: UInt64
    }

    /// The distinct lines, in the order of their first arrival.
    private(set) var lines: [[UInt8]] = []
    /// The received lines of each listener, in order.
    private(set) var heard: [[Heard]]
    private let sockets: [RawSocket]
    private let epoll: Epoll
    private var begun: [[UInt8]]
    private var numbers: [UInt64: Int] = [:]

    init(_ path: String, count: Int) throws {
        sockets = try (0..<count).map { _ in try RawSocket(path) }
        epoll = try Epoll()
        for (index, socket) in sockets.enumerated() {
            try epoll.add(socket.descriptor, tag: Int32(index))
        }
        heard = Array(repeating: [], count: count)
        begun = Array(repeating: [], count: count)
    }

    func sendAll(_ request: [UInt8]) throws {
        for socket in sockets {
            try socket.send(request)
        }
    }

    func forget() {
        lines = []
        numbers = [:]
        for index in heard.indices {
            heard[index].removeAll(keepingCapacity: true)
        }
    }

    /// Listens for this long, or until something arrives. Returns true if something arrived.
    @discardableResult
    func listen(milliseconds: Int32) throws -> Bool {
        try epoll.wait(milliseconds: milliseconds) { tag in
            let index = Int(tag)
            let bytes = try sockets[index].receive(flags: Int32(MSG_DONTWAIT))
            take(bytes, index, monotonicNow())
        }
    }

    /// Listens until `isDone` returns true or the time in seconds has passed.
    func listen(seconds: Double, until isDone: () -> Bool) throws {
        let end = monotonicNow() + UInt64(seconds * 1e9)
        while !isDone(), monotonicNow() < end {
            try listen(milliseconds: 20)
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer, _ index: Int, _ time: UInt64) {
        var rest = bytes
        while let start = rest.baseAddress, let end = memchr(start, 10, rest.count) {
            let length = UnsafeRawPointer(end) - start
            let line = UnsafeRawBufferPointer(start: start, count: length)
            if begun[index].isEmpty {
                hear(line, index, time)
            } else {
                begun[index] += line
                begun[index].withUnsafeBytes { hear($0, index, time) }
                begun[index] = []
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[(length + 1)...])
        }
        begun[index] += rest
    }

    /// Records a message; lines of Redis's framing are not messages.
    private func hear(_ line: UnsafeRawBufferPointer, _ index: Int, _ time: UInt64) {
        guard line.first == UInt8(ascii: "{") else { return }
        let hash = Self.hash(line)
        let number: Int
        if let known = numbers[hash] {
            number = known
        } else {
            number = lines.count
            numbers[hash] = number
            lines.append(Array(line))
        }
        heard[index].append(Heard(line: number, time: time))
    }

    /// Hashes a line to tell lines apart: eight bytes at a time, in four lanes.
    private static func hash(_ line: UnsafeRawBufferPointer) -> UInt64 {
        let prime: UInt64 = 0x9E37_79B9_7F4A_7C15
        var lanes = SIMD4<UInt64>(1, 2, 3, UInt64(line.count))
        var offset = 0
        while offset + 32 <= line.count {
            let words = line.loadUnaligned(
                fromByteOffset: offset,
                as: SIMD4<UInt64>.self
            )
            lanes = (lanes ^ words) &* SIMD4(repeating: prime)
            lanes ^= lanes &>> SIMD4(repeating: 29)
            offset += 32
        }
        var sum = (lanes[0] &* 3) ^ (lanes[1] &* 5) ^ (lanes[2] &* 7) ^ lanes[3]
        for byte in line[offset...] {
            sum = (sum ^ UInt64(byte)) &* prime
        }
        return sum ^ (sum >> 32)
    }
}
