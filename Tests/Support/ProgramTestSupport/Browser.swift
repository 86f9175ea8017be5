import Foundation
import Unix

/// A page's WebSocket, implemented by hand: requests the upgrade and records messages.
package final class Browser: Sendable {
    package enum Frame: Sendable, Hashable {
        case text(String)
        case ping
        case pong(String)
        case close(Int, String)
    }

    /// The text before the frames: the response to the upgrade.
    package let head: String
    package let frames = Recorded<Frame>("the page's frames")
    private let socket: Int32

    package init(
        port: Int,
        host: String? = nil,
        origin: String? = "",
        isReading: Bool = true
    )
        throws
    {
        socket = try Loopback.connect(port)
        let host = host ?? "127.0.0.1:\(port)"
        var request =
            "GET /ws HTTP/1.1\r\nHost: \(host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        if let origin {
            request +=
                "Origin: \(origin.isEmpty ? "http://127.0.0.1:\(port)" : origin)\r\n"
        }
        Descriptor.write(Array((request + "\r\n").utf8), to: socket)
        head = Self.readHead(socket)
        if isReading {
            startReading()
        }
    }

    deinit {
        close()
        Glibc.close(socket)
    }

    package func startReading() {
        let copy = dup(socket)
        let frames = frames
        Thread.detachNewThread {
            while let frame = Self.readFrame(copy) {
                frames.append(frame)
            }
            frames.end()
            Glibc.close(copy)
        }
    }

    package func close() {
        shutdown(socket, Int32(SHUT_RDWR))
    }

    package func send(_ text: String) {
        send(0x81, Array(text.utf8))
    }

    /// - Parameter first: the first byte of the frame: its FIN bit and opcode.
    package func send(_ first: UInt8, _ data: [UInt8]) {
        let mask: [UInt8] = [1, 2, 3, 4]
        var bytes = [first]
        switch data.count {
        case ..<126: bytes.append(0x80 | UInt8(data.count))
        case ..<65_536:
            bytes += [0x80 | 126, UInt8(data.count >> 8), UInt8(data.count & 0xFF)]
        default:
            bytes +=
                [0x80 | 127]
                + (0..<8).map { UInt8(truncatingIfNeeded: data.count >> (56 - 8 * $0)) }
        }
        bytes += mask
        bytes += data.enumerated().map { $1 ^ mask[$0 % 4] }
        Descriptor.write(bytes, to: socket)
    }

    /// Sends a link's token; returns the message that answers it.
    package func open(_ link: String, asStranger isStranger: Bool = false) async throws
        -> JSON
    {
        let token = link.split(separator: "#").last ?? ""
        send(#"{"token":"\#(token)"\#(isStranger ? #","stranger":true"# : "")}"#)
        return try await text { $0["session"] != .null || $0["error"] != .null }
    }

    /// Returns the first matching text, as JSON.
    package func text(_ isWanted: @escaping @Sendable (JSON) -> Bool) async throws
        -> JSON
    {
        let frame = try await frames.first { frame in
            if case .text(let text) = frame {
                isWanted(JSON(text.utf8) ?? .null)
            } else {
                false
            }
        }.element
        guard case .text(let text) = frame else { return .null }
        return JSON(text.utf8) ?? .null
    }

    package func result(_ id: Int) async throws -> JSON {
        try await text { $0["id"] == JSON(id) }["result"]
    }

    /// Returns the code of the close frame, once it has arrived.
    package func closeCode() async throws -> Int {
        let frame = try await frames.first {
            if case .close = $0 { true } else { false }
        }.element
        guard case .close(let code, _) = frame else { return 0 }
        return code
    }

    private static func readHead(_ socket: Int32) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8),
            recv(socket, &byte, 1, 0) == 1
        {
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func read(_ count: Int, _ socket: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let read = bytes.withUnsafeMutableBytes {
                recv(socket, $0.baseAddress?.advanced(by: filled), count - filled, 0)
            }
            guard read > 0 else { return nil }
            filled += read
        }
        return bytes
    }

    private static func readFrame(_ socket: Int32) -> Frame? {
        guard let start = read(2, socket) else { return nil }
        var length = Int(start[1] & 0x7F)
        if length > 125 {
            guard let more = read(length == 126 ? 2 : 8, socket) else { return nil }
            length = more.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let data = read(length, socket) else { return nil }
        switch start[0] & 15 {
        case 1: return .text(String(decoding: data, as: UTF8.self))
        case 8:
            let code = data.prefix(2).reduce(0) { $0 << 8 | Int($1) }
            return .close(code, String(decoding: data.dropFirst(2), as: UTF8.self))
        case 9: return .ping
        default: return .pong(String(decoding: data, as: UTF8.self))
        }
    }
}
