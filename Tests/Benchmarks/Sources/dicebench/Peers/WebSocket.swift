import Glibc

/// What a link of `dicectl web` opens.
struct PageLink {
    let url: String
    let port: UInt16
    let token: String

    /// - Parameter url: as `http://127.0.0.1:7447/#TOKEN`.
    init(_ url: String) throws {
        let parts = url.split(separator: "#", maxSplits: 1)
        guard parts.count == 2, let address = parts[0].split(separator: "/").dropFirst().first,
            let port = address.split(separator: ":").last.flatMap({ UInt16($0) })
        else { throw Failure("\(url) is no link") }
        (self.url, self.port) = (url, port)
        token = String(parts[1])
    }
}

/// A page's connection to diced-web, without a browser (RFC 6455).
final class WebSocket {
    let socket: RawSocket
    private var frames = WebFrames()
    /// What has come with the message that was waited for.
    private var received: [[UInt8]] = []

    /// - Parameter host: the last byte of the address 127.0.0.x that it comes from.
    init(port: UInt16, path: String = "ws", from host: UInt8) throws {
        socket = try RawSocket.tcp(port: port, from: host)
        let origin = "127.0.0.1:\(port)"
        let request = [
            "GET /\(path) HTTP/1.1", "Host: \(origin)", "Origin: http://\(origin)", "Connection: Upgrade",
            "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", "",
        ].joined(separator: "\r\n")
        try socket.send(Array(request.utf8))
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            head.append(contentsOf: try socket.receive())
            guard head.count < 4_096 else { break }
        }
        guard head.starts(with: "HTTP/1.1 101".utf8) else { throw Failure("port \(port) opens no WebSocket") }
    }

    /// Opens the page's session and returns once it has begun.
    convenience init(_ link: PageLink, from host: UInt8) throws {
        try self.init(port: link.port, from: host)
        try send(#"{"token":"\#(link.token)"}"#.utf8)
        let answer = try receive()
        guard answer.starts(with: #"{"session""#.utf8) else {
            throw Failure("diced-web refuses a page: \(String(decoding: answer, as: UTF8.self))")
        }
    }

    func send(_ text: some Collection<UInt8>) throws { try socket.send(Self.frame(text)) }

    /// A text frame under the mask 0, which leaves the text as it is.
    static func frame(_ text: some Collection<UInt8>) -> [UInt8] {
        let length = text.count
        let size: [UInt8] =
            length < 126 ? [0x80 | UInt8(length)] : [0x80 | 126, UInt8(length >> 8), UInt8(truncatingIfNeeded: length)]
        return [0x81] + size + [0, 0, 0, 0] + text
    }

    /// Waits for the next message.
    func receive() throws -> [UInt8] {
        while received.isEmpty {
            frames.take(try socket.receive()) { message in received.append(Array(message)) }
        }
        return received.removeFirst()
    }

    /// Takes what has come, without waiting.
    func take(_ each: (UnsafeRawBufferPointer) -> Void) throws {
        frames.take(try socket.receive(flags: Int32(MSG_DONTWAIT)), each)
    }
}

/// Puts a server's frames together, whose messages are never in pieces.
private struct WebFrames {
    private var rest: [UInt8] = []

    mutating func take(_ bytes: UnsafeRawBufferPointer, _ each: (UnsafeRawBufferPointer) -> Void) {
        rest.append(contentsOf: bytes)
        var start = 0
        rest.withUnsafeBytes { rest in
            while let (head, length) = Self.size(rest[start...]), rest.count - start >= head + length {
                // A ping or a close is no message.
                if rest[start] & 0x0F == 1 {
                    each(UnsafeRawBufferPointer(rebasing: rest[(start + head)...].prefix(length)))
                }
                start += head + length
            }
        }
        rest.removeFirst(start)
    }

    /// Bytes of a frame's head and of what is in it; nil where the head is not there.
    private static func size(_ bytes: Slice<UnsafeRawBufferPointer>) -> (head: Int, length: Int)? {
        let start = bytes.startIndex
        guard bytes.count >= 2 else { return nil }
        let short = Int(bytes[start + 1] & 0x7F)
        let more = short == 126 ? 2 : short == 127 ? 8 : 0
        guard bytes.count >= 2 + more else { return nil }
        guard more > 0 else { return (2, short) }
        return (2 + more, bytes[(start + 2)..<(start + 2 + more)].reduce(0) { $0 << 8 | Int($1) })
    }
}
