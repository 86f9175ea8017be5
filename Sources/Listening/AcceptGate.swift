package import NIOCore

/// Accepts as many connections as there is room for, and rests for a moment if accepting fails.
///
/// A client that is not let in waits in the kernel's queue. NIO's `AcceptBackoffHandler` does not
/// help: it delays the next read but leaves the socket registered for reading, so that the loop
/// turns for as long as a client waits.
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

    /// How long to wait for the loop to look at its sockets.
    private static let pause = TimeAmount.microseconds(200)

    /// - Parameters:
    ///   - capacity: how many connections may be open at once.
    ///   - rest: how long nobody is let in after accepting has failed.
    ///   - intake: takes the connections that wait behind each one that NIO has taken; nil leaves
    ///     them to NIO.
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

    /// Sets up what has been let in, and what there is no time for soon: the loop looks at its
    /// sockets in between.
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
    /// Has `tell` told why this listener could not take a connection: once, until it takes one
    /// again.
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
