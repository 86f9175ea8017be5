import DiceTable
import Glibc
import Listening
import Logging
import NIOCore
import NIOPosix
import Unix

/// An active listening socket. Its channel owns the descriptor, and its file is removed when the
/// server ends.
@TableActor
final class ServerSocket {
    typealias Accept = @Sendable (any Channel) -> EventLoopFuture<Void>

    /// Descriptors that are reserved from connections: SQLite needs some to write.
    private static let reserve = 24

    private var socket: ListeningSocket?
    private var channel: (any Channel)?
    private let logger: Logger
    /// Decides whether to accept a peer, before any other work.
    ///
    /// Receives the number of the user's connections that have been accepted but not set up yet.
    var admit: @TableActor (_ peer: Peer, _ waiting: Int) -> Intake.Admission = {
        _,
        _ in .admitted
    }

    nonisolated init(_ socket: consuming ListeningSocket, _ logger: Logger) {
        self.socket = consume socket
        self.logger = logger
    }

    /// The path at which clients look for the socket; `nil` for a socket without a path.
    var path: String? { socket?.path }
    /// True if the socket's file still exists. An inherited socket without a path has no file.
    var isInPlace: Bool { socket?.isInPlace ?? true }
    /// True if the socket can be created again; an inherited socket cannot, because another process
    /// created it.
    var isOwn: Bool { socket?.isOwn ?? false }

    /// - Parameter accept: prepares a connection; if it fails, the connection is closed.
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
                    "cannot accept a connection",
                    metadata: ["error": "\($0)"]
                )
            }
            .get()
        // NIO has called listen(2) again, with a shorter queue.
        Glibc.listen(descriptor, backlog)
    }

    /// Creates the socket and its file again at its path if they have vanished; open connections
    /// are not affected. Throws `ListeningError` or NIO's errors; afterwards no client can connect.
    func listenAgain(at path: String, accept: @escaping Accept) async throws {
        await close()
        let group = socket?.group
        // Releases the lock, whose file may have vanished too.
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
            // "Writable" must mean that the kernel has taken everything; see LineOutput.
            try options?.setOption(.writeBufferWaterMark, value: .init(low: 1, high: 1))
            // A channel retains its receive buffer, so a watcher, which sends one short line, starts
            // with a small one. All requests of one read start before other connections have a
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

    /// Stops accepting connections.
    func close() async {
        try? await channel?.close()
        channel = nil
    }

    /// Removes the socket's file if this process created it.
    func remove() {
        socket.take()?.remove()
    }
}
