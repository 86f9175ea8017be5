public import NIOCore
internal import Unix

/// Accepts as many connections as there is room for, and rests for a moment where accepting fails.
///
/// Who is not let in waits in the kernel's queue. NIO's `AcceptBackoffHandler` is no help: it delays the next read but leaves the socket registered for reading,
/// so that the loop turns for as long as somebody waits.
public final class AcceptGate: ChannelInboundHandler {
    public typealias InboundIn = any Channel
    public typealias InboundOut = any Channel

    private let capacity: Int
    private let rest: TimeAmount
    private var open = 0
    private var isResting = false
    private var context: ChannelHandlerContext?

    /// - Parameters:
    ///   - capacity: how many connections may be open at once.
    ///   - rest: how long nobody is let in after accepting has failed.
    public init(capacity: Int, rest: TimeAmount = .milliseconds(250)) {
        self.capacity = capacity
        self.rest = rest
    }

    public func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    public func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        open += 1
        let gate = NIOLoopBound(self, eventLoop: context.eventLoop)
        unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).whenComplete { _ in gate.value.closed() }
        update()
        context.fireChannelRead(data)
    }

    public func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is IOError else { return context.fireErrorCaught(error) }
        isResting = true
        update()
        let gate = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: rest) { gate.value.rested() }
    }

    private func closed() {
        open -= 1
        update()
    }

    private func rested() {
        isResting = false
        update()
    }

    private func update() {
        try? context?.channel.syncOptions?.setOption(.autoRead, value: open < capacity && !isResting)
    }
}
