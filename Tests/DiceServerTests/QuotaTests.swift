import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Listening
import Testing

@testable import DiceServer

@Suite("A user's history quota on a shared daemon")
@TableActor
struct QuotaTests {
    private static let limit = 5_000
    private let rig: Rig

    init() async throws {
        rig = try await Rig(isShared: true, quota: Self.limit)
    }

    private func guest(_ name: String = "ann") throws -> RigClient {
        try rig.connect(
            Permit(account: name, mayTakeName: false),
            uid: Peer.ownUID + (name == "ann" ? 1 : 2)
        )
    }

    private let throwing = Method.throw(
        ThrowParams(table: .default, expression: "4d6", animate: false)
    )
    private let rolling = Method.roll(RollParams(table: .default, animate: false))

    /// Throws until a throw is refused. Returns the refusal.
    private func fill(_ client: RigClient) async throws -> WireError {
        for _ in 1...100 {
            if let refusal = try await rig.refusal(client, throwing) {
                return refusal
            }
        }
        throw Unlimited()
    }

    private struct Unlimited: Error {}

    @Test(
        "a user over the limit is refused before a face is drawn, and others are not"
    )
    func limit() async throws {
        let ann = try guest()
        let refusal = try await fill(ann)
        #expect(refusal.known == .limitExceeded)
        #expect(refusal.data.of == "quota")
        #expect(refusal.data.limit == Self.limit)
        #expect(try await rig.store.storedBytes(by: "ann") <= Self.limit)
        let count = try rig.table.group.throwCount
        #expect(rig.store.drawn.count == count)
        let bo = try guest("bo")
        #expect(try await rig.refusal(bo, throwing) == nil)
        #expect(
            try await rig.refusal(
                try rig.connect(Permit(account: "diced", mayTakeName: true)),
                throwing
            ) == nil
        )
        // Another name of the same connection counts as another guest; a confined connection has
        // the quota of its name.
        let page = try rig.connect(
            Permit(account: "page", mayTakeName: true),
            uid: Peer.ownUID + 3
        )
        _ = try await rig.call(page, Method.confine(ConfineParams(as: "ann")))
        #expect(try await rig.refusal(page, throwing)?.data.of == "quota")
    }

    @Test("a begun turn ends even over the limit, and its next roll is refused")
    func turns() async throws {
        let ann = try guest()
        #expect(try await rig.refusal(ann, rolling) == nil)
        _ = try await fill(ann)
        let turn = Method.endTurn(EndTurnParams(table: .default))
        #expect(try await rig.refusal(ann, turn) == nil)
        while try await rig.store.storedBytes(by: "ann") < Self.limit {
            _ = try await rig.call(ann, rolling)
            _ = try await rig.call(ann, turn)
        }
        #expect(try await rig.refusal(ann, rolling)?.data.of == "quota")
    }

    @Test("a throw in flight counts its maximum, and a deletion frees room")
    func givenBack() async throws {
        let ann = try guest()
        let home = try #require(TableName("home"))
        _ = try await rig.call(
            ann,
            Method.create(CreateParams(table: home, SettingsChange(dice: [6])))
        )
        let flying = Method.throw(ThrowParams(table: home, expression: "4d6"))
        ann.send([flying, flying, flying, flying, flying, flying])
        await rig.advance(by: .milliseconds(1))
        _ = try ann.lines()
        #expect(try await rig.refusal(ann, throwing)?.data.of == "quota")
        try rig.tables.loaded(home)?.stopAnimation(.cancel)
        await rig.advance(by: .milliseconds(1))
        _ = try ann.lines()
        _ = try await rig.call(ann, Method.delete(DeleteParams(table: home)))
        #expect(try await rig.refusal(ann, throwing) == nil)
    }
}
