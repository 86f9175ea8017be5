import DiceWire
import NIOCore

/// The daemon's side of a session. Splits the daemon's output into lines.
final class DaemonHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private weak var session: WebSocketSession?
    /// The limit exceeds the daemon's longest line.
    private var codec = LineCodec(limit: 16 << 20)

    init(_ session: WebSocketSession) {
        self.session = session
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        codec.append(unwrapInboundIn(data).readableBytesView)
        while let piece = codec.next() {
            guard case .line(let line) = piece else {
                return context.close(promise: nil)
            }
            session?.receivedLine(line)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        session?.receivedAllLines()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        session?.daemonReads(context.channel.isWritable)
    }

    func channelInactive(context: ChannelHandlerContext) {
        session?.daemonClosed()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
