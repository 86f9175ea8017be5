import NIOCore
import NIOWebSocket

/// Assembles a browser's frames into messages, and rejects frames that this page does not support
/// (RFC 6455).
struct MessageAssembler {
    /// The maximum number of bytes in a message, equal to that of the daemon's request lines.
    static let limit = 65_536
    /// The maximum number of frames in a fragmented message.
    static let maxParts = 64

    enum Event: Hashable {
        case message(ByteBuffer)
        case ping(ByteBuffer)
        case pong
        /// The browser closes, with this code if it sent one.
        case close(UInt16?)
        /// A part of a message whose rest is missing.
        case part
    }

    /// The reason for closing a connection, as a close code.
    enum Error: UInt16, Swift.Error {
        case protocolError = 1002
        case binary = 1003
        case notText = 1007
        case lineFeed = 1008
        case tooLong = 1009
    }

    private var parts: ByteBuffer?
    private var count = 0

    mutating func received(_ frame: WebSocketFrame) throws(Error) -> Event {
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
            throw .protocolError
        }
        var data = frame.unmaskedData
        switch frame.opcode {
        case .ping: return .ping(data)
        case .pong: return .pong
        case .connectionClose: return .close(try Self.code(&data))
        case .text:
            guard parts == nil else { throw .protocolError }
            if frame.fin {
                return .message(try Self.checked(data))
            }
            parts = data
            count = 1
            return .part
        case .continuation:
            guard var whole = parts.take() else { throw .protocolError }
            count += 1
            whole.writeBuffer(&data)
            guard whole.readableBytes <= Self.limit, count <= Self.maxParts else {
                throw .tooLong
            }
            if frame.fin {
                return .message(try Self.checked(whole))
            }
            parts = whole
            return .part
        case .binary: throw .binary
        default: throw .protocolError
        }
    }

    /// The codes that may be sent: those of the protocol and of applications (RFC 6455, 7.4).
    private static let closeCodes: [ClosedRange<UInt16>] = [
        1_000...1_003, 1_007...1_014, 3_000...4_999,
    ]

    private static func code(_ close: inout ByteBuffer) throws(Error) -> UInt16? {
        guard close.readableBytes > 0 else { return nil }
        guard let code: UInt16 = close.readInteger(),
            closeCodes.contains(where: { $0.contains(code) })
        else {
            throw .protocolError
        }
        guard isText(close) else { throw .notText }
        return code
    }

    private static func isText(_ bytes: ByteBuffer) -> Bool {
        (try? UTF8Span(validating: bytes.readableBytesUInt8Span)) != nil
    }

    private static func checked(_ message: ByteBuffer) throws(Error) -> ByteBuffer {
        guard message.readableBytes <= limit else { throw .tooLong }
        guard isText(message) else { throw .notText }
        guard !message.readableBytesView.contains(UInt8(ascii: "\n")) else {
            throw .lineFeed
        }
        return message
    }
}
