public import DiceModel
public import DiceTable
internal import DiceWire
public import Logging
internal import NIOCore

/// What the daemon tells whoever supervises it.
public struct SupervisorCallbacks: Sendable {
    /// The store is open and the socket accepts.
    public var ready: @Sendable (_ status: String) -> Void
    /// The numbers in the status have changed; at most once a second.
    public var status: @Sendable (String) -> Void
    public var stopping: @Sendable () -> Void
    /// While the daemon stops: something has been stored, or a connection closed.
    public var stoppingProgress: @Sendable () -> Void
    /// Proves that the loop that serves requests still turns; called from it.
    public var alive: @Sendable () -> Void
    /// How often `alive` is called; nil for never.
    public var aliveInterval: Duration?

    public init(
        ready: @escaping @Sendable (String) -> Void = { _ in },
        status: @escaping @Sendable (String) -> Void = { _ in },
        stopping: @escaping @Sendable () -> Void = {},
        stoppingProgress: @escaping @Sendable () -> Void = {},
        alive: @escaping @Sendable () -> Void = {}, aliveInterval: Duration? = nil
    ) {
        self.ready = ready
        self.status = status
        self.stopping = stopping
        self.stoppingProgress = stoppingProgress
        self.alive = alive
        self.aliveInterval = aliveInterval
    }
}

/// The daemon: tables behind a Unix socket. Everything but the store runs on one event loop.
public struct DiceServer: Sendable {
    private let socket: ServerSocket
    private let store: any TableStore
    private let isNewStore: Bool
    private let clock: any TableClock
    private let randomness: DiceRandomness
    private let now: @Sendable () -> Timestamp
    private let info: ServerInfo
    private let idleExit: Duration?
    private let callbacks: SupervisorCallbacks
    private let logger: Logger

    /// - Parameters:
    ///   - isNewStore: whether the store was made by this start, and is to get the table `default`.
    ///   - idleExit: after how long without a client the server ends by itself; nil for never.
    public init(
        socket: consuming ListeningSocket, store: any TableStore, isNewStore: Bool, clock: any TableClock,
        randomness: DiceRandomness, now: @escaping @Sendable () -> Timestamp, info: ServerInfo,
        idleExit: Duration? = nil, callbacks: SupervisorCallbacks = SupervisorCallbacks(), logger: Logger
    ) {
        self.socket = ServerSocket(socket)
        self.store = store
        self.isNewStore = isNewStore
        self.clock = clock
        self.randomness = randomness
        self.now = now
        self.info = info
        self.idleExit = idleExit
        self.callbacks = callbacks
        self.logger = logger
    }

    /// Serves until `stopRequested` returns, or until idle for long enough; then settles every die, stores everything
    /// and closes. Throws `StoreError`, or what the socket throws.
    public func run(until stopRequested: @escaping @Sendable () async -> Void) async throws {
        try await serve(until: stopRequested)
    }

    @TableActor
    private func serve(until stopRequested: @escaping @Sendable () async -> Void) async throws {
        defer { socket.remove() }
        let tables = Tables(
            store: store, clock: clock, randomness: randomness, now: now, logger: logger)
        let state = ServerState()
        try await tables.load(isNew: isNewStore)
        let handler = RequestHandler(tables: tables, info: info, server: state, rolls: RollShelf(store: store))
        let accept: ServerSocket.Accept = { Self.accept($0, handler: handler, logger: logger) }
        try await socket.listen(accept: accept)
        let watch = ActivityWatch(
            tables: tables, server: state, idleExit: idleExit, clock: clock, status: callbacks.status)
        let housekeeping = Housekeeping(clock: clock) { [weak tables] in await tables?.tidy() ?? true }
        tables.activity = { [weak watch] in
            watch?.changed()
            housekeeping.changed()
        }
        state.activity = { [weak watch] in watch?.changed() }
        let keeper = SocketKeeper(socket, clock: clock, logger: logger, accept: accept) { watch.stopWaiting() }
        await keeper?.start()
        logger.notice("ready", metadata: ["tables": "\(tables.count)", "seeded": "\(info.isSeeded)"])
        callbacks.ready(watch.statusText)
        let heartbeat = startHeartbeat()
        defer { heartbeat?.cancel() }

        await withDiscardingTaskGroup { group in
            group.addTask {
                await stopRequested()
                await watch.stopWaiting()
            }
            await watch.untilIdle()
            group.cancelAll()
        }
        callbacks.stopping()
        logger.notice("stopping")
        state.isStopping = true
        tables.endBackup()
        await keeper?.end()
        await socket.close()
        await tables.stop(progress: callbacks.stoppingProgress)
        await finish(state.connections.values)
    }

    private func startHeartbeat() -> RepeatedTask? {
        callbacks.aliveInterval.map { interval in
            TableActor.shared.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: TimeAmount(interval)) {
                [alive = callbacks.alive] _ in alive()
            }
        }
    }

    /// Answers what is due and closes every connection.
    @TableActor
    private func finish(_ connections: some Sequence<Connection>) async {
        await withDiscardingTaskGroup { group in
            for connection in connections {
                group.addTask {
                    await connection.finish()
                    callbacks.stoppingProgress()
                }
            }
        }
    }

    /// Takes a connection of our own user; anybody else's is closed.
    private static func accept(
        _ channel: any Channel, handler: RequestHandler, logger: Logger
    ) -> EventLoopFuture<Void> {
        Peer.of(channel).flatMapThrowing { peer in
            guard peer.uid == Peer.ownUID else {
                logger.warning(
                    "refused a connection of another user",
                    metadata: ["uid": "\(peer.uid)", "client-pid": "\(peer.pid)"])
                throw ChannelError.operationUnsupported
            }
            try TableActor.assumeIsolated {
                let connection = Connection(
                    owner: handler.server.nextOwner(), peer: peer, channel: channel, handler: handler, logger: logger)
                try channel.pipeline.syncOperations.addHandler(connection)
                handler.server.opened(connection)
                logger.debug("connected", metadata: ["client-pid": "\(peer.pid)"])
            }
        }
    }
}
