import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

/// Progress notifications during slow statistics queries and deletions.
@Suite("Progress of statistics and deletions")
@TableActor
struct ProgressTests {
    /// Returns the number of progress notifications for a client's request, and whether the request
    /// has been answered.
    private func told(_ rig: Rig, _ client: RigClient) async throws -> (
        news: Int, hasAnswer: Bool
    ) {
        await rig.advance(by: .zero)
        var news = 0
        var hasAnswer = false
        for line in try client.lines() {
            let line = try #require(ServerLine(Array(line.utf8)))
            if case .progress? = try line.notification() {
                news += 1
            }
            if case .reply = line.kind {
                hasAnswer = true
            }
        }
        return (news, hasAnswer)
    }

    @Test(
        "progress of a statistic is sent at once and twice a second until the answer"
    )
    func statistic() async throws {
        let rig = try await Rig()
        rig.store.holdReads()
        let client = try rig.connect()
        let other = try rig.connect()
        client.send([Method.stats(FaceQuery(table: .all, progress: true))])
        other.send([Method.stats(FaceQuery(table: .all))])
        #expect(try await told(rig, client) == (1, false))
        for _ in 1...3 {
            await rig.advance(by: .milliseconds(500))
            #expect(try await told(rig, client) == (1, false))
        }
        rig.store.goOn()
        var hasAnswer = false
        for _ in 1...1_000 where !hasAnswer {
            hasAnswer = try await told(rig, client).hasAnswer
        }
        #expect(hasAnswer)
        await rig.advance(by: .seconds(2))
        #expect(try await told(rig, client) == (0, false))
        #expect(try await told(rig, other).news == 0)
    }

    @Test(
        "progress of a deletion is sent until its first write, and a disconnect does not cancel it"
    )
    func deletion() async throws {
        let rig = try await Rig()
        let client = try rig.connect()
        rig.store.hold()
        client.send([Method.delete(DeleteParams(table: .default, progress: true))])
        #expect(try await told(rig, client) == (1, false))
        await rig.advance(by: .milliseconds(500))
        #expect(try await told(rig, client) == (1, false))
        client.channel.close(promise: nil)
        rig.loop.run()
        rig.store.goOn()
        try await Wait.until("the table is there") { rig.store.stored() == nil }
        await rig.advance(by: .seconds(2))
        #expect(rig.tables.names.isEmpty)
    }
}
