import Glibc

/// Many connections to a broker of MQTT 3.1.1 that only read, at QoS 0.
final class MQTTViewers {
    /// What one of them has heard.
    struct Heard {
        /// Messages whose topic ends in `/event`.
        var events = 0
        /// Bytes of all packets.
        var bytes = 0
        /// The last message whose topic ends in `/state`.
        var state: [UInt8] = []
    }

    private(set) var heard: [Heard]
    private let sockets: [RawSocket]
    private var rests: [[UInt8]]
    private let epoll: Epoll

    /// Connects them all and returns once each has what is retained.
    init(port: UInt16, count: Int, filter: String) throws {
        sockets = try (0..<count).map { _ in try RawSocket.tcp(port: port, from: 1) }
        epoll = try Epoll()
        heard = Array(repeating: Heard(), count: count)
        rests = Array(repeating: [], count: count)
        for (index, socket) in sockets.enumerated() {
            try epoll.add(socket.descriptor, tag: Int32(index))
            let name = "dicebench-\(index)"
            let connect = Self.string("MQTT") + [4, 2, 0, 0] + Self.string(name)
            let subscribe = [0, 1] + Self.string(filter) + [0]
            try socket.send(
                [0x10] + Self.length(connect.count) + connect + [0x82] + Self.length(subscribe.count) + subscribe)
        }
        try listen(seconds: 60) { heard.allSatisfy { !$0.state.isEmpty } }
        guard heard.allSatisfy({ !$0.state.isEmpty }) else {
            throw Failure("the broker does not tell what is retained")
        }
    }

    func forget() {
        for index in heard.indices { heard[index] = Heard() }
    }

    /// Takes what comes until `isDone` or for so many seconds.
    func listen(seconds: Double, until isDone: () -> Bool) throws {
        let end = monotonicNow() + UInt64(seconds * 1e9)
        while !isDone(), monotonicNow() < end {
            try epoll.wait(milliseconds: 20) { tag in
                let index = Int(tag)
                take(try sockets[index].receive(flags: Int32(MSG_DONTWAIT)), index)
            }
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer, _ index: Int) {
        heard[index].bytes += bytes.count
        rests[index] += bytes
        var start = 0
        while let (head, length) = Self.size(rests[index][start...]), rests[index].count - start >= head + length {
            if rests[index][start] & 0xF0 == 0x30 {
                hear(rests[index][(start + head)..<(start + head + length)], index)
            }
            start += head + length
        }
        rests[index].removeFirst(start)
    }

    private func hear(_ publish: ArraySlice<UInt8>, _ index: Int) {
        let start = publish.startIndex
        let end = start + 2 + Int(publish[start]) << 8 + Int(publish[start + 1])
        let topic = publish[(start + 2)..<end]
        if topic.suffix(6).elementsEqual("/event".utf8) { heard[index].events += 1 }
        if topic.suffix(6).elementsEqual("/state".utf8) { heard[index].state = Array(publish[end...]) }
    }

    /// Bytes of a packet's head, and of what is in it; nil where the head is not there.
    private static func size(_ bytes: ArraySlice<UInt8>) -> (head: Int, length: Int)? {
        var (length, shift) = (0, 0)
        for byte in bytes.dropFirst().prefix(4) {
            length |= Int(byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0 { return (1 + shift / 7, length) }
        }
        return nil
    }

    private static func length(_ count: Int) -> [UInt8] {
        count < 128 ? [UInt8(count)] : [UInt8(count & 0x7F | 0x80)] + length(count >> 7)
    }

    private static func string(_ text: String) -> [UInt8] {
        [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 0xFF)] + text.utf8
    }
}
