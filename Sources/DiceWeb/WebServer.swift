package import DiceWire
package import Listening
package import Logging
import NIOCore
import NIOPosix

/// The HTTP server of the page, and the socket on which its links are made. Everything runs on one
/// event loop.
package final class WebServer: Sendable {
    /// The address of the page, with which links begin.
    package let base: Origin
    private let group: MultiThreadedEventLoopGroup
    private let listeners: NIOLoopBound<WebListeners>
    private let channels: [any Channel]
    private let linkSocket: ListeningSocket

    /// How long pages have to learn that the server is stopping.
    private let stopPatience: Duration

    /// Starts to serve. Blocks until both sockets accept; must not be called on an event loop.
    ///
    /// - Parameter idle: Called on the event loop once the server has been idle for long enough.
    package init(
        _ configuration: WebConfiguration,
        page: PageSocket,
        links: consuming ListeningSocket,
        logger: Logger,
        idle: @escaping @Sendable () -> Void = {}
    ) throws {
        let origins = Origins(
            bound: page.address,
            publicURL: configuration.publicURL,
            isOnLocalNetwork: configuration.isOnLocalNetwork
        )
        guard let origins else {
            throw WebStartupError.address(
                "the page's socket is open to other machines; add --public-url with the address at which "
                    + "they reach it"
            )
        }
        let port = page.address.port ?? 0
        let linkDescriptor = links.descriptor
        let file = try LinkKeyFile(in: configuration.stateFolder)
        let signer = try file.read()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        do {
            listeners = try loop.submit {
                NIOLoopBound(
                    WebListeners(
                        configuration,
                        origins: origins,
                        port: port,
                        file: file,
                        signer: signer,
                        logger: logger,
                        eventLoop: loop,
                        idle: idle
                    ),
                    eventLoop: loop
                )
            }.wait()
            let pages = try listeners.value(on: loop) { try $0.listen(page) }
            let makers = try listeners.value(on: loop) {
                try $0.listen(links: linkDescriptor)
            }
            channels = [pages, makers]
        } catch {
            try? group.syncShutdownGracefully()
            throw error
        }
        self.group = group
        stopPatience = configuration.times.stop
        base = origins.all[0]
        linkSocket = links
    }

    /// Calls `beat` at once and then at each interval, on the event loop.
    package func startHeartbeat(
        every interval: Duration,
        _ beat: @escaping @Sendable () -> Void
    ) {
        group.next().scheduleRepeatedTask(
            initialDelay: .zero,
            delay: TimeAmount(interval)
        ) { _ in
            beat()
        }
    }

    /// Stops accepting, and ends all pages. Blocks until they have closed, up to 3 s.
    package func stop() {
        for listener in channels {
            try? listener.close().wait()
        }
        let listeners = listeners
        let patience = TimeAmount(stopPatience)
        try? group.next().flatSubmit { listeners.value.stop(within: patience) }.wait()
        linkSocket.remove()
        try? group.syncShutdownGracefully()
    }
}

extension NIOLoopBound {
    /// Returns the result of `body`, run on the event loop. Blocks.
    fileprivate func value<Result: Sendable>(
        on loop: any EventLoop,
        _ body: @escaping @Sendable (Value) throws -> EventLoopFuture<Result>
    ) throws -> Result {
        try loop.submit { try body(self.value) }.flatMap { $0 }.wait()
    }
}
