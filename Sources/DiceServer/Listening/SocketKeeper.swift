import DiceTable
import Glibc
import Logging
import NIOCore
import NIOPosix
import Unix

/// Makes sure that clients find the daemon. If the socket's file vanishes, makes it again; if
/// somebody else made the socket, ends the daemon so that it can be started again.
///
/// The kernel tells of changes in the folder by inotify(7), so nothing wakes while nothing happens.
@TableActor
final class SocketKeeper {
    private let socket: ServerSocket
    private let path: String
    private let clock: any TableClock
    private let delay: Duration
    private let logger: Logger
    private let accept: ServerSocket.Accept
    private let giveUp: () -> Void
    private let check = Delay()
    private var events: (any Channel)?
    private var isEnding = false

    /// Changes of a folder that can take the socket away.
    private static let changes = UInt32(
        IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
    )

    /// Nil for a socket without a path.
    ///
    /// - Parameters:
    ///   - delay: how long after a change of its folder the socket is looked for.
    ///   - giveUp: ends the daemon.
    init?(
        _ socket: ServerSocket,
        clock: any TableClock,
        delay: Duration,
        logger: Logger,
        accept: @escaping ServerSocket.Accept,
        giveUp: @escaping () -> Void
    ) {
        guard let path = socket.path else { return nil }
        self.socket = socket
        self.path = path
        self.clock = clock
        self.delay = delay
        self.logger = logger
        self.accept = accept
        self.giveUp = giveUp
    }

    /// Begins to watch the socket. Does nothing if the kernel cannot report changes.
    func start() async {
        do {
            let inotify = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard inotify >= 0 else { throw SystemError.last }
            guard
                inotify_add_watch(inotify, SocketPath(path: path).folder, Self.changes)
                    >= 0
            else {
                let error = SystemError.last
                Glibc.close(inotify)
                throw error
            }
            events = try await NIOPipeBootstrap(group: TableActor.shared.eventLoop)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try TableActor.assumeIsolated {
                            let events = FolderEvents { [weak self] in self?.changed() }
                            try channel.pipeline.syncOperations.addHandler(events)
                        }
                    }
                }
                .takingOwnershipOfDescriptor(input: inotify)
                .get()
        } catch {
            logger.warning(
                "the socket's folder cannot be watched",
                metadata: ["error": "\(error)"]
            )
        }
        // Nobody tells of what happened before.
        changed()
    }

    func end() async {
        isEnding = true
        check.cancel()
        try? await events?.close()
    }

    private func changed() {
        guard !isEnding, !socket.isInPlace else { return }
        check.start(after: delay, on: clock) { [weak self] in
            TableActor.task { await self?.restore() }
        }
    }

    private func restore() async {
        guard !isEnding, !socket.isInPlace else { return }
        guard socket.isOwn else {
            logger.error(
                "the socket has vanished; stopping, so that it can be made again",
                metadata: ["path": "\(path)"]
            )
            return giveUp()
        }
        do {
            try await socket.listenAgain(at: path, accept: accept)
            logger.warning(
                "the socket had vanished; it is there again",
                metadata: ["path": "\(path)"]
            )
            try? await events?.close()
            await start()
        } catch {
            logger.error(
                "the socket has vanished and cannot be made again; stopping",
                metadata: ["error": "\(error)"]
            )
            giveUp()
        }
    }
}

/// Tells that something has changed, whatever it is.
@TableActor
private final class FolderEvents: @TableActor ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let changed: () -> Void

    init(_ changed: @escaping () -> Void) {
        self.changed = changed
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        changed()
    }
}
