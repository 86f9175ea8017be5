import Glibc
import ProgramTestSupport
import Unix

/// The little of MQTT 3.1.1 that a subscriber needs, as bytes.
enum Packet {
    /// CONNECT with a clean session and no keep-alive, and SUBSCRIBE for QoS 0.
    static func hello(_ name: String, topic: String) -> [UInt8] {
        let connect = text("MQTT") + [4, 2, 0, 0] + text(name)
        let subscribe: [UInt8] = [0, 1] + text(topic) + [0]
        return [0x10, UInt8(connect.count)] + connect + [0x82, UInt8(subscribe.count)] + subscribe
    }

    private static func text(_ text: String) -> [UInt8] {
        [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 0xFF)] + Array(text.utf8)
    }

    /// Takes the first whole packet off `bytes`: its first byte, and what follows its length; nil where it is not whole.
    static func take(from bytes: inout [UInt8]) -> (kind: UInt8, body: [UInt8])? {
        var (length, place) = (0, 1)
        while true {
            guard place < bytes.count, place < 5 else { return nil }
            length |= Int(bytes[place] & 0x7F) << (7 * (place - 1))
            place += 1
            if bytes[place - 1] & 0x80 == 0 { break }
        }
        guard bytes.count >= place + length else { return nil }
        let packet = (bytes[0], Array(bytes[place..<place + length]))
        bytes.removeFirst(place + length)
        return packet
    }

    static let connectAnswer: UInt8 = 0x20
    static let subscribeAnswer: UInt8 = 0x90

    /// The payload of a PUBLISH of QoS 0; nil for any other packet.
    static func payload(_ packet: (kind: UInt8, body: [UInt8])) -> ArraySlice<UInt8>? {
        guard packet.kind & 0xF6 == 0x30, packet.body.count >= 2 else { return nil }
        return packet.body.dropFirst(2 + Int(packet.body[0]) << 8 + Int(packet.body[1]))
    }
}

/// Many subscribers of one topic, each on a connection of its own, read by one thread.
final class Crowd {
    private struct Member {
        let socket: Int32
        var rest: [UInt8] = []
        var isSubscribed = false
        /// The revisions of the table at the ends of the rolls that it saw.
        var rolls: [Int] = []
    }

    private var members: [Member] = []
    private var indices: [Int32: Int] = [:]

    /// Connects all of them, and returns when the broker has agreed to every subscription.
    init(_ count: Int, port: Int, topic: String) throws {
        for number in 0..<count {
            let socket = try connectToLoopback(port)
            members.append(Member(socket: socket))
            indices[socket] = number
            Descriptor.write(Packet.hello("crowd\(number)", topic: topic), to: socket)
            // A few at a time, as a listener's queue is short.
            if number % 100 == 99 { try read { $0.prefix(number + 1).allSatisfy(\.isSubscribed) } }
        }
        try read { $0.allSatisfy(\.isSubscribed) }
    }

    deinit { for member in members { close(member.socket) } }

    /// Reads until everybody has seen the end of this many rolls; which they have.
    func rolls(_ count: Int) throws -> [[Int]] {
        try read { $0.allSatisfy { $0.rolls.count >= count } }
        return members.map(\.rolls)
    }

    struct Silence: Error {}

    private func read(until isDone: ([Member]) -> Bool) throws {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isDone(members) {
            var entries = members.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
            guard poll(&entries, nfds_t(entries.count), 120_000) > 0 else { throw Silence() }
            for entry in entries where entry.revents != 0 {
                guard let index = indices[entry.fd] else { continue }
                let count = recv(entry.fd, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                guard count > 0 else { throw Silence() }
                members[index].rest += buffer[..<count]
                while let packet = Packet.take(from: &members[index].rest) { take(packet, &members[index]) }
            }
        }
    }

    private func take(_ packet: (kind: UInt8, body: [UInt8]), _ member: inout Member) {
        if packet.kind == Packet.subscribeAnswer { member.isSubscribed = true }
        guard let payload = Packet.payload(packet),
            String(decoding: payload.prefix(120), as: UTF8.self).contains("rollSettled"),
            let revision = JSON(payload)?["params"]["revision"].int
        else { return }
        member.rolls.append(revision)
    }
}

/// A subscriber that comes by WebSocket, as a page does. What it is sent is read by hand.
final class WebSubscriber {
    private let socket: Int32
    private var bytes: [UInt8] = []
    private var packets: [UInt8] = []

    /// Asks to be let in, and subscribes. Throws where the broker does not speak WebSocket.
    init(_ port: Int, topic: String) throws {
        socket = try connectToLoopback(port)
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let request =
            "GET /mqtt HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Protocol: mqtt\r\n\r\n"
        Descriptor.write(Array(request.utf8), to: socket)
        let end = Array("\r\n\r\n".utf8)
        while bytes.firstRange(of: end) == nil { try readMore() }
        guard String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.1 101 "), let head = bytes.firstRange(of: end)
        else { throw SystemError(EPROTO) }
        bytes.removeFirst(head.upperBound)
        // One frame, masked with zeros.
        let hello = Packet.hello("page", topic: topic)
        Descriptor.write([0x82, 0x80 | UInt8(hello.count), 0, 0, 0, 0] + hello, to: socket)
    }

    deinit { close(socket) }

    /// The next message that is published.
    func next() throws -> JSON {
        while true {
            while let packet = Packet.take(from: &packets) {
                if let payload = Packet.payload(packet) { return JSON(payload) ?? .null }
            }
            packets += try nextFrame()
        }
    }

    /// The payload of a frame; a server masks none.
    private func nextFrame() throws -> [UInt8] {
        while bytes.count < 4 { try readMore() }
        let short = Int(bytes[1] & 0x7F)
        let (head, length) = short == 126 ? (4, Int(bytes[2]) << 8 | Int(bytes[3])) : (2, short)
        while bytes.count < head + length { try readMore() }
        defer { bytes.removeFirst(head + length) }
        return Array(bytes[head..<head + length])
    }

    private func readMore() throws {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { throw SystemError.last }
        bytes += buffer[..<count]
    }
}

/// A connection to a port of this machine.
func connectToLoopback(_ port: Int) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError.last }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    address.sin_port = in_port_t(port).bigEndian
    let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    guard status == 0 else {
        let error = SystemError.last
        close(descriptor)
        throw error
    }
    return descriptor
}
