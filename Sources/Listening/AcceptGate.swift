package import NIOCore

/// Accepts connections up to a limit, and pauses after a failure to accept.
///
/// Other clients wait in the kernel's queue. NIO's `AcceptBackoffHandler` does not help: it delays
/// the next read but leaves the socket registered for reading, so that the loop spins while a
/// client waits.
package final class AcceptGate: ChannelInboundHandler {
    package typealias InboundIn = any Channel
    package typealias InboundOut = any Channel

    private let capacity: Int
    private let rest: TimeAmount
    private let intake: Intake?
    private var open = 0 { didSet { update() } }
    private var isResting = false { didSet { update() } }
    private var isSetUpDue = false
    private var context: ChannelHandlerContext?

    /// The delay that lets the loop poll its sockets.
    private static let pause = TimeAmount.microseconds(200)

    /// - Parameters:
    ///   - capacity: the maximum number of open connections.
    ///   - rest: the pause after a failure to accept.
    ///   - intake: accepts the connections that are queued behind each one that NIO accepts; `nil`
    ///     leaves them to NIO.
    package init(
        capacity: Int,
        rest: TimeAmount = .milliseconds(250),
        intake: Intake? = nil
    ) {
        self.capacity = capacity
        self.rest = rest
        self.intake = intake
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        open += 1
        let gate = NIOLoopBound(self, eventLoop: context.eventLoop)
        unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).whenComplete { _ in
            gate.value.open -= 1
        }
        context.fireChannelRead(data)
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        if let intake, !isResting {
            intake.take(room: capacity - open)
            setUp(from: intake, on: context.eventLoop)
        }
        context.fireChannelReadComplete()
    }

    /// Sets up accepted connections. Those that exceed the time follow soon, after the loop has
    /// polled its sockets.
    private func setUp(from intake: Intake, on loop: any EventLoop) {
        let gate = NIOLoopBound(self, eventLoop: loop)
        intake.setUpNext { channel in
            open += 1
            channel.flatMap(\.closeFuture).whenComplete { _ in gate.value.open -= 1 }
        }
        guard intake.count > 0, !isSetUpDue else { return }
        isSetUpDue = true
        loop.scheduleTask(in: Self.pause) {
            let gate = gate.value
            gate.isSetUpDue = false
            if let intake = gate.intake {
                gate.setUp(from: intake, on: loop)
            }
        }
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(error)
        guard error is IOError else { return }
        isResting = true
        let gate = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: rest) { gate.value.isResting = false }
    }

    private func update() {
        try? context?.channel.syncOptions?.setOption(
            .autoRead,
            value: open < capacity && !isResting
        )
    }
}

extension EventLoopFuture where Value == any Channel {
    /// Reports an error in accepting to `tell`, but no further ones until a connection has been
    /// accepted.
    package func telling(_ tell: @escaping @Sendable (any Error) -> Void)
        -> EventLoopFuture<
            any Channel
        >
    {
        flatMapThrowing { channel in
            try channel.pipeline.syncOperations.addHandler(AcceptFailures(tell))
            return channel
        }
    }
}
