import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

@Suite("Late and withdrawn contributions")
struct LateRevealTests {
    /// Returns connections: ann watches and has asked bo, who has committed to b0, and possibly
    /// carol, who has committed to ca.
    private func asked(
        _ daemon: TestDaemon,
        withCarol: Bool = false
    ) async throws -> (ann: TestConnection, bo: TestConnection, carol: TestConnection) {
        let ann = try await daemon.connect()
        let bo = try await daemon.connect()
        let carol = try await daemon.connect()
        try await ann.call(.watch, WatchParams(table: .default))
        try await bo.promise("b0", by: "bo")
        if withCarol {
            try await carol.promise("ca", by: "carol")
        }
        #expect(
            try await ann.askForRoll(by: "ann", seenBy: ann)
                == (withCarol ? ["bo", "carol"] : ["bo"])
        )
        return (ann, bo, carol)
    }

    @Test("a reveal after 1.2 seconds is in time")
    func slow() async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let (ann, bo, _) = try await asked(daemon)
            await Rig.advance(clock, by: .milliseconds(1_200))
            #expect(try await bo.reveal("b0") == nil)
            #expect(try await ann.settled().outcome == .completed)
        }
    }

    @Test(
        "a reveal after the roll became void is refused as late, also during later rolls"
    )
    func late() async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let (ann, bo, carol) = try await asked(daemon, withCarol: true)
            await Rig.advance(clock, by: .seconds(2))
            #expect(try await ann.settled().absent == ["bo", "carol"])
            let refused = try #require(try await bo.reveal("b0"))
            #expect(refused.known == .revealMismatch)
            #expect(refused.data.late == true)
            #expect(refused.message.contains("too late"))
            #expect(refused.message.contains("void"))
            #expect(
                try await bo.reveal("b1")?.data.late == nil,
                "it was never promised"
            )
            _ = try await ann.roll(by: "ann")
            try await ann.call(.endTurn, EndTurnParams(table: .default))
            try await bo.promise("b2", by: "bo")
            #expect(try await ann.askForRoll(by: "ann", seenBy: ann) == ["bo"])
            // While another roll is waiting for the new commitments.
            #expect(try await carol.reveal("ca")?.data.late == true)
            #expect(try await bo.reveal("b0")?.data.late == true)
            #expect(try await bo.reveal("b2") == nil)
            #expect(try await ann.settled().outcome == .completed)
            #expect(
                try await bo.reveal("b2")?.data.late == nil,
                "that one was made with it"
            )
            // A missed contribution may be committed again.
            try await bo.promise("b0", by: "bo")
            #expect(try await ann.askForRoll(by: "ann", seenBy: ann) == ["bo"])
            #expect(try await bo.reveal("b0") == nil)
        }
    }

    @Test("a reveal while the void roll is being stored is late")
    func whileStored() async throws {
        let clock = TestClock()
        let store = TestStore()
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            let (ann, bo, _) = try await asked(daemon)
            store.hold()
            await Rig.advance(clock, by: .seconds(2))
            try await store.waitForHeldWrite()
            #expect(try await bo.reveal("b0")?.data.late == true)
            store.goOn()
            #expect(try await ann.settled().outcome == .void)
        }
    }

    @Test("a reveal just before the void roll is stored is late")
    @TableActor
    func beforeItIsStored() throws {
        let entropy = String(repeating: "b0", count: 16)
        let contributor = Contributor(
            by: "bo",
            commitment: try #require(Entropy.commitment(entropy))
        )
        let owner = RollOwner(1)
        let asked = AskedRoll([
            Contribution(owner: owner, contributor: contributor, names: ["bo"])
        ])
        asked.timeIsUp()
        let refused = #expect(throws: WireError.self) {
            try asked.reveal(entropy, from: owner)
        }
        #expect(refused?.data.late == true)
    }

    @Test("a roll does not wait for a withdrawn promise")
    func takenBack() async throws {
        try await TestDaemon.with { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            #expect(try await bo.takeBack() == [], "nothing is promised")
            try await bo.promise("b0", by: "bo")
            #expect(try await bo.takeBack() == [])
            #expect(try await ann.roll(by: "ann").outcome == .completed)
            #expect(try await bo.promise("b1", by: "bo").map(\.nextTurn) == [nil])
        }
    }

    @Test(
        "a promise withdrawn while asked is not revealed, and one already revealed still counts"
    )
    func takenBackWhileAsked() async throws {
        try await TestDaemon.with { daemon in
            let (ann, bo, carol) = try await asked(daemon, withCarol: true)
            #expect(try await bo.reveal("b0") == nil)
            try await bo.takeBack()
            try await carol.takeBack()
            let void = try await ann.settled()
            #expect(void.outcome == .void)
            #expect(void.absent == ["carol"])
            #expect(void.reason == .absent)
            #expect(try await carol.reveal("ca")?.data.late == true)
        }
    }

    @Test(
        "a watch-only or renamed client may not withdraw a promise, nor make one"
    )
    func confined() async throws {
        try await TestDaemon.with { daemon in
            let watcher = try await daemon.connect()
            let bo = try await daemon.connect()
            try await watcher.call(.confine, ConfineParams(role: .watch))
            try await bo.call(.confine, ConfineParams(as: "bo", tables: []))
            for (client, code) in [
                (watcher, ErrorCode.notAllowed), (bo, .tableNotFound),
            ] {
                let params = ContributeParams(table: .default, commitment: "")
                #expect(
                    try await client.refusal(of: Method.contribute(params))?.known
                        == code
                )
            }
            let short = ContributeParams(table: .default, commitment: "0")
            #expect(
                try await daemon.connect().refusal(of: Method.contribute(short))?.data
                    .param
                    == "commitment"
            )
        }
    }
}
