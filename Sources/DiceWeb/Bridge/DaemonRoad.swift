internal import DiceClient
internal import Listening
internal import NIOCore
internal import NIOPosix
internal import Unix

/// The way to the daemon.
struct DaemonRoad: Sendable {
    let socket: SocketPath
    /// Whether others may run the daemon; else it must be ours, in a folder that is ours alone.
    let isShared: Bool
    /// Whether one is started where none listens.
    let startsDaemon: Bool

    /// How long the daemon may take to accept a connection.
    var patience = WebTimes().daemon

    /// The folder or the process there is not to be trusted.
    struct Untrusted: Error {}

    func connect(_ handler: DaemonHandler, on eventLoop: any EventLoop) -> EventLoopFuture<any Channel> {
        guard startsDaemon else { return connectToRunning(handler, on: eventLoop) }
        let socket = socket
        let handler = NIOLoopBound(handler, eventLoop: eventLoop)
        // It blocks until the daemon is ready.
        return NIOThreadPool.singleton.runIfActive(eventLoop: eventLoop) {
            _ = try Autostart.connect(socket, startsDaemon: true)
        }.flatMap { connectToRunning(handler.value, on: eventLoop) }
    }

    private func connectToRunning(
        _ handler: DaemonHandler, on eventLoop: any EventLoop
    ) -> EventLoopFuture<any Channel> {
        guard isTrusted else { return eventLoop.makeFailedFuture(Untrusted()) }
        let isShared = isShared
        let handler = NIOLoopBound(handler, eventLoop: eventLoop)
        return ClientBootstrap(group: eventLoop)
            .connectTimeout(TimeAmount(patience))
            // Bytes of what a page may say that the daemon has not yet taken.
            .channelOption(.writeBufferWaterMark, value: .init(low: 1, high: 65_536))
            .channelOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 256, initial: 512, maximum: 8_192)
            )
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler.value) }
            }
            .connect(unixDomainSocketPath: socket.path)
            .flatMap { channel in
                guard !isShared else { return channel.eventLoop.makeSucceededFuture(channel) }
                return Peer.of(channel).flatMapThrowing { peer in
                    guard peer.uid == Peer.ownUID else {
                        channel.close(promise: nil)
                        throw Untrusted()
                    }
                    return channel
                }
            }
    }

    private var isTrusted: Bool {
        if isShared {
            guard case .usable = try? SharedFolder.look(socket.folder) else { return false }
            return true
        }
        return (try? SocketFolder.exists(socket.folder)) == true
    }
}
