internal import DiceModel
internal import DiceTable
internal import NIOCore

/// Carries what happens on a connection's socket to its `Connection`, on the event loop that is the table actor's.
final class SocketHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        TableActor.assumeIsolated { [connection] in connection.received(bytes.readableBytesView) }
    }

    func read(context: ChannelHandlerContext) {
        if TableActor.assumeIsolated({ [connection] in connection.wantsInput }) { context.read() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { TableActor.assumeIsolated { [connection] in connection.writabilityChanged() } }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event {
            TableActor.assumeIsolated { [connection] in connection.inputEnded() }
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        TableActor.assumeIsolated { [connection] in connection.closed() }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
