import NIOCore

/// Limits the number of connections per address, and closes those above the limit.
final class AddressShare: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let share: (_ address: String) -> Int?
    private var open: [String: Int] = [:]

    /// - Parameter share: Returns the maximum number of open connections of an address; `nil` for
    ///   one without a limit, such as that of a proxy, which everyone shares.
    init(_ share: @escaping (_ address: String) -> Int?) {
        self.share = share
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        let address = channel.remoteAddress?.ipAddress ?? ""
        guard let share = share(address) else { return context.fireChannelRead(data) }
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
