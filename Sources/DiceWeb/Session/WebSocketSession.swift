import DiceModel
import DiceWire
import Logging
import NIOCore
import NIOWebSocket

/// One open page: the browser's WebSocket and, once its token arrives, a separate connection to the
/// daemon. Each message is one line in both directions. While one side is not reading, nothing is
/// read from the other. Until it receives the welcome, a browser sends only its token.
final class WebSocketSession: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// An id that no page uses for a request.
    private static let confinementID = RequestID.string("diced-web")

    private let dependencies: Dependencies
    /// The open origin of the page; `nil` if its origin is always served.
    let origin: Origin?
    private var phase = State.awaitingToken
    private var assembler = MessageAssembler()
    private var context: ChannelHandlerContext?
    private var daemon: (any Channel)?
    /// True while a pong is being sent; `owedPong` is the data of the newest ping since. The
    /// browser is owed one pong at most.
    private var isPongUnderway = false
    private var owedPong: ByteBuffer?
    private var lastHeard = NIODeadline.uptimeNanoseconds(0)
    private var timers: [Scheduled<Void>] = []
    private var heartbeat: RepeatedTask?

    init(_ dependencies: Dependencies, origin: Origin? = nil) {
        self.dependencies = dependencies
        self.origin = origin
    }

    private var times: WebTimes { dependencies.times }

    /// The link that opened the session, once its token is verified.
    var link: Link? { phase.link }

    // MARK: Browser

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        lastHeard = context.eventLoop.now
        dependencies.sessions.opened(self)
        after(TimeAmount(times.token)) { session in
            if case .awaitingToken = session.phase {
                session.end(.noToken)
            }
        }
        let session = NIOLoopBound(self, eventLoop: context.eventLoop)
        heartbeat = context.eventLoop.scheduleRepeatedTask(
            initialDelay: TimeAmount(times.ping),
            delay: TimeAmount(times.ping)
        ) { _ in session.value.beat() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastHeard = context.eventLoop.now
        let frame = unwrapInboundIn(data)
        if case .closing = phase {
            if frame.opcode == .connectionClose {
                context.close(promise: nil)
            }
            return
        }
        let event: MessageAssembler.Event
        do throws(MessageAssembler.Error) {
            event = try assembler.received(frame)
        } catch { return end(SessionEnd(error)) }
        switch (phase, event) {
        case (_, .close(let code)): browserClosed(code)
        case (.awaitingToken, .message(let message)): receivedToken(message)
        case (.open, .message(let message)): forward(message)
        case (.open, .ping(let data)):
            owedPong = data
            sendOwedPong()
        case (.open, .pong), (.open, .part): break
        default: end(.tooEarly)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength: end(SessionEnd(.tooLong))
        case is NIOWebSocketError: end(SessionEnd(.protocolError))
        default: context.close(promise: nil)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        // Slows down the daemon's connection to the pace of a slow browser.
        if case .open = phase {
            Self.setReading(of: daemon, context.channel.isWritable)
            if context.channel.isWritable {
                Self.setReading(of: context.channel, daemon?.isWritable == true)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        phase = .closing
        closeDaemon()
        heartbeat?.cancel()
        for timer in timers {
            timer.cancel()
        }
        dependencies.sessions.closed(self)
        self.context = nil
        context.fireChannelInactive()
    }

    private func browserClosed(_ code: UInt16?) {
        guard let context else { return }
        phase = .closing
        closeDaemon()
        sendClose(code ?? 1_000, "")
        context.close(promise: nil)
    }

    // MARK: Opening

    private func receivedToken(_ message: ByteBuffer) {
        guard let context else { return }
        let link: Link
        do throws(LinkError) {
            link = try dependencies.issuer.link(in: Array(message.readableBytesView))
        } catch { return end(SessionEnd(error)) }
        phase = .connecting(link)
        // Reads nothing more until the daemon has agreed.
        Self.setReading(of: context.channel, false)
        let left =
            link.expires.millisecondsSinceEpoch
            - dependencies.now().millisecondsSinceEpoch
        after(.milliseconds(left)) { $0.expireIfDue() }
        dependencies.connect(DaemonHandler(self), context.eventLoop).assumeIsolated()
            .whenComplete { self.connected($0) }
    }

    private func connected(_ result: Result<any Channel, any Error>) {
        guard case .connecting(let link) = phase else {
            if case .success(let channel) = result {
                channel.close(promise: nil)
            }
            return
        }
        switch result {
        case .success(let channel):
            daemon = channel
            phase = .confining(link)
            let request = Method.confine(link.confinement).line(id: Self.confinementID)
            channel.writeAndFlush(ByteBuffer(bytes: request), promise: nil)
            if !channel.isActive {
                daemonClosed()
            }
        case .failure(let error):
            dependencies.logger.warning(
                "the daemon cannot be reached",
                metadata: ["error": "\(error)"]
            )
            end(.noDaemon)
        }
    }

    /// Opens the session if the daemon has confined it to exactly the link's rights.
    private func receivedConfinement(_ line: [UInt8], _ link: Link) {
        guard let context, let answer = ServerLine(line),
            case .reply(Self.confinementID, let error) = answer.kind
        else { return end(.noDaemon) }
        if let error {
            dependencies.logger.warning(
                "the daemon rejected a session",
                metadata: [
                    "reason": "\(error.data.reason)", "error": "\(error.message)",
                ]
            )
            return end(SessionEnd(refusedByDaemon: error))
        }
        var wanted = link.confinement
        wanted.tables = wanted.tables.map { Set($0).sorted() }
        guard (try? answer.result(as: ConfineParams.self)) == wanted else {
            return end(.noDaemon)
        }
        phase = .open(link)
        send(
            .text,
            ByteBuffer(bytes: link.welcome(isShared: dependencies.issuer.isShared))
        )
        Self.setReading(of: context.channel, daemon?.isWritable == true)
        Self.setReading(of: daemon, context.channel.isWritable)
    }

    // MARK: Daemon

    func receivedLine(_ line: [UInt8]) {
        switch phase {
        case .confining(let link): receivedConfinement(line, link)
        case .open: write(.text, ByteBuffer(bytes: line))
        case .awaitingToken, .connecting, .closing: break
        }
    }

    func receivedAllLines() {
        if case .open = phase {
            context?.flush()
        }
    }

    func daemonReads(_ isReading: Bool) {
        if case .open = phase {
            Self.setReading(of: context?.channel, isReading)
        }
    }

    func daemonClosed() {
        switch phase {
        case .confining, .open: end(.daemonGone)
        case .awaitingToken, .connecting, .closing: break
        }
    }

    /// Forwards a message to the daemon, except for a host page's requests for links and bots, which
    /// are answered here.
    private func forward(_ message: ByteBuffer) {
        if let context, let link, link.role == .host {
            expireIfDue()
            guard case .open = phase else { return }
            let bytes = Array(message.readableBytesView)
            if let answer = ownAnswer(to: bytes, on: link) {
                send(.text, ByteBuffer(bytes: answer))
                // A page that does not read its responses cannot make more requests.
                if !context.channel.isWritable {
                    Self.setReading(of: context.channel, false)
                }
                return
            }
        }
        var line = message
        line.writeInteger(UInt8(ascii: "\n"))
        daemon?.writeAndFlush(line, promise: nil)
    }

    /// Returns the response to a host page's request for a link or a bot; `nil` for other messages.
    private func ownAnswer(to message: [UInt8], on link: Link) -> [UInt8]? {
        switch (try? JSONValue(parsing: message))?["method"] {
        case .string(Method.makeLink.any.name):
            dependencies.issuer.answer(to: message, on: link, at: origin)
        case .string(Method.startBot.any.name):
            dependencies.bots?.answer(to: message, on: link)
        default: nil
        }
    }

    private func closeDaemon() {
        daemon?.close(promise: nil)
        daemon = nil
    }

    // MARK: Ending

    func end(_ ending: SessionEnd) {
        guard let context else { return }
        if case .closing = phase {
            return
        }
        phase = .closing
        closeDaemon()
        if let text = ending.text {
            write(.text, ByteBuffer(bytes: text))
        }
        sendClose(ending.code, ending.reason)
        // Reads again, to receive the browser's own close frame.
        Self.setReading(of: context.channel, true)
        after(TimeAmount(times.close)) { $0.context?.close(promise: nil) }
    }

    /// Ends an expired session. Timers are late after the machine was suspended.
    private func expireIfDue() {
        if let link, !(link.expires > dependencies.now()) {
            end(SessionEnd(.tokenExpired))
        }
    }

    private func beat() {
        guard let context else { return }
        if context.eventLoop.now - lastHeard >= TimeAmount(times.silence) {
            if case .closing = phase {
                return context.close(promise: nil)
            }
            return end(.silent)
        }
        if case .closing = phase {
            return
        }
        expireIfDue()
        send(.ping, ByteBuffer())
    }

    // MARK: Writing

    private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
        context?.write(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)),
            promise: nil
        )
    }

    private func sendOwedPong() {
        guard let context, case .open = phase, !isPongUnderway,
            let data = owedPong.take()
        else {
            return
        }
        isPongUnderway = true
        let frame = wrapOutboundOut(
            WebSocketFrame(fin: true, opcode: .pong, data: data)
        )
        context.writeAndFlush(frame).assumeIsolated().whenComplete { _ in
            self.isPongUnderway = false
            self.sendOwedPong()
        }
    }

    private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
        write(opcode, data)
        context?.flush()
    }

    private func sendClose(_ code: UInt16, _ reason: String) {
        var data = ByteBuffer()
        data.writeInteger(code)
        data.writeString(reason)
        send(.connectionClose, data)
    }

    private static func setReading(of channel: (any Channel)?, _ isReading: Bool) {
        _ = channel?.setOption(.autoRead, value: isReading)
    }

    private func after(_ time: TimeAmount, _ body: @escaping (WebSocketSession) -> Void) {
        guard let context else { return }
        timers.append(
            context.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
                if let self {
                    body(self)
                }
            }
        )
    }
}
