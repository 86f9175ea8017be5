import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Listening
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

@Suite("Counters")
@TableActor
struct MetricsTests {
    private let rig: Rig

    init() async throws {
        rig = try await Rig(isShared: true)
    }

    private func administrator() throws -> RigClient {
        try rig.connect(Permit(account: "diced", mayTakeName: true))
    }

    private func metrics() async throws -> MetricsResult {
        try await rig.call(
            try administrator(),
            Method.metrics(),
            as: MetricsResult.self
        )
    }

    @Test(
        "rolls, throws and turns count when stored, and a secret throw as any other"
    )
    func counts() async throws {
        let client = try administrator()
        _ = try await rig.call(
            client,
            Method.roll(RollParams(table: .default, animate: false))
        )
        _ = try await rig.call(
            client,
            Method.roll(RollParams(table: .default, animate: false))
        )
        _ = try await rig.call(client, Method.endTurn(EndTurnParams(table: .default)))
        let secret = ThrowParams(
            table: .default,
            expression: "d20",
            animate: false,
            seenBy: []
        )
        _ = try await rig.call(client, Method.throw(secret))
        let metrics = try await metrics()
        #expect(metrics.rolls == 2)
        #expect(metrics.throwCount == 1)
        #expect(metrics.turns == 1)
        #expect(metrics.clients == 2)
        #expect(metrics.storeBytes == 4_096)
        #expect(metrics.backupAge == nil)
    }

    @Test("a failed write does not count until it is stored")
    func notStored() async throws {
        let client = try administrator()
        rig.store.fail(true)
        let roll = Method.roll(RollParams(table: .default, animate: false))
        #expect(try await rig.refusal(client, roll)?.known == .storageFailed)
        let before = try await metrics()
        #expect(before.rolls == 0)
        #expect(before.refusals.map(\.reason) == ["storageFailed"])
        rig.store.fail(false)
        _ = try await rig.call(
            client,
            Method.roll(RollParams(table: .default, animate: false))
        )
        #expect(try await metrics().rolls == 2)
    }

    @Test("refusals count by reason, including those of batches and notifications")
    func refusals() async throws {
        let client = try administrator()
        let nothing = Method.endTurn(EndTurnParams(table: .default))
        #expect(try await rig.refusal(client, nothing)?.known == .nothingRolled)
        #expect(try await rig.refusal(client, nothing)?.known == .nothingRolled)
        let batch =
            #"[{"jsonrpc":"2.0","id":9,"method":"nix"},{"jsonrpc":"2.0","method":"nix"}]"#
        client.channel.pipeline.fireChannelRead(ByteBuffer(string: batch + "\n"))
        await rig.advance(by: .milliseconds(1))
        let refusals = try await metrics().refusals
        #expect(refusals.first { $0.reason == "nothingRolled" }?.count == 2)
        #expect(refusals.first { $0.reason == "methodNotFound" }?.count == 2)
    }

    @Test("only the daemon's own user and root may read the metrics")
    func access() async throws {
        let ann = try rig.connect(
            Permit(account: "ann", mayTakeName: false),
            uid: Peer.ownUID + 1
        )
        #expect(try await rig.refusal(ann, Method.metrics())?.known == .notAllowed)
        let confined = try administrator()
        _ = try await rig.call(confined, Method.confine(ConfineParams(as: "bo")))
        #expect(try await rig.refusal(confined, Method.metrics())?.known == .notAllowed)
    }
}
