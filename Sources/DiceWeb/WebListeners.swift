import DiceClient
import DiceModel
import Listening
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// Accepts connections of pages and of programs that ask for links, on one event loop.
final class WebListeners {
    private let configuration: WebConfiguration
    private let openOrigins: OpenOrigins
    private let shares: ConnectionShares
    private let eventLoop: any EventLoop
    private let sessions: Sessions
    private let issuer: LinkIssuer
    private let bots: HostBots?
    private let logger: Logger
    private let idleWatch: IdleWatch?

    init(
        _ configuration: WebConfiguration,
        origins: Origins,
        port: Int,
        file: LinkKeyFile,
        signer: LinkSigner,
        logger: Logger,
        eventLoop: any EventLoop,
        idle: @escaping @Sendable () -> Void
    ) {
        self.configuration = configuration
        let sessions = Sessions()
        self.sessions = sessions
        let openOrigins = OpenOrigins(origins, port: port, sessions: sessions)
        self.openOrigins = openOrigins
        shares = ConnectionShares(configuration.limits)
        self.eventLoop = eventLoop
        self.logger = logger
        let issuer = LinkIssuer(
            file: file,
            signer: signer,
            base: origins.all[0],
            isShared: configuration.isShared,
            sessions: sessions,
            now: configuration.now,
            logger: logger
        )
        self.issuer = issuer
        let daemon = configuration.daemon
        let bots =
            configuration.isShared
            ? nil
            : HostBots(eventLoop: eventLoop, logger: logger) {
                try BotProgram(of: daemon, $0)
            }
        self.bots = bots
        issuer.revoked = { bots?.endAll(of: $0) }
        idleWatch = configuration.idleExit.map { time in
            IdleWatch(
                after: time,
                eventLoop: eventLoop,
                now: configuration.now,
                idle: idle
            )
        }
        sessions.changed = { [weak sessions, weak idleWatch, weak issuer, weak openOrigins] in
            idleWatch?.changed(
                pages: (sessions?.count ?? 0) + (openOrigins?.keepers ?? 0),
                lastLink: issuer?.lastExpiry
            )
        }
        sessions.changed()
    }

    // MARK: Pages

