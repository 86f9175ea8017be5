import DiceModel
import Logging
import NIOCore
import NIOEmbedded
import ProgramTestSupport
import Testing
import Unix

@testable import DiceWeb

/// Tests that nothing more is read from a client that does not read.
struct BackPressureTests {
    /// Records the pipeline's calls to the socket.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        var reads = 0

        func read(context: ChannelHandlerContext) {
            reads += 1
        }
    }

    private func listeners(_ loop: EmbeddedEventLoop, _ folder: TemporaryFolder) throws
        -> WebListeners
    {
        let configuration = WebConfiguration(
            daemon: SocketPath(path: folder.path + "/d"),
            stateFolder: folder.path,
            ownName: "ann",
            now: { Timestamp(millisecondsSinceEpoch: 0) }
        )
        let origins = try #require(
            Origins(
                bound: try SocketAddress(ipAddress: "127.0.0.1", port: 7_447),
                publicURL: nil
            )
        )
        let file = try LinkKeyFile(in: folder.path)
        return WebListeners(
            configuration,
            origins: origins,
            port: 7_447,
            file: file,
            signer: try file.read(),
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
            eventLoop: loop,
            idle: {}
        )
    }

    @Test("a peer that does not read is not read from", arguments: [true, false])
    func whoReadsNothingIsReadNothing(_ isPage: Bool)
        throws
    {
        let folder = try TemporaryFolder()
        let loop = EmbeddedEventLoop()
        let listeners = try listeners(loop, folder)
        let channel = EmbeddedChannel(loop: loop)
        let socket = Socket()
        try channel.pipeline.syncOperations.addHandler(socket)
        if isPage {
            try listeners.accept(page: channel)
        } else {
            try listeners.accept(
                LinkIssuer.Asker(name: "ann", mayNameOthers: true),
                on: channel
            )
        }
        channel.read()
        #expect(socket.reads == 1)
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        channel.read()
        #expect(socket.reads == 1)
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(socket.reads == 2)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }
}
