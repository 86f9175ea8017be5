internal import DiceWire
internal import Glibc
internal import NIOCore
internal import Unix

/// A connection to the socket for links: lines of JSON-RPC 2.0, answered in turn.
final class LinkHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let office: LinkOffice
    private let asker: LinkOffice.Asker
    private let patience: Duration
    private var codec = LineCodec()
    private var timer: Scheduled<Void>?

    /// - Parameter patience: how long a connection may last.
    init(office: LinkOffice, asker: LinkOffice.Asker, patience: Duration = WebTimes().links) {
        self.office = office
        self.asker = asker
        self.patience = patience
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let loop = context.eventLoop.assumeIsolated()
        timer = loop.scheduleTask(in: TimeAmount(patience)) { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) { timer?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        codec.append(unwrapInboundIn(data).readableBytesView)
        while let piece = codec.next() {
            guard case .line(let line) = piece else {
                send(Reply(id: .null, result: .failure(.lineTooLong)), context)
                return context.close(promise: nil)
            }
            let call = LinkCall(line: line)
            let result = result(of: call)
            if let id = call.id { send(Reply(id: id, result: result), context) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func result(of call: LinkCall) -> Result<any JSONWritable, WireError> {
        do throws(WireError) {
            switch try call.request.get() {
            case .hello:
                return .success(
                    HelloResult(
                        protocol: protocolVersion, server: "diced-web/\(version)", instance: "web", pid: Int(getpid())))
            case .ping: return .success(EmptyObject())
            case .make(let order): return .success(try office.make(order, for: asker))
            case .revokeAll: return .success(try office.revokeAll(of: asker))
            }
        } catch {
            return .failure(error)
        }
    }

    private func send(_ reply: Reply, _ context: ChannelHandlerContext) {
        var json = JSONWriter()
        reply.write(to: &json)
        json.endLine()
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: json.bytes)), promise: nil)
    }
}
