import DiceTable
import Glibc
import Logging
import NIOCore
import NIOPosix
import Unix

/// Ensures that clients find the daemon. If the socket's file vanishes, it is created again; if
/// another process created the socket, the daemon exits so that it can be restarted.
///
/// inotify(7) reports changes to the folder, so the daemon never wakes up to poll.
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

    /// Folder events that may mean the socket was removed.
    private static let changes = UInt32(
        IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
    )

    /// Returns `nil` for a socket without a path.
    ///
    /// - Parameters:
    ///   - delay: the delay between a change to the socket's folder and the check for the socket.
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

    /// Starts to watch the socket. Does nothing if the kernel cannot report changes.
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
        // Earlier changes are not reported.
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
                "the socket was removed; stopping, so that a new daemon can create it",
                metadata: ["path": "\(path)"]
            )
            return giveUp()
        }
        do {
            try await socket.listenAgain(at: path, accept: accept)
            logger.warning(
                "the socket was removed; created it again",
                metadata: ["path": "\(path)"]
            )
            try? await events?.close()
            await start()
        } catch {
            logger.error(
                "the socket was removed and cannot be created again; stopping",
                metadata: ["error": "\(error)"]
            )
            giveUp()
        }
    }
}

/// Reports that something has changed, regardless of the kind of change.
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
