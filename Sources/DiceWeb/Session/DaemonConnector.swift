import DiceClient
import Glibc
import NIOCore
import NIOPosix
import Unix

/// The way to the daemon.
struct DaemonConnector: Sendable {
    let socket: SocketPath
    /// Whether others may run the daemon; else it must be ours, in a folder that is ours alone.
    let isShared: Bool
    /// Whether one is started if none listens.
    let startsDaemon: Bool

    func connect(_ handler: DaemonHandler, on eventLoop: any EventLoop)
        -> EventLoopFuture<
            any Channel
        >
    {
        let handler = NIOLoopBound(handler, eventLoop: eventLoop)
        // It blocks until the daemon is ready.
        return NIOThreadPool.singleton.runIfActive(eventLoop: eventLoop) { try open() }
            .flatMap {
                descriptor in
                ClientBootstrap(group: eventLoop)
                    // Bytes of what a page may say that the daemon has not yet taken.
                    .channelOption(
                        .writeBufferWaterMark,
                        value: .init(low: 1, high: 65_536)
                    )
                    .channelOption(
                        .recvAllocator,
                        value: AdaptiveRecvByteBufferAllocator(
                            minimum: 256,
                            initial: 512,
                            maximum: 8_192
                        )
                    )
                    .channelInitializer { channel in
                        channel.eventLoop.makeCompletedFuture {
                            try channel.pipeline.syncOperations.addHandler(
                                handler.value
                            )
                        }
                    }
                    .withConnectedSocket(descriptor)
            }
    }

    /// The descriptor of a connection to a daemon that is to be trusted.
    private func open() throws -> CInt {
        let connection =
            isShared
            ? try Connection.openShared(socket)
            : try Autostart.connect(socket, startsDaemon: startsDaemon)
        let descriptor = fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw SystemError.last }
        return descriptor
    }
}
