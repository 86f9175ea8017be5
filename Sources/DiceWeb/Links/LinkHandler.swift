import DiceWire
import Glibc
import NIOCore
import Unix

/// A connection to the socket for links: lines of JSON-RPC 2.0, answered in order.
final class LinkHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let issuer: LinkIssuer
    private let decoder: RequestDecoder
    private let asker: LinkIssuer.Asker
    private let keeper: OpenOrigins.Keeper
    private let patience: Duration
    private var codec = LineCodec()
    private var timer: Scheduled<Void>?

    /// - Parameter patience: The maximum duration of a connection that keeps no origin open.
    init(
        issuer: LinkIssuer,
        asker: LinkIssuer.Asker,
        keeper: OpenOrigins.Keeper,
        patience: Duration = WebTimes().links
    ) {
        self.issuer = issuer
        self.asker = asker
        self.keeper = keeper
        decoder = RequestDecoder(issuer.isShared ? .sharedLinks : .links)
        self.patience = patience
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let loop = context.eventLoop.assumeIsolated()
        timer = loop.scheduleTask(in: TimeAmount(patience)) {
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        keeper.end()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        codec.append(unwrapInboundIn(data).readableBytesView)
        while let piece = codec.next() {
            guard case .line(let line) = piece else {
                send(Reply(id: .null, result: .failure(.lineTooLong)), context)
                return context.close(promise: nil)
            }
            let permit = Permit(label: asker.name)
            switch decoder.decode(line, permit) {
            case .single(let call):
                if let reply = reply(to: call) { send(reply, context) }
            case .batch(let calls):
                let replies = calls.compactMap { reply(to: decoder.read($0, permit)) }
                if !replies.isEmpty {
                    send(replies, context)
                }
            }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    /// Executes a request. Returns `nil` for a notification.
    private func reply(to call: Call) -> Reply? {
        let result = Result { () throws(WireError) in
            try self.result(of: try call.request.get())
        }
        return call.id.map { Reply(id: $0, result: result) }
    }

    private func result(of request: Request) throws(WireError) -> any JSONWritable {
        if let params = request[.makeLink] {
            return try issuer.make(params, for: asker, at: keeper.origin)
        }
        if let params = request[.openOrigin] {
            timer?.cancel()
            return OriginOpened(port: keeper.open(params.origin))
        }
        if request.method == .revokeLinks {
            return try issuer.revokeAll(of: asker)
        }
        guard let hello = request[.hello] else { return EmptyObject() }
        guard hello.protocolNumber == protocolVersion else {
            throw WireError.unsupportedProtocol(hello, by: "diced-web")
        }
        return HelloResult(
            protocol: protocolVersion,
            server: "diced-web/\(version)",
            instance: "web",
            pid: Int(getpid())
        )
    }

    private func send(_ reply: some JSONWritable, _ context: ChannelHandlerContext) {
        var json = JSONWriter()
        reply.write(to: &json)
        json.endLine()
        context.writeAndFlush(
            wrapOutboundOut(ByteBuffer(bytes: json.bytes)),
            promise: nil
        )
    }
}
