import NIOCore

/// Follows NIO's own handler, which silently closes connections that it cannot set up, and forwards
/// the others.
final class AcceptFailures: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private let tell: (any Error) -> Void
    private var isReported = false

    init(_ tell: @escaping (any Error) -> Void) {
        self.tell = tell
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isReported = false
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // NIO's own errors are reported by the code that refuses a connection, or mean that the
        // client has disconnected.
        guard !(error is ChannelError), !isReported else { return }
        isReported = true
        tell(error)
    }
}
