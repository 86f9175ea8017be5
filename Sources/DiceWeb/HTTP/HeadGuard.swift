import NIOCore

/// Closes connections that are slow to send a request or to read its response, or whose request
/// head is too long.
final class HeadGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The maximum number of bytes in the request line and headers.
    static let limit = 16_384

    /// The error for a request head longer than `limit`.
    struct TooLong: Error {}

    private let times: WebTimes
    private var count = 0
    private var hasHead = false
    private var timer: Scheduled<Void>?

    init(_ times: WebTimes = WebTimes()) {
        self.times = times
    }

    func handlerAdded(context: ChannelHandlerContext) {
        wait(TimeAmount(times.head), context)
    }
    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let wasWithin = count <= Self.limit
        count += unwrapInboundIn(data).readableBytes
        if hasHead || count <= Self.limit {
            context.fireChannelRead(data)
        } else if wasWithin {
            context.fireErrorCaught(TooLong())
        }
    }

    /// Starts the timeout for the response, once the head of the request has arrived.
    func receivedHead(context: ChannelHandlerContext) {
        hasHead = true
        wait(TimeAmount(times.answer), context)
    }

    private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            context.close(promise: nil)
        }
    }
}
