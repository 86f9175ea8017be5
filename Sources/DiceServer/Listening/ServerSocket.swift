internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// A listening socket in use: the channel takes its descriptor, and its file goes when the server has ended.
final class ServerSocket: Sendable {
    private let descriptor: Int32
    private let socket: Mutex<ListeningSocket?>

    init(_ socket: consuming ListeningSocket) {
        descriptor = socket.descriptor
        self.socket = Mutex(consume socket)
    }

    /// - Parameter accept: prepares a connection; one that it fails is closed.
    func listen(
        on eventLoop: any EventLoop, accept: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws -> any Channel {
        try await ServerBootstrap(group: eventLoop)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptGate())
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // Writable means that the kernel has taken everything; see LineOutput.
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 1, high: 1))
            // A channel keeps its receive buffer: a watcher, which sends one short line, is to keep a short one. And
            // what is read at once is begun at once, before any other connection has its turn: 2 KiB, some 40 requests.
            .childChannelOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 256, initial: 512, maximum: 2_048)
            )
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer(accept)
            .withBoundSocket(descriptor)
            .get()
    }

    func remove() {
        socket.withLock { socket in
            socket.take()?.remove()
        }
    }
}
