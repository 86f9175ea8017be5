package import DiceModel
package import DiceTable
import DiceWire
package import Listening
package import Logging
import NIOCore
import Unix

/// Callbacks that report the daemon's state to its supervisor.
package struct SupervisorCallbacks: Sendable {
    /// Called when the store is open and the socket accepts connections.
    package var ready: @Sendable (_ status: String) -> Void = { _ in }
    /// Called when the numbers in the status have changed, at most once a second.
    package var status: @Sendable (String) -> Void = { _ in }
    package var stopping: @Sendable () -> Void = {}
    /// Called during shutdown whenever something has been stored or a connection has closed.
    package var stoppingProgress: @Sendable () -> Void = {}
    /// Called from the loop that serves requests, to prove that the loop is still running.
    package var alive: @Sendable () -> Void = {}
    /// The interval at which `alive` is called; `nil` for never.
    package var aliveInterval: Duration?

    /// Creates callbacks that do nothing.
    package init() {}
}

/// The daemon: serves tables on a Unix socket. Everything except the store runs on one event loop.
package struct DiceServer: Sendable {
    private let socket: ServerSocket
    private let store: any TableStore
    private let isNewStore: Bool
    private let clock: any TableClock
    private let randomness: DiceRandomness
    private let now: @Sendable () -> Timestamp
    private let info: ServerInfo
    private let sharing: Sharing?
    private let idleExit: Duration?
    private let times: ServerTimes
    private let callbacks: SupervisorCallbacks
    private let logger: Logger

    /// - Parameters:
    ///   - isNewStore: true if this start created the store, which then gets the table `default`.
    ///   - sharing: the users who may connect besides the daemon's own; `nil` for none.
    ///   - idleExit: the time without a client after which the server exits; `nil` for never.
    ///   - times: the server's other delays.
    package init(
        socket: consuming ListeningSocket,
        store: any TableStore,
        isNewStore: Bool,
        clock: any TableClock,
        randomness: DiceRandomness,
        now: @escaping @Sendable () -> Timestamp,
        info: ServerInfo,
        sharing: Sharing? = nil,
        idleExit: Duration? = nil,
        times: ServerTimes = ServerTimes(),
        callbacks: SupervisorCallbacks = SupervisorCallbacks(),
        logger: Logger
    ) {
        self.socket = ServerSocket(socket, logger)
        self.store = store
        self.isNewStore = isNewStore
        self.clock = clock
        self.randomness = randomness
        self.now = now
        self.info = info
        self.sharing = sharing
        self.idleExit = idleExit
        self.times = times
        self.callbacks = callbacks
        self.logger = logger
    }

    /// Serves until `stopRequested` returns or the server has been idle for long enough; then
    /// settles every die, stores everything and closes. Throws `StoreError` or errors of the
    /// socket.
    @TableActor
    package func run(until stopRequested: @escaping @Sendable () async -> Void)
        async throws
    {
        defer {
            socket.remove()
        }
        let state = ServerState(isShared: sharing != nil, times: times)
        let tables = Tables(
            store: store,
            clock: clock,
            randomness: randomness,
            now: now,
            logger: logger,
            times: times,
            counts: state.counts,
            quota: sharing?.quota
        )
        try await tables.load(isNew: isNewStore)
        let handler = RequestHandler(
            tables: tables,
            info: info,
            server: state,
            rolls: RollShelf(store: store)
        )
        let peerAuthorizer = PeerAuthorizer(sharing: sharing, loginName: info.loginName)
        let accept: ServerSocket.Accept = {
            Self.accept(
                $0,
                peerAuthorizer: peerAuthorizer,
                handler: handler,
                logger: logger
            )
        }
        socket.admit = { peer, waiting in state.admit(peer, waiting: waiting, logger) }
        try await socket.listen(accept: accept)
        let watch = ActivityWatch(
            tables: tables,
            server: state,
            idleExit: idleExit,
            clock: clock,
            status: callbacks.status
        )
        let housekeeping = Housekeeping(clock: clock, quietTime: times.quiet) {
            [weak tables] in
            await tables?.tidy() ?? true
        }
        tables.activity = { [weak watch, weak tables] in
            watch?.changed()
            tables?.lists.changed()
            housekeeping.changed()
        }
        state.activity = { [weak watch, weak tables] in
            watch?.changed()
            tables?.lists.changed()
        }
        let keeper = SocketKeeper(
            socket,
            clock: clock,
            delay: times.socketCheck,
            logger: logger,
            accept: accept
        ) { watch.stopWaiting() }
        await keeper?.start()
        logger.notice(
            "ready",
            metadata: ["tables": "\(tables.count)", "seeded": "\(info.isSeeded)"]
        )
        callbacks.ready(watch.statusText)
        // The client that started the daemon is waiting for an answer first, and answering it runs
        // much of the code that is given back here.
        TableActor.shared.eventLoop.scheduleTask(in: TimeAmount(times.status)) {
            ProcessMemory.giveBack()
        }
        let heartbeat = startHeartbeat()
        defer {
            heartbeat?.cancel()
        }

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
        tables.backup?.cancel()
        tables.cancelStatistics()
        await keeper?.end()
        await socket.close()
        await tables.stop(progress: callbacks.stoppingProgress)
        await finish(state.connections.values)
        await peerAuthorizer.close()
    }

    /// Feeds the supervisor's watchdog from the loop that serves, so that the watchdog notices if
    /// that loop hangs.
    private func startHeartbeat() -> RepeatedTask? {
        callbacks.aliveInterval.map { interval in
            TableActor.shared.eventLoop.scheduleRepeatedTask(
                initialDelay: .zero,
                delay: TimeAmount(interval)
            ) {
                [alive = callbacks.alive] _ in alive()
            }
        }
    }

    /// Sends pending replies and closes every connection.
    @TableActor
    private func finish(_ connections: some Sequence<ClientConnection>) async {
        await withDiscardingTaskGroup { group in
            for connection in connections {
                group.addTask {
                    await connection.finish()
                    callbacks.stoppingProgress()
                }
            }
        }
    }

    /// Accepts the connection of a permitted peer and closes any other.
    private static func accept(
        _ channel: any Channel,
        peerAuthorizer: PeerAuthorizer,
        handler: RequestHandler,
        logger: Logger
    ) -> EventLoopFuture<Void> {
        Peer.of(channel).flatMap { (peer: Peer) -> EventLoopFuture<(Peer, Permit?)> in
            let permit = TableActor.assumeIsolated {
                handler.server.permit(
                    for: peer.uid,
                    from: peerAuthorizer,
                    on: channel.eventLoop
                )
            }
            return permit.map { (peer, $0) }
        }.flatMapThrowing { peer, permit in
            guard let permit else {
                logger.warning(
                    "refused a connection of another user",
                    metadata: ["uid": "\(peer.uid)", "client-pid": "\(peer.pid)"]
                )
                throw ChannelError.operationUnsupported
            }
            try TableActor.assumeIsolated {
                let account: Account
                do throws(WireError) {
                    account = try handler.server.accounts.enter(permit, uid: peer.uid)
                } catch {
                    handler.server.logRefusal(of: permit.name, error, logger)
                    handler.server.counts.refused(error)
                    return try channel.pipeline.syncOperations.addHandler(
                        RefusalHandler(error)
                    )
                }
                let connection = ClientConnection(
                    owner: handler.server.nextOwner(),
                    peer: peer,
                    permit: permit,
                    account: account,
                    channel: channel,
                    handler: handler,
                    logger: logger
                )
                try channel.pipeline.syncOperations.addHandler(connection)
                handler.server.opened(connection)
                logger.debug("connected", metadata: ["client-pid": "\(peer.pid)"])
            }
        }
    }
}
