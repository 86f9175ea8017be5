import DiceTable
import DiceWire
import NIOCore

/// Sends a rejected client the reason, and closes.
@TableActor
final class RefusalHandler: @TableActor ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let error: WireError

    init(_ error: WireError) {
        self.error = error
    }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        channel.writeAndFlush(Reply(id: .null, result: .failure(error)).line())
            .whenComplete { _ in
                channel.close(promise: nil)
            }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}
