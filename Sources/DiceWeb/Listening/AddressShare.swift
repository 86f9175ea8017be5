import NIOCore

/// Lets each address have its share of the connections, and closes what exceeds it.
final class AddressShare: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let share: Int
    private let hasShare: (_ address: String) -> Bool
    private var open: [String: Int] = [:]

    /// - Parameters:
    ///   - share: how many connections an address may have open at once.
    ///   - hasShare: whether an address has one; a proxy's has none, for it is everybody's.
    init(_ share: Int, hasShare: @escaping (_ address: String) -> Bool = { _ in true }) {
        self.share = share
        self.hasShare = hasShare
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        let address = channel.remoteAddress?.ipAddress ?? ""
        guard hasShare(address) else { return context.fireChannelRead(data) }
        guard open[address, default: 0] < share else {
            return channel.close(promise: nil)
        }
        open[address, default: 0] += 1
        let shares = NIOLoopBound(self, eventLoop: context.eventLoop)
        channel.closeFuture.hop(to: context.eventLoop).whenComplete { _ in
            shares.value.closed(address)
        }
        context.fireChannelRead(data)
    }

    private func closed(_ address: String) {
        let left = open[address, default: 1] - 1
        open[address] = left > 0 ? left : nil
    }
}
