package import DiceWire
import NIOCore
import NIOPosix

/// A raw client: sends lines and returns received ones in order.
package final class TestConnection: Sendable {
    private let channel: any Channel
    private let lines: LineStream

    init(_ channel: any Channel, _ lines: LineStream) {
        self.channel = channel
        self.lines = lines
    }

    /// - Parameter reading: true to read from the start, false to read from `startReading()` on.
    package static func connect(to path: String, reading: Bool = true) async throws
        -> TestConnection
    {
        let lines = LineStream()
        let channel = try await ClientBootstrap(
            group: MultiThreadedEventLoopGroup.singleton
        )
        .channelOption(.allowRemoteHalfClosure, value: true)
        .channelOption(.autoRead, value: reading)
        .channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(LineCollector(lines))
            }
        }
        .connect(unixDomainSocketPath: path).get()
        return TestConnection(channel, lines)
    }

    package func startReading() async throws {
        try await channel.setOption(.autoRead, value: true).get()
    }

    package func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text + "\n"))
    }

    package func send(_ request: Request, id: Int?) async throws {
        try await channel.writeAndFlush(
            ByteBuffer(bytes: request.line(id: id.map { .integer($0) }))
        )
    }

    package func send(_ request: Request, id: RequestID) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: request.line(id: id)))
    }

    /// Returns the next line as text; `nil` at the end of the stream. Throws `Missing` if neither
    /// arrives in time.
    package func next(_ what: String = "a line") async throws -> String? {
        let line = Task { await lines.next() }
        defer {
            line.cancel()
        }
        return try await line.ended("\(what) has not come")
    }

    /// Returns the next notification or reply.
    ///
    /// - Parameter what: the expected message, for failures.
    package func nextMessage(_ what: String = "a message") async throws -> ServerLine {
        guard let line = try await next(what) else {
            throw Missing(description: "the connection ended before \(what)")
        }
        guard let message = ServerLine(Array(line.utf8)) else {
            throw Missing(description: "no \(what), but: \(line)")
        }
        return message
    }

    /// Returns the next event with this name; drops earlier messages.
    @discardableResult
    package func event(_ name: String) async throws -> TableEvent {
        while true {
            if case .event(let event)? = try await nextMessage(name).notification(),
                event.kind.name == name
            {
                return event
            }
        }
    }

    /// Polls the status until `holds` returns true. Throws `Missing` if it never does in time.
    package func status(_ what: String, _ holds: (StatusResult) -> Bool) async throws {
        let end = ContinuousClock.now + Wait.patience
        while true {
            let status: StatusResult = try await call(Method.status())
            if holds(status) {
                return
            }
            guard ContinuousClock.now < end else {
                throw Missing(description: "not yet: \(what); \(status)")
            }
        }
    }

    /// Returns the reply to request `id`, with the notifications before it.
    package func reply(to id: Int) async throws -> (
        line: ServerLine, before: [Notification]
    ) {
        var before: [Notification] = []
        while true {
            let message = try await nextMessage("the reply to \(id)")
            if case .reply(.integer(id), _) = message.kind {
                return (message, before)
            }
            if let notification = try message.notification() {
                before.append(notification)
            }
        }
    }

    /// Sends a request and returns its result. Throws `WireError` if it is refused.
    package func call<Value: JSONReadable>(
        _ request: Request,
        id: Int = 1,
        as type: Value.Type = Value.self
    )
        async throws
        -> Value
    {
        try await send(request, id: id)
        let (line, _) = try await reply(to: id)
        if case .reply(_, let error?) = line.kind {
            throw error
        }
        return try line.result(as: Value.self)
    }

    @discardableResult
    package func call<Params, Result: JSONReadable>(
        _ method: Method<Params, Result>,
        _ params: Params,
        id: Int = 1
    ) async throws -> Result {
        try await call(method(params), id: id)
    }

    @discardableResult
    package func call<Result: JSONReadable>(_ method: Method<EmptyObject, Result>) async throws
        -> Result
    {
        try await call(method())
    }

    /// Returns the refusal of a request; `nil` if it succeeds.
    package func refusal(of request: Request, id: Int = 1) async throws -> WireError? {
        try await send(request, id: id)
        let (line, _) = try await reply(to: id)
        guard case .reply(_, let error) = line.kind else { return nil }
        return error
    }

    /// Shuts down the sending side, as `nc -N` does.
    package func endInput() async throws {
        try await channel.close(mode: .output)
    }

    package func close() async throws {
        try await channel.close()
    }
}

/// Lines in order of arrival.
final class LineStream: Sendable {
    private let stream: AsyncStream<String>
    let continuation: AsyncStream<String>.Continuation

    init() {
        let made = AsyncStream<String>.makeStream()
        stream = made.stream
        continuation = made.continuation
    }

    func next() async -> String? {
        var iterator = stream.makeAsyncIterator()
        return await iterator.next()
    }
}

private final class LineCollector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let lines: LineStream
    private var codec = LineCodec(limit: 1 << 30)

    init(_ lines: LineStream) {
        self.lines = lines
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        codec.append(unwrapInboundIn(data).readableBytesView)
        while case .line(let line) = codec.next() {
            lines.continuation.yield(String(decoding: line, as: UTF8.self))
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event {
            lines.continuation.finish()
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        lines.continuation.finish()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
