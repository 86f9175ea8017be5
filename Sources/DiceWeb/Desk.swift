internal import DiceModel
internal import Listening
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOWebSocket
internal import Unix

/// Where connections are taken: pages', and of those who ask for links. Of one event loop.
final class Desk {
    private let configuration: WebConfiguration
    private let origins: Origins
    private let eventLoop: any EventLoop
    private let sessions = Sessions()
    private let office: LinkOffice
    private let logger: Logger
    private let idleWatch: IdleWatch?

    init(
        _ configuration: WebConfiguration, origins: Origins, file: LinkKeyFile, signer: LinkSigner, logger: Logger,
        eventLoop: any EventLoop, idle: @escaping @Sendable () -> Void
    ) {
        self.configuration = configuration
        self.origins = origins
        self.eventLoop = eventLoop
        self.logger = logger
        let office = LinkOffice(
            file: file, signer: signer, base: origins.all[0], sessions: sessions, now: configuration.now,
            logger: logger)
        self.office = office
        idleWatch = configuration.idleExit.map { time in
            IdleWatch(after: time, eventLoop: eventLoop, now: configuration.now, idle: idle)
        }
        sessions.changed = { [weak sessions, weak idleWatch, weak office] in
            idleWatch?.changed(pages: sessions?.count ?? 0, lastLink: office?.lastExpiry)
        }
        sessions.changed()
    }

    // MARK: pages

    func listen(_ socket: PageSocket) throws -> EventLoopFuture<any Channel> {
        let desk = NIOLoopBound(self, eventLoop: eventLoop)
        let limits = configuration.limits
        let mayHaveProxy = configuration.publicURL != nil
        return bootstrap(
            [
                AcceptGate(capacity: limits.connections),
                AddressShare(limits.connectionsPerAddress) { !mayHaveProxy || !PageAddress.isLocal($0) },
            ]
        )
        .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try desk.value.accept(page: channel) }
        }
        .withBoundSocket(socket.descriptor)
    }

    /// Nothing more is read from a client that does not read.
    func accept(page channel: any Channel) throws {
        let headGuard = HeadGuard(configuration.times)
        let encoder = HTTPResponseEncoder()
        let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes))
        let page = PageHandler(origins: origins, headGuard: headGuard)
        let upgrade = HTTPServerUpgradeHandler(
            upgraders: [upgrader], httpEncoder: encoder, extraHTTPHandlers: [headGuard, decoder, page],
            upgradeCompletionHandler: { _ in })
        try channel.pipeline.syncOperations.addHandlers(
            [BackPressureHandler(), headGuard, encoder, decoder, upgrade, page])
    }

    private var upgrader: NIOWebSocketServerUpgrader {
        let origins = origins
        let desk = NIOLoopBound(self, eventLoop: eventLoop)
        return NIOWebSocketServerUpgrader(
            maxFrameSize: MessageAssembler.limit, automaticErrorHandling: false,
            shouldUpgrade: { channel, head in
                let admits = Answer.admitsSocket(head, origins: origins)
                return channel.eventLoop.makeSucceededFuture(admits ? SecurityHeaders.all() : nil)
            },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Bridge(desk.value.surroundings))
                }
            })
    }

    private var surroundings: Bridge.Surroundings {
        let road = DaemonRoad(
            socket: configuration.daemon, isShared: configuration.isShared,
            startsDaemon: configuration.startsDaemon, patience: configuration.times.daemon)
        return Bridge.Surroundings(
            office: office, sessions: sessions, connect: { road.connect($0, on: $1) }, now: configuration.now,
            logger: logger, times: configuration.times)
    }

    // MARK: links

    func listen(links descriptor: Int32) throws -> EventLoopFuture<any Channel> {
        let desk = NIOLoopBound(self, eventLoop: eventLoop)
        return bootstrap([AcceptGate(capacity: configuration.limits.linkConnections)])
            .childChannelInitializer { channel in
                Peer.of(channel).flatMap { desk.value.asker($0) }.flatMapThrowing { asker in
                    try desk.value.accept(asker, on: channel)
                }
            }
            .withBoundSocket(descriptor)
    }

    func accept(_ asker: LinkOffice.Asker, on channel: any Channel) throws {
        let handler = LinkHandler(office: office, asker: asker, patience: configuration.times.links)
        try channel.pipeline.syncOperations.addHandlers([BackPressureHandler(), handler])
    }

    /// Fails for who may not ask.
    private func asker(_ peer: Peer) -> EventLoopFuture<LinkOffice.Asker> {
        let own = LinkOffice.Asker(name: configuration.ownName, mayNameOthers: true)
        if peer.uid == Peer.ownUID { return eventLoop.makeSucceededFuture(own) }
        guard configuration.isShared else {
            logger.warning(
                "refused a connection of another user", metadata: ["uid": "\(peer.uid)", "client-pid": "\(peer.pid)"])
            return eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        let loginName = configuration.loginName
        // On a thread of its own: it may take long where names come over a network.
        return NIOThreadPool.singleton.runIfActive(eventLoop: eventLoop) {
            // Who has no name here has no seat at the daemon either.
            guard let name = loginName(peer.uid) else { throw ChannelError.operationUnsupported }
            return LinkOffice.Asker(name: PlayerLabel.ofAccount(name, uid: peer.uid), mayNameOthers: false)
        }
    }

    // MARK: both

    private func bootstrap(_ gates: [any ChannelHandler]) -> ServerBootstrap {
        let gates = NIOLoopBound(gates, eventLoop: eventLoop)
        return ServerBootstrap(group: eventLoop)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandlers(gates.value) }
            }
            // A channel keeps its receive buffer: a page, which says little, is to keep a short one.
            .childChannelOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 256, initial: 512, maximum: 2_048)
            )
            .childChannelOption(.maxMessagesPerRead, value: 1)
    }

    /// Tells all pages that this ends. Succeeds once they have closed, or after `limit`.
    func stop(within limit: TimeAmount) -> EventLoopFuture<Void> {
        let promise = eventLoop.makePromise(of: Void.self)
        sessions.changed = { [weak sessions] in
            if sessions?.count == 0 { promise.succeed() }
        }
        eventLoop.scheduleTask(in: limit) { promise.succeed() }
        sessions.stop()
        sessions.changed()
        return promise.futureResult
    }
}
