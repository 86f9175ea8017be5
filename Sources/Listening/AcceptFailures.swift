import NIOCore

/// Stands behind NIO's own handler, which closes what it cannot set up without a word, and passes
/// on what it could.
final class AcceptFailures: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private let tell: (any Error) -> Void
    private var hasTold = false

    init(_ tell: @escaping (any Error) -> Void) {
        self.tell = tell
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasTold = false
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Those of NIO's kind are told by whoever refuses a connection, or say that the client is
        // gone.
        guard !(error is ChannelError), !hasTold else { return }
        hasTold = true
        tell(error)
    }
}
