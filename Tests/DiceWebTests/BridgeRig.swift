import DiceClient
import DiceModel
import DiceWire
import Foundation
import Logging
import NIOCore
import NIOEmbedded
import NIOWebSocket
import ProgramTestSupport
import Synchronization

@testable import DiceWeb

/// A session between a browser and a simulated daemon, with a clock that the test controls.
final class BridgeRig {
    let loop = EmbeddedEventLoop()
    let browser: EmbeddedChannel
    let daemon: PlayedDaemon
    let sessions = Sessions()
    let issuer: LinkIssuer
    let bots: HostBots
    private let starter = BotStarter()
    /// The folder of the key file.
    let folder: TemporaryFolder
    /// The milliseconds since 1970, which advance with the event loop's time.
    private let milliseconds = Locked<Int64>(0)

    /// - Parameter origin: The open origin of the page; `nil` if it is always served.
    init(
        base: String = "http://127.0.0.1:7447",
        isShared: Bool = false,
        origin: Origin? = nil
    ) throws {
        folder = try TemporaryFolder()
        let now: @Sendable () -> Timestamp = { [milliseconds] in
            Timestamp(millisecondsSinceEpoch: milliseconds.withLock { $0 })
        }
        let file = try LinkKeyFile(in: folder.path)
        guard let base = Origin(parsing: base) else {
            throw ChannelError.operationUnsupported
        }
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        issuer = LinkIssuer(
            file: file,
            signer: try file.read(),
            base: base,
            isShared: isShared,
            sessions: sessions,
            now: now,
            logger: logger
        )
        bots = HostBots(eventLoop: loop, logger: logger) { [starter] in try starter.start($0) }
        let daemon = PlayedDaemon(loop)
        self.daemon = daemon
        browser = EmbeddedChannel(loop: loop)
        let dependencies = WebSocketSession.Dependencies(
            issuer: issuer,
            bots: isShared ? nil : bots,
            sessions: sessions,
            connect: { handler, _ in daemon.connect(handler) },
            now: now,
            logger: logger
        )
        try browser.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try browser.pipeline.syncOperations.addHandler(
            WebSocketSession(dependencies, origin: origin)
        )
    }

    deinit {
        bots.stop()
        // As long as this process has an unreaped child, exit tests wait for theirs in vain.
        while bots.count > 0 {
            bots.reap()
        }
        _ = try? browser.finish(acceptAlreadyClosed: true)
        _ = try? daemon.channel.finish(acceptAlreadyClosed: true)
    }

    /// The arguments of the bots that have been started.
    var startedBots: [[String]] { starter.started }

    /// Makes later bots run this program instead of one that lasts.
    func runBots(as program: String) {
        starter.program = program
    }

    /// Returns the token of a one-hour link that ann created for bo.
    func token() -> String {
        var order = LinkParams()
        order.as = "bo"
        order.seconds = 3_600
        order.tables = [.default]
        return token(order)
    }

    /// Returns the token of a link by ann.
    func token(_ order: LinkParams) -> String {
        let made = try? issuer.make(
            order,
            for: LinkIssuer.Asker(name: "ann", mayNameOthers: true)
        )
        return made?.url.split(separator: "#").last.map(String.init) ?? ""
    }

