import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

/// The times at which answers are sent and requests wait, on a loop that the test drives.
@Suite("Flushing and holding output")
@TableActor
struct FlushingTests {
    private let rig: Rig

    init() async throws {
        rig = try await Rig()
    }

    @Test(
        "replies to one read leave together, those of other connections at the end of the turn"
    )
    func together() throws {
        let one = try rig.connect()
        let other = try rig.connect()
        one.send([Method.ping(), Method.status(), Method.ping()])
        other.send([Method.ping()])
        #expect(try one.writes() == [3] && other.writes() == [])
        rig.loop.run()
        #expect(try one.writes() == [] && other.writes() == [1])
    }

    @Test(
        "the end of input sends held output, and closes once all is sent and no watch is open"
    )
    func endOfInput() throws {
        let client = try rig.connect()
        let watcher = try rig.connect()
        let slow = try rig.connect()
        client.send([Method.ping()])
        client.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(try client.writes() == [1])
        rig.loop.run()
        #expect(!client.connection.state.isOpen)

        watcher.send([Method.watch(WatchParams(table: .default))])
        watcher.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        rig.loop.run()
        #expect(watcher.connection.state.isOpen)

        slow.channel.isWritable = false
        slow.send([Method.ping()])
        slow.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        rig.loop.run()
        #expect(slow.connection.state.isOpen, "its answer has not left the process")
        slow.isTaking(true)
        rig.loop.run()
        #expect(!slow.connection.state.isOpen)
    }
}
