import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

/// Rolls that are waiting for contributions, on a loop that the test drives.
@Suite("Rolls with contributors")
@TableActor
struct AskedRollTests {
    private let table = GetParams(table: .default)

    private func secret(_ digits: String) throws -> (
        entropy: String, commitment: String
    ) {
        let entropy = String(repeating: digits, count: 16)
        return (entropy, try #require(Entropy.commitment(entropy)))
    }

    @Test(
        "throws continue while a roll waits, and its room is reserved before anyone is asked"
    )
    func roomIsTaken() async throws {
        let rig = try await Rig()
        let ann = try rig.connect()
        let bo = try rig.connect()
        let promise = ContributeParams(
            table: .default,
            commitment: try secret("b0").commitment,
            by: "bo"
        )
        _ = try await rig.call(bo, Method.contribute(promise))
        try rig.table.inFlight.add(.init(rolled: Limits.diceInFlight - 5), of: nil)
        ann.send([Method.roll(RollParams(table: .default))])
        try await rig.turn { (try? rig.table.asked) != nil }
        let thrown = ThrowParams(table: .default, expression: "1d6")
        #expect(
            try await rig.refusal(bo, Method.throw(thrown))?.known == .limitExceeded
        )
        let still = ThrowParams(table: .default, expression: "1d6", animate: false)
        #expect(
            try await rig.call(bo, Method.throw(still), as: ThrowResult.self).outcome
                == .completed
        )
        _ = try await rig.call(
            bo,
            Method.reveal(
                RevealParams(table: .default, entropy: try secret("b0").entropy)
            )
        )
        try await rig.turn { (try? rig.table.group.roll) != nil }
        try rig.table.group.stopAnimation(.cancel)
        #expect(
            rig.store.openRolls().map(\.outcome) == [.cancelled]
                && rig.store.openRolls()[0].absent == nil
        )
    }

    @Test("a roll does not wait for a contribution withdrawn while it is being stored")
    func takenBackWhileStored() async throws {
        let rig = try await Rig()
        let ann = try rig.connect()
        let bo = try rig.connect()
        _ = try await rig.call(
            bo,
            Method.contribute(
                ContributeParams(
                    table: .default,
                    commitment: try secret("b0").commitment,
                    by: "bo"
                )
            )
        )
        rig.store.hold()
        ann.send([Method.roll(RollParams(table: .default))])
        try await rig.store.waitForHeldWrite()
        _ = try await rig.call(bo, Method.unwatch(TableParams(table: .default)))
        rig.store.goOn()
        let reply = try await answer(to: ann, rig)
        #expect(reply.contains(#""outcome":"void","reason":"absent""#))
        #expect(reply.contains(#""absent":["bo"]"#))
    }

    @Test("a contributor may leave after the reveal, and the roll waits for the others")
    func revealedAndGone() async throws {
        let rig = try await Rig()
        let ann = try rig.connect()
        let bo = try rig.connect()
        let carol = try rig.connect()
        let secrets = [try secret("b0"), try secret("ca")]
        for (client, secret) in zip([bo, carol], secrets) {
            _ = try await rig.call(
                client,
                Method.contribute(
                    ContributeParams(
                        table: .default,
                        commitment: secret.commitment,
                        by: "bo"
                    )
                )
            )
        }
        ann.send([Method.roll(RollParams(table: .default, animate: false))])
        try await rig.turn { (try? rig.table.asked) != nil }
        _ = try await rig.call(
            bo,
            Method.reveal(RevealParams(table: .default, entropy: secrets[0].entropy))
        )
        bo.channel.close(promise: nil)
        rig.loop.run()
        _ = try await rig.call(
            carol,
            Method.reveal(RevealParams(table: .default, entropy: secrets[1].entropy))
        )
        let reply = try await answer(to: ann, rig)
        #expect(reply.contains(#""outcome":"completed""#))
        #expect(secrets.allSatisfy { reply.contains($0.entropy) })
    }

    @Test("a contributor who fails to reveal on two connections is named once")
    func namedOnce() {
        let asked = AskedRoll(
            ["bo", "bo", "carol"].enumerated().map { index, name in
                Contribution(
                    owner: RollOwner(index),
                    contributor: Contributor(by: name, commitment: ""),
                    names: []
                )
            }
        )
        asked.timeIsUp()
        #expect(asked.absent == ["bo", "carol"])
        #expect(asked.reason == .absent)
    }

    @Test(
        "a daemon that stops while a roll waits or is being stored accuses no one",
        arguments: [false, true]
    )
    func stoppedWhileAsked(isStored: Bool) async throws {
        let rig = try await Rig()
        let ann = try rig.connect()
        let bo = try rig.connect()
        let promise = ContributeParams(
            table: .default,
            commitment: try secret("b0").commitment,
            by: "bo"
        )
        _ = try await rig.call(bo, Method.contribute(promise))
        if !isStored {
            rig.store.hold()
        }
        ann.send([Method.roll(RollParams(table: .default))])
        if isStored {
            try await rig.turn { (try? rig.table.asked) != nil }
        } else {
            try await rig.store.waitForHeldWrite()
        }
        rig.state.isStopping = true
        let stop = TableActor.task { await rig.tables.stop {} }
        rig.store.goOn()
        let reply = try await answer(to: ann, rig)
        await stop.value
        #expect(reply.contains(#""outcome":"void","reason":"serverStopping""#))
        #expect(reply.contains(#""absent":[]"#))
        #expect(rig.store.openRolls().map(\.absent) == [[]])
    }

    /// Returns the answer to a client's roll, which arrives without advancing the clock.
    private func answer(to roller: RigClient, _ rig: Rig) async throws -> String {
        try await rig.turn { roller.connection.state.unsettled == 0 }
        return try #require(try roller.lines().last { $0.contains("result") })
    }
}
