internal import NIOCore

/// Lets in as many connections as there is room for, and no more than its share of each address. Who finds no room waits in
/// the kernel's queue; who is over their share is closed.
final class ConnectionGate: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let limits: WebLimits
    private let hasShare: (_ address: String) -> Bool
    private var open = 0
    private var byAddress: [String: Int] = [:]
    private var isResting = false
    private var context: ChannelHandlerContext?

    /// How long nobody is let in after accepting has failed, for want of descriptors.
    private static let rest = TimeAmount.milliseconds(250)

    /// - Parameter hasShare: whether an address has a share; a proxy's has none, for it is everybody's.
    init(_ limits: WebLimits, hasShare: @escaping (_ address: String) -> Bool = { _ in true }) {
        self.limits = limits
        self.hasShare = hasShare
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        let address = channel.remoteAddress?.ipAddress ?? ""
        if hasShare(address), byAddress[address, default: 0] >= limits.connectionsPerAddress {
            return channel.close(promise: nil)
        }
        open += 1
        byAddress[address, default: 0] += 1
        let gate = NIOLoopBound(self, eventLoop: context.eventLoop)
        channel.closeFuture.hop(to: context.eventLoop).whenComplete { _ in gate.value.closed(address) }
        update()
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is IOError else { return context.fireErrorCaught(error) }
        isResting = true
        update()
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.rest) {
            self.isResting = false
            self.update()
        }
    }

    private func closed(_ address: String) {
        open -= 1
        let left = byAddress[address, default: 1] - 1
        byAddress[address] = left > 0 ? left : nil
        update()
    }

    private func update() {
        try? context?.channel.syncOptions?.setOption(.autoRead, value: open < limits.connections && !isResting)
    }
}
