import DiceTable
import Glibc
import Listening
import Logging
import NIOCore
import NIOPosix
import Unix

/// A listening socket in use: its channel takes its descriptor, and its file goes when the server
/// has ended.
@TableActor
final class ServerSocket {
    typealias Accept = @Sendable (any Channel) -> EventLoopFuture<Void>

    /// Descriptors that no connection gets: without one, SQLite cannot write.
    private static let reserve = 24

    private var socket: ListeningSocket?
    private var channel: (any Channel)?
    private let logger: Logger
    /// Whether a peer is let in, before anything else is done for it.
    ///
    /// Told of how many connections of the same user are let in already and not set up yet.
    var admit: @TableActor (_ peer: Peer, _ waiting: Int) -> Intake.Admission = {
        _,
        _ in .admitted
    }

    nonisolated init(_ socket: consuming ListeningSocket, _ logger: Logger) {
        self.socket = consume socket
        self.logger = logger
    }

    /// Where clients look for the socket; nil for one that has no path.
    var path: String? { socket?.path }
    /// Whether its file is still there. An inherited socket without a path has none.
    var isInPlace: Bool { socket?.isInPlace ?? true }
    /// Whether it can be made again: somebody else made an inherited one.
    var isOwn: Bool { socket?.isOwn ?? false }

    /// - Parameter accept: prepares a connection; one that it fails is closed.
    func listen(accept: @escaping Accept) async throws {
        guard let descriptor = socket?.descriptor, let backlog = socket?.backlog else {
            return
        }
        let capacity = max(
            DescriptorLimit.current - DescriptorLimit.inUse - Self.reserve,
            1
        )
        let initializer: Accept = { channel in
            Self.setOptions(of: channel).flatMap { accept(channel) }
        }
        let admit: @Sendable (Peer, Int) -> Intake.Admission = { peer, waiting in
            TableActor.assumeIsolated { self.admit(peer, waiting) }
        }
        channel = try await ServerBootstrap(group: TableActor.shared.eventLoop)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let intake = Intake(from: descriptor, admit: admit) {
                        Self.setUp($0, initializer)
                    }
                    try channel.pipeline.syncOperations.addHandler(
                        AcceptGate(capacity: capacity, intake: intake)
                    )
                }
            }
            .serverChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer(initializer)
            .withBoundSocket(descriptor)
            .telling { [logger] in
                logger.error(
                    "a connection cannot be taken",
                    metadata: ["error": "\($0)"]
                )
            }
            .get()
        // NIO has listened once more, with a shorter queue of its own.
        Glibc.listen(descriptor, backlog)
    }

    /// Makes the socket and its file again at its path, if they have vanished; connections stay as
    /// they are. Throws `ListeningError`, or what NIO throws, and then nobody can connect.
    func listenAgain(at path: String, accept: @escaping Accept) async throws {
        await close()
        let group = socket?.group
        // Gives up the lock, whose file may have vanished too.
        socket = nil
        socket = try ListeningSocket(of: "diced", path: path, sharedWith: group)
        try await listen(accept: accept)
    }

    private nonisolated static func setUp(
        _ descriptor: Int32,
        _ initializer: @escaping Accept
    ) -> EventLoopFuture<any Channel> {
        ClientBootstrap(group: TableActor.shared.eventLoop)
            .channelInitializer(initializer)
            .withConnectedSocket(descriptor)
    }

    private nonisolated static func setOptions(of channel: any Channel)
        -> EventLoopFuture<Void>
    {
        channel.eventLoop.makeCompletedFuture {
            let options = channel.syncOptions
            try options?.setOption(.allowRemoteHalfClosure, value: true)
            // Writable means that the kernel has taken everything; see LineOutput.
            try options?.setOption(.writeBufferWaterMark, value: .init(low: 1, high: 1))
            // A channel keeps its receive buffer: a watcher, which sends one short line, is to keep
            // a short one. All that one read brings is begun before any other connection has its
            // turn: 2 KiB, about 40 requests.
            let buffers = AdaptiveRecvByteBufferAllocator(
                minimum: 256,
                initial: 256,
                maximum: 2_048
            )
            try options?.setOption(.recvAllocator, value: buffers)
            try options?.setOption(.maxMessagesPerRead, value: 1)
        }
    }

    /// Accepts nobody any more.
    func close() async {
        try? await channel?.close()
        channel = nil
    }

    /// Removes the file, if it is ours.
    func remove() {
        socket.take()?.remove()
    }
}
