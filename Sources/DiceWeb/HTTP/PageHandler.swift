import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Answers one request, and closes its connection.
final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let admission: Admission
    private let headGuard: HeadGuard
    private var hasAnswered = false

    init(admission: Admission, headGuard: HeadGuard) {
        self.admission = admission
        self.headGuard = headGuard
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        guard admission.admits(head) else {
            return send(
                HTTPResponse(
                    .tooManyRequests,
                    "There are too many connections from this address.\n"
                ),
                context
            )
        }
        send(HTTPResponse(to: head, origins: admission.origins), context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case is HeadGuard.TooLong:
            send(
                HTTPResponse(
                    .requestHeaderFieldsTooLarge,
                    "The request is too long.\n"
                ),
                context
            )
        case is HTTPParserError:
            send(HTTPResponse(.badRequest, "This is not an HTTP request.\n"), context)
        // The request itself follows, and its response says more.
        case is HTTPServerUpgradeErrors, is NIOWebSocketUpgradeError: break
        default: context.close(promise: nil)
        }
    }

    private func send(_ answer: HTTPResponse, _ context: ChannelHandlerContext) {
        guard !hasAnswered else { return }
        hasAnswered = true
        headGuard.receivedHead(context: context)
        var headers = answer.headers
        headers.add(name: "Connection", value: "close")
        let head = HTTPResponseHead(
            version: .http1_1,
            status: answer.status,
            headers: headers
        )
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !answer.isHeadOnly, !answer.body.isEmpty {
            context.write(
                wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))),
                promise: nil
            )
        }
        let end = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: end)
        // The client closes first: closing while the client is still sending would discard the
        // response.
        end.futureResult.assumeIsolated().whenComplete { _ in
            context.close(mode: .output, promise: nil)
        }
    }
}
