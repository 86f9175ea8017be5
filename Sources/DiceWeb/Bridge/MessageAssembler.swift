internal import NIOCore
internal import NIOWebSocket

/// Makes whole messages of a browser's frames, and refuses what this page does not take (RFC 6455).
struct MessageAssembler {
    /// Bytes of the longest message: as long as the daemon's longest line.
    static let limit = 65_536
    /// Frames of a message that comes in parts.
    static let mostParts = 64

    enum Event: Hashable {
        case message(ByteBuffer)
        case ping(ByteBuffer)
        case pong
        /// With its code, where it has one.
        case close(UInt16?)
        /// More is to come.
        case part
    }

    /// Why a connection is closed.
    enum Refusal: UInt16, Error {
        case protocolError = 1002
        case binary = 1003
        case notText = 1007
        case lineFeed = 1008
        case tooLong = 1009
    }

    private var parts: ByteBuffer?
    private var count = 0

    mutating func received(_ frame: WebSocketFrame) throws(Refusal) -> Event {
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { throw .protocolError }
        var data = frame.unmaskedData
        switch frame.opcode {
        case .ping: return .ping(data)
        case .pong: return .pong
        case .connectionClose: return .close(data.readInteger())
        case .text:
            guard parts == nil else { throw .protocolError }
            if frame.fin { return .message(try Self.checked(data)) }
            (parts, count) = (data, 1)
            return .part
        case .continuation:
            guard var whole = parts.take() else { throw .protocolError }
            count += 1
            whole.writeBuffer(&data)
            guard whole.readableBytes <= Self.limit, count <= Self.mostParts else { throw .tooLong }
            if frame.fin { return .message(try Self.checked(whole)) }
            parts = whole
            return .part
        case .binary: throw .binary
        default: throw .protocolError
        }
    }

    private static func checked(_ message: ByteBuffer) throws(Refusal) -> ByteBuffer {
        guard message.readableBytes <= limit else { throw .tooLong }
        guard (try? UTF8Span(validating: message.readableBytesUInt8Span)) != nil else { throw .notText }
        guard !message.readableBytesView.contains(UInt8(ascii: "\n")) else { throw .lineFeed }
        return message
    }
}
