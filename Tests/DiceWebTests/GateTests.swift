import NIOCore
import NIOEmbedded
import Testing

@testable import DiceWeb

/// Tests the limits on connections, and their timeouts.
struct GateTests {
    private func visitor(_ address: String, _ loop: EmbeddedEventLoop) throws
        -> EmbeddedChannel
    {
        let channel = EmbeddedChannel(loop: loop)
        channel.remoteAddress = try SocketAddress(ipAddress: address, port: 9)
        try channel.connect(to: SocketAddress(ipAddress: address, port: 9)).wait()
        return channel
    }

    /// Closes the channels, which would otherwise leak.
    private func sendAway(_ visitors: [EmbeddedChannel]) throws {
        for visitor in visitors {
            _ = try visitor.finish(acceptAlreadyClosed: true)
        }
    }

    private func letIn(_ visitors: [EmbeddedChannel], _ listener: EmbeddedChannel)
        throws -> Int
    {
        for visitor in visitors {
            listener.pipeline.fireChannelRead(visitor as any Channel)
        }
        listener.embeddedEventLoop.run()
        return try taken(listener)
    }

    private func taken(_ listener: EmbeddedChannel) throws -> Int {
        var count = 0
        while try listener.readInbound(as: (any Channel).self) != nil {
            count += 1
        }
        return count
    }

    @Test("an address is limited to its share of connections") func anAddressHasItsShare() throws {
        let loop = EmbeddedEventLoop()
        let listener = EmbeddedChannel(handler: AddressShare { _ in 3 }, loop: loop)
        let five = try (0..<5).map { _ in try visitor("192.0.2.1", loop) }
        #expect(try letIn(five, listener) == 3)
        #expect(five.map(\.isActive) == [true, true, true, false, false])
        let other = try visitor("192.0.2.2", loop)
        #expect(try letIn([other], listener) == 1)
        five[0].close(promise: nil)
        loop.run()
        let two = try (0..<2).map { _ in try visitor("192.0.2.1", loop) }
        #expect(try letIn(two, listener) == 1)
        try sendAway(five + [other] + two)
        _ = try listener.finish()
    }

    /// Behind a proxy all connections have one address.
    @Test("all connections are accepted without shares") func withoutSharesAllAreLetIn() throws {
        let loop = EmbeddedEventLoop()
        let listener = EmbeddedChannel(
            handler: AddressShare { _ in nil },
            loop: loop
        )
        let four = try (0..<4).map { _ in try visitor("192.0.2.1", loop) }
        #expect(try letIn(four, listener) == 4)
        try sendAway(four)
        _ = try listener.finish()
    }

    @Test("a request may take ten seconds and no longer")
    func aRequestMayTakeTenSecondsAndNoLonger() throws {
        let loop = EmbeddedEventLoop()
        let channel = EmbeddedChannel(handler: HeadGuard(), loop: loop)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        loop.advanceTime(by: .seconds(9))
        channel.pipeline.fireChannelRead(ByteBuffer(string: "GET"))
        #expect(channel.isActive)
        loop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test("a request head has at most 16 KiB") func aHeadHasAtMostSixteenKibibytes() throws {
        let channel = EmbeddedChannel(handler: HeadGuard())
        let part = ByteBuffer(repeating: 0x61, count: HeadGuard.limit)
        try channel.writeInbound(part)
        #expect(try channel.readInbound(as: ByteBuffer.self) == part)
        #expect(throws: HeadGuard.TooLong.self) {
            try channel.writeInbound(ByteBuffer(string: "a"))
        }
        #expect(try channel.readInbound(as: ByteBuffer.self) == nil)
        _ = try channel.finish()
    }

    @Test("the default limits are 4096 connections and 64 per address") func limits() {
        #expect(WebLimits().connections == 4_096)
        #expect(WebLimits().connectionsPerAddress == 64)
        #expect((1...4_096).contains(WebLimits.current().connections))
    }
}