    /// Opens the page with a link by ann; returns the session that the page receives.
    @discardableResult
    func open(_ order: LinkParams = LinkParams(role: .host)) throws -> JSON {
        say(#"{"token":"\#(token(order))"}"#)
        let confine = JSON(daemon.takeAsked().utf8)?["params"] ?? .null
        let confined = String(decoding: try JSONEncoder().encode(confine), as: UTF8.self)
        daemon.say(#"{"jsonrpc":"2.0","id":"diced-web","result":\#(confined)}"#)
        return JSON((try heard() ?? "").utf8)?["session"] ?? .null
    }

    func say(_ text: String, _ opcode: WebSocketOpcode = .text, isWhole: Bool = true) {
        let key: WebSocketMaskingKey = [9, 8, 7, 6]
        var data = ByteBuffer(string: text)
        data.webSocketMask(key)
        browser.pipeline.fireChannelRead(
            WebSocketFrame(fin: isWhole, opcode: opcode, maskKey: key, data: data)
        )
        browser.pipeline.fireChannelReadComplete()
        loop.run()
    }

    /// Advances only the wall clock, as suspending the machine does.
    func sleep(seconds: Int64) {
        milliseconds.withLock { $0 += seconds * 1_000 }
    }

    /// Advances the time, with occasional answers from the browser.
    func advance(_ time: TimeAmount, speaking: Bool = false) {
        var left = time
        while left > .zero {
            let step = speaking ? min(left, .seconds(20)) : left
            milliseconds.withLock { $0 += step.nanoseconds / 1_000_000 }
            loop.advanceTime(by: step)
            if speaking {
                say("", .pong)
            }
            left = left - step
        }
    }

    /// Returns the next text sent to the browser; `nil` if there is none.
    func heard() throws -> String? {
        while let frame = try browser.readOutbound(as: WebSocketFrame.self) {
            if frame.opcode == .text {
                return String(buffer: frame.data)
            }
            if frame.opcode == .connectionClose {
                return nil
            }
        }
        return nil
    }

    /// Returns the code of the close frame sent to the browser; `nil` if there is none.
    func closeCode() throws -> UInt16? {
        while let frame = try browser.readOutbound(as: WebSocketFrame.self) {
            var data = frame.data
            if frame.opcode == .connectionClose {
                return data.readInteger()
            }
        }
        return nil
    }

    /// Returns the next frame sent to the browser; `nil` if there is none.
    func frame() throws -> WebSocketFrame? {
        try browser.readOutbound(as: WebSocketFrame.self)
    }

    func takePings() -> Int {
        var count = 0
        while let frame = try? browser.readOutbound(as: WebSocketFrame.self) {
            count += frame.opcode == .ping ? 1 : 0
        }
        return count
    }

    /// True if the session reads from the browser.
    var isRead: Bool { browser.isRead }
}

/// Starts processes that do not play.
final class BotStarter {
    private(set) var started: [[String]] = []
    var program = "/bin/sleep"

    func start(_ arguments: [String]) throws -> BotProgram {
        let bot = try BotProgram(program, ["60"])
        started.append(arguments)
        return bot
    }
}

/// A socket that blocks until it is released.
final class HeldWrites: ChannelOutboundHandler {
    typealias OutboundIn = WebSocketFrame

    private var held: [(data: NIOAny, promise: EventLoopPromise<Void>?)] = []
    private var context: ChannelHandlerContext?
    private var isReleased = false

    var count: Int { held.count }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }
    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func write(
        context: ChannelHandlerContext,
        data: NIOAny,
        promise: EventLoopPromise<Void>?
    ) {
        if isReleased {
            context.write(data, promise: promise)
        } else {
            held.append((data, promise))
        }
    }

    func flush(context: ChannelHandlerContext) {
        if isReleased {
            context.flush()
        }
    }

    func release() {
        isReleased = true
        for (data, promise) in held {
            context?.write(data, promise: promise)
        }
        context?.flush()
    }
}

/// A simulated daemon.
final class PlayedDaemon {
    private(set) var channel: EmbeddedChannel
    private(set) var connections = 0
    var isThere = true
    /// The promise to succeed when the daemon accepts; `nil` if it accepts at once.
    var acceptance: EventLoopPromise<Void>?

    init(_ loop: EmbeddedEventLoop) {
        channel = EmbeddedChannel(loop: loop)
    }

    func connect(_ handler: DaemonHandler) -> EventLoopFuture<any Channel> {
        guard isThere, let address = try? SocketAddress(unixDomainSocketPath: "/d")
        else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        connections += 1
        channel.connect(to: address, promise: nil)
        try? channel.pipeline.syncOperations.addHandler(handler)
        return (acceptance?.futureResult ?? channel.eventLoop.makeSucceededVoidFuture())
            .map {
                [channel] in channel
            }
    }

    /// Takes and returns the requests since the last call.
    @discardableResult
    func takeAsked() -> String {
        var text = ""
        while let bytes = try? channel.readOutbound(as: ByteBuffer.self) {
            text += String(buffer: bytes)
        }
        return text
    }

    var asked: String { takeAsked() }

    /// Sends a line.
    func say(_ line: String) {
        sayBytes(line + "\n")
    }

    func sayBytes(_ text: String) {
        channel.pipeline.fireChannelRead(ByteBuffer(string: text))
        channel.pipeline.fireChannelReadComplete()
        channel.embeddedEventLoop.run()
    }

    /// True if the session reads from the daemon.
    var isRead: Bool { channel.isRead }
}
