public import DiceWire
internal import NIOCore
internal import NIOPosix

/// A raw client: sends lines and hands out what comes back, in order.
public final class TestConnection: Sendable {
    public enum Failure: Error {
        /// The connection ended before what was awaited came.
        case ended
        /// Something else came.
        case unexpected(String)
    }

    private let channel: any Channel
    private let lines: LineStream

    init(_ channel: any Channel, _ lines: LineStream) {
        self.channel = channel
        self.lines = lines
    }

    /// - Parameter reading: whether the client reads from the start, or from `startReading()` on.
    public static func connect(to path: String, reading: Bool = true) async throws -> TestConnection {
        let lines = LineStream()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
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

    public func startReading() async throws {
        try await channel.setOption(.autoRead, value: true).get()
    }

    public func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text + "\n"))
    }

    public func send(_ request: Request, id: Int?) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: request.line(id: id.map { .integer($0) })))
    }

    /// How long a line may take before the stream counts as ended: no test waits so long when it passes.
    private static let patience = Duration.seconds(60)

    /// The next line as text; nil at the end of the stream.
    public func next() async -> String? {
        let line = Task { await lines.next() }
        let deadline = Task {
            try await Task.sleep(for: Self.patience)
            line.cancel()
        }
        defer { deadline.cancel() }
        return await line.value
    }

    /// The next notification or reply.
    public func nextMessage() async throws -> ServerLine {
        guard let line = await next() else { throw Failure.ended }
        guard let message = ServerLine(Array(line.utf8)) else { throw Failure.unexpected(line) }
        return message
    }

    /// The reply to request `id`, with the notifications that came before it.
    public func reply(to id: Int) async throws -> (line: ServerLine, before: [Notification]) {
        var before: [Notification] = []
        while true {
            let message = try await nextMessage()
            if case .reply(.integer(id), _) = message.kind { return (message, before) }
            if let notification = try message.notification() { before.append(notification) }
        }
    }

    /// Sends a request and returns its result. Throws `WireError` where it is refused.
    public func call<Value: JSONReadable>(_ request: Request, id: Int = 1, as type: Value.Type = Value.self)
        async throws
        -> Value
    {
        try await send(request, id: id)
        let (line, _) = try await reply(to: id)
        if case .reply(_, let error?) = line.kind { throw error }
        return try line.result(as: Value.self)
    }

    /// The refusal of a request; nil where it was granted.
    public func refusal(of request: Request, id: Int = 1) async throws -> WireError? {
        try await send(request, id: id)
        let (line, _) = try await reply(to: id)
        guard case .reply(_, let error) = line.kind else { return nil }
        return error
    }

    /// Shuts down the sending side, as `nc -N` does.
    public func endInput() async throws {
        try await channel.close(mode: .output)
    }

    public func close() async throws {
        try await channel.close()
    }
}

/// Lines in the order of their coming.
final class LineStream: Sendable {
    private let stream: AsyncStream<String>
    let continuation: AsyncStream<String>.Continuation

    init() {
        (stream, continuation) = AsyncStream<String>.makeStream()
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
        if case ChannelEvent.inputClosed = event { lines.continuation.finish() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        lines.continuation.finish()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
