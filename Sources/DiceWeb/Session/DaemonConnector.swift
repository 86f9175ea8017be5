import DiceClient
import Glibc
import NIOCore
import NIOPosix
import Unix

/// Connects sessions to the daemon.
struct DaemonConnector: Sendable {
    let socket: SocketPath
    /// True if other users may run the daemon. Otherwise it must be ours, in a folder that only we
    /// can access.
    let isShared: Bool
    /// True if a daemon is started when none is listening.
    let startsDaemon: Bool

    func connect(_ handler: DaemonHandler, on eventLoop: any EventLoop)
        -> EventLoopFuture<
            any Channel
        >
    {
        let handler = NIOLoopBound(handler, eventLoop: eventLoop)
        // Opening blocks until the daemon is ready.
        return NIOThreadPool.singleton.runIfActive(eventLoop: eventLoop) { try open() }
            .flatMap { descriptor in
                ClientBootstrap(group: eventLoop)
                    // The limit on bytes that the page has sent and the daemon has not read yet.
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

    /// Returns the descriptor of a connection to a trusted daemon.
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