    func listen(_ socket: PageSocket) throws -> EventLoopFuture<any Channel> {
        let listeners = NIOLoopBound(self, eventLoop: eventLoop)
        return bootstrap(
            [
                AcceptGate(capacity: configuration.limits.connections),
                AddressShare { listeners.value.share(of: $0) },
            ]
        )
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try listeners.value.accept(page: channel)
            }
        }
        .withBoundSocket(socket.descriptor)
        .telling(failure)
    }

    /// Returns the number of connections that are accepted from an address; `nil` for any number.
    private func share(of address: String) -> Int? {
        let limits = configuration.limits
        guard PageAddress.isLocal(address) else { return limits.connectionsPerAddress }
        if configuration.publicURL != nil {
            return nil
        }
        let opened = Set(openOrigins.current.opened).count
        return limits.connectionsPerAddress + opened * limits.connectionsPerOrigin
    }

    /// Builds the pipeline of a page's connection. The pipeline reads nothing more from a client
    /// that is not reading.
    func accept(page channel: any Channel) throws {
        let headGuard = HeadGuard(configuration.times)
        let encoder = HTTPResponseEncoder()
        let decoder = ByteToMessageHandler(
            HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes)
        )
        let admission = Admission(openOrigins, shares, channel)
        let page = PageHandler(admission: admission, headGuard: headGuard)
        let upgrade = HTTPServerUpgradeHandler(
            upgraders: [upgrader(admission)],
            httpEncoder: encoder,
            extraHTTPHandlers: [headGuard, decoder, page],
            upgradeCompletionHandler: { _ in }
        )
        try channel.pipeline.syncOperations.addHandlers(
            [BackPressureHandler(), headGuard, encoder, decoder, upgrade, page])
    }

    private func upgrader(_ admission: Admission) -> NIOWebSocketServerUpgrader {
        let admission = NIOLoopBound(admission, eventLoop: eventLoop)
        let listeners = NIOLoopBound(self, eventLoop: eventLoop)
        return NIOWebSocketServerUpgrader(
            maxFrameSize: MessageAssembler.limit,
            automaticErrorHandling: false,
            shouldUpgrade: { channel, head in
                let admission = admission.value
                let admits =
                    HTTPResponse.admitsSocket(head, origins: admission.origins)
                    && admission.admits(head)
                return channel.eventLoop.makeSucceededFuture(
                    admits ? SecurityHeaders.all() : nil
                )
            },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    guard admission.value.isOriginOpen else {
                        throw ChannelError.inputClosed
                    }
                    try channel.pipeline.syncOperations.addHandler(
                        WebSocketSession(
                            listeners.value.dependencies,
                            origin: admission.value.origin
                        )
                    )
                }
            }
        )
    }

    private var dependencies: WebSocketSession.Dependencies {
        let connector = DaemonConnector(
            socket: configuration.daemon,
            isShared: configuration.isShared,
            startsDaemon: configuration.startsDaemon
        )
        return WebSocketSession.Dependencies(
            issuer: issuer,
            bots: bots,
            sessions: sessions,
            connect: { connector.connect($0, on: $1) },
            now: configuration.now,
            logger: logger,
            times: configuration.times
        )
    }

    // MARK: Links

    func listen(links descriptor: Int32) throws -> EventLoopFuture<any Channel> {
        let listeners = NIOLoopBound(self, eventLoop: eventLoop)
        return bootstrap([AcceptGate(capacity: configuration.limits.linkConnections)])
            .childChannelInitializer { channel in
                Peer.of(channel).flatMap { listeners.value.asker($0) }.flatMapThrowing { asker in
                    try listeners.value.accept(asker, on: channel)
                }
            }
            .withBoundSocket(descriptor)
            .telling(failure)
    }

    func accept(_ asker: LinkIssuer.Asker, on channel: any Channel) throws {
        let handler = LinkHandler(
            issuer: issuer,
            asker: asker,
            keeper: openOrigins.keeper(),
            patience: configuration.times.links
        )
        try channel.pipeline.syncOperations.addHandlers([
            BackPressureHandler(), handler,
        ])
    }

    /// Returns the user who asks for links; fails if that user may not.
    private func asker(_ peer: Peer) -> EventLoopFuture<LinkIssuer.Asker> {
        let own = LinkIssuer.Asker(name: configuration.ownName, mayNameOthers: true)
        if peer.uid == Peer.ownUID {
            return eventLoop.makeSucceededFuture(own)
        }
        guard configuration.isShared else {
            logger.warning(
                "refused a connection of another user",
                metadata: ["uid": "\(peer.uid)", "client-pid": "\(peer.pid)"]
            )
            return eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        let loginName = configuration.loginName
        // The lookup blocks, and may take long if names are looked up over a network.
        return NIOThreadPool.singleton.runIfActive(eventLoop: eventLoop) {
            // A user without a name has no seat at the daemon either.
            guard let name = loginName(peer.uid) else {
                throw ChannelError.operationUnsupported
            }
            return LinkIssuer.Asker(
                name: PlayerLabel.ofAccount(name, uid: peer.uid),
                mayNameOthers: false
            )
        }
    }

    // MARK: Common

    private var failure: @Sendable (any Error) -> Void {
        { [logger] in
            logger.error("cannot accept a connection", metadata: ["error": "\($0)"])
        }
    }

    private func bootstrap(_ gates: [any ChannelHandler]) -> ServerBootstrap {
        let gates = NIOLoopBound(gates, eventLoop: eventLoop)
        return ServerBootstrap(group: eventLoop)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(gates.value)
                }
            }
            // A channel keeps its receive buffer; the buffer for a page, which sends little, should
            // be short.
            .childChannelOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(
                    minimum: 256,
                    initial: 512,
                    maximum: 2_048
                )
            )
            .childChannelOption(.maxMessagesPerRead, value: 1)
    }

    /// Ends all pages. Succeeds once they have closed, or after `limit`.
    func stop(within limit: TimeAmount) -> EventLoopFuture<Void> {
        let promise = eventLoop.makePromise(of: Void.self)
        sessions.changed = { [weak sessions] in
            if sessions?.count == 0 { promise.succeed() }
        }
        eventLoop.scheduleTask(in: limit) { promise.succeed() }
        bots?.stop()
        sessions.stop()
        sessions.changed()
        return promise.futureResult
    }
}

/// Calls `idle` when no page has been open for a given time, and no valid link remains.
private final class IdleWatch {
    private let time: Duration
    private let eventLoop: any EventLoop
    private let now: @Sendable () -> Timestamp
    private let idle: () -> Void
    private var timer: Scheduled<Void>?

    init(
        after time: Duration,
        eventLoop: any EventLoop,
        now: @escaping @Sendable () -> Timestamp,
        idle: @escaping () -> Void
    ) {
        self.time = time
        self.eventLoop = eventLoop
        self.now = now
        self.idle = idle
    }

    func changed(pages: Int, lastLink: Timestamp?) {
        timer?.cancel()
        guard pages == 0 else { return }
        let left =
            (lastLink?.millisecondsSinceEpoch ?? 0) - now().millisecondsSinceEpoch
        let wait = max(TimeAmount(time), .milliseconds(max(0, left)))
        timer = eventLoop.assumeIsolated().scheduleTask(in: wait) { [idle] in idle() }
    }
}
