import DiceModel
import DiceNotation
import DiceTable
import DiceTestSupport
import DiceWire
import Listening
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

@Suite("Storage quota of large throws")
@TableActor
struct StoredByThrowsTests {
    private let rig: Rig
    private let ann: RigClient

    init() async throws {
        rig = try await Rig(isShared: true)
        ann = try rig.connect(
            Permit(account: "ann", mayTakeName: false),
            uid: Peer.ownUID + 1
        )
    }

    private func request(_ expression: String, animate: Bool = false) -> Request {
        Method.throw(
            ThrowParams(table: .default, expression: expression, animate: animate)
        )
    }

    /// Throws until a throw is refused. Returns the size of each entry, and the refusal.
    private func fill() async throws -> (sizes: [Int], refusal: WireError) {
        var sizes: [Int] = []
        while sizes.count < 1_000 {
            do {
                var thrown = try await rig.call(
                    ann,
                    request("1000d6"),
                    as: ThrowResult.self
                )
                thrown.nextCommitment = nil
                sizes.append(thrown.jsonBytes().count)
            } catch let error as WireError {
                return (sizes, error)
            }
        }
        throw Unlimited()
    }

    private struct Unlimited: Error {}

    @Test(
        "throws over 1 MB a second are refused before the seed is used, with the time to wait"
    )
    func limited() async throws {
        let (sizes, refusal) = try await fill()
        let stored = sizes.reduce(0, +)
        #expect(
            stored >= 1_000_000 && stored - (sizes.last ?? 0) < 1_000_000,
            "\(sizes)"
        )
        #expect(refusal.known == .limitExceeded)
        #expect(refusal.data.limit == 1_000_000)
        #expect(refusal.data.of == "storage")
        let wait = try #require(refusal.data.retryAfter)
        #expect(wait == (stored - 1_000_000) / 1_000 + 1)
        let group = try rig.table.group
        #expect(group.throwCount == sizes.count)
        #expect(rig.store.drawn.count == sizes.count)
        await rig.advance(by: .milliseconds(wait - 1))
        #expect(try await rig.refusal(ann, request("1000d6"))?.data.retryAfter == 1)
        await rig.advance(by: .milliseconds(1))
        #expect(try await rig.refusal(ann, request("1000d6")) == nil)
        #expect(group.throwCount == sizes.count + 1)
    }

    @Test(
        "the limit is per user over all connections, and delays neither others nor rolls and turns"
    )
    func users() async throws {
        _ = try await fill()
        ann.channel.close(promise: nil)
        rig.loop.run()
        let again = try rig.connect(
            Permit(account: "ann", mayTakeName: false),
            uid: Peer.ownUID + 1
        )
        #expect(try await rig.refusal(again, request("1000d6"))?.data.retryAfter != nil)
        let bo = try rig.connect(
            Permit(account: "bo", mayTakeName: false),
            uid: Peer.ownUID + 2
        )
        #expect(try await rig.refusal(bo, request("1000d6")) == nil)
        let roll = Method.roll(RollParams(table: .default, animate: false))
        #expect(try await rig.refusal(again, roll) == nil)
        #expect(
            try await rig.refusal(again, Method.endTurn(EndTurnParams(table: .default)))
                == nil
        )
    }

    @Test(
        "small throws are not counted, and are not refused because of large ones"
    )
    func small() async throws {
        _ = try await fill()
        for text in ["3d6", "d20+5", "4d6kh3+2", "(1d4)d6", "20d6", "2d20kh1+5+1d4"] {
            for seenBy in [nil, []] as [[String]?] {
                let thrown = ThrowParams(
                    table: .default,
                    expression: text,
                    animate: false,
                    seenBy: seenBy
                )
                #expect(
                    try await rig.refusal(ann, Method.throw(thrown)) == nil,
                    "\(text)"
                )
            }
        }
        for text in ["d6!", "100d6", "(1d100)d6"] {
            #expect(
                try await rig.refusal(ann, request(text))?.data.retryAfter != nil,
                "\(text)"
            )
        }
        let wait = try await rig.refusal(ann, request("1000d6"))?.data.retryAfter
        for _ in 1...100 {
            let thrown = try await rig.call(ann, request("8d6"), as: ThrowResult.self)
            #expect(thrown.jsonBytes().count <= Limits.smallThrow)
        }
        #expect(try await rig.refusal(ann, request("1000d6"))?.data.retryAfter == wait)
    }

    @Test(
        "a throw is counted when its faces are sent, so no refusal reveals them earlier"
    )
    func told() async throws {
        let chain = "1d1000000r<1000000"
        for _ in 1...20 {
            ann.send([request(chain, animate: true)])
        }
        try await rig.turn { rig.tables.animatingDice == 20 }
        #expect(try rig.table.group.throwsInFlight.count == 20)
        #expect(try await rig.refusal(ann, request("1000d6")) == nil)
        try rig.table.stopAnimation(.cancel)
        #expect(
            try await rig.refusal(ann, request("1000d6"))?.data.retryAfter ?? 0 > 500
        )
    }

    @Test(
        "a secret throw is counted at its start at its maximum, so no refusal reveals its dice"
    )
    func secret() async throws {
        var counts: [Int] = []
        for seed in UInt64(1)...5 {
            let rig = try await Rig(isShared: true, seed: seed)
            let ann = try rig.connect(
                Permit(account: "ann", mayTakeName: false),
                uid: Peer.ownUID + 1
            )
            counts.append(0)
            let thrown = ThrowParams(
                table: .default,
                expression: "(1d1000)d6",
                animate: false,
                seenBy: []
            )
            while try await rig.refusal(ann, Method.throw(thrown)) == nil {
                counts[counts.count - 1] += 1
            }
        }
        #expect(
            Set(counts).count == 1 && counts[0] > 1 && counts[0] * 60_000 < 1_100_000,
            "\(counts)"
        )
    }

    @Test(
        "a secret throw reserves its maximum from its thrower alone until a chain would have ended",
        arguments: [
            (Permit(label: "gm"), 1, 10),
            (Permit(label: "gm"), 4, 10),
            (Permit(account: "gm", mayTakeName: false), 0.5, 5),
        ]
    )
    func hidden(_ permit: Permit, _ pace: Double, _ maximum: Int) async throws {
        for seed in UInt64(1)...3 {
            let rig = try await Rig(isShared: permit.isGuest, seed: seed)
            try await rig.table.configure(
                ConfigureParams(table: .default, SettingsChange(pace: pace))
            )
            let connection = try rig.connect(permit, uid: Peer.ownUID + 1).connection
            let gm = Roller(
                by: "gm",
                owner: connection.owner,
                account: connection.account
            )
            let other = Roller(by: "gm", owner: RollOwner(1_000))
            func begin(
                _ text: String = "(1d1000)d6",
                seenBy: [String]? = [],
                from roller: Roller
            )
                async throws
            {
                let params = ThrowParams(
                    table: .default,
                    expression: text,
                    seenBy: seenBy
                )
                _ = try await rig.table.throw(
                    try Expression(parsing: text),
                    text: text,
                    params,
                    from: roller
                )
            }
            for _ in 1...maximum {
                try await begin(from: gm)
            }
            #expect(rig.tables.animatingDice == maximum, "the first level")
            for _ in 1...5 {
                let refusal = await #expect(throws: WireError.self) {
                    try await begin(from: gm)
                }
                #expect(refusal?.known == .limitExceeded)
                try await begin("1000d6", seenBy: nil, from: other)
                try rig.table.stopAnimation(.cancel, of: other.owner)
                await rig.advance(by: .seconds(1.9 / pace))
            }
            await rig.advance(by: .seconds(0.4 / pace))
            await #expect(throws: WireError.self) { try await begin(from: gm) }
            await rig.advance(by: .seconds(0.11 / pace))
            for _ in 1...maximum {
                try await begin(from: gm)
            }
            try rig.table.stopAnimation(.cancel)
        }
    }

    @Test("a throw that failed to store is counted once it is stored")
    func kept() async throws {
        rig.store.fail(true)
        for _ in 1...20 {
            #expect(
                try await rig.refusal(ann, request("1000d6"))?.known == .storageFailed
            )
        }
        rig.store.fail(false)
        let (sizes, _) = try await fill()
        #expect(sizes.reduce(0, +) < 1_000_000)
        #expect(rig.store.drawn.count == sizes.count + 1)
    }

    @Test(
        "throws that add dice have a limit in flight per user, on any daemon"
    )
    func growing() async throws {
        let own = try await Rig()
        let client = try own.connect()
        for _ in 1...Limits.growingThrowsInFlight {
            client.send([request("d6!", animate: true)])
        }
        try await own.turn { own.tables.animatingDice == Limits.growingThrowsInFlight }
        // The limit applies to all of a user's connections together.
        let other = try own.connect()
        for text in [
            "d6!", "(1d4)d6", "d(d6)", "(1d2)x1d6", "{2d6,d8r1}kh1", "1+max(2,3d6u)",
        ] {
            let refusal = try await own.refusal(other, request(text, animate: true))
            #expect(
                refusal?.known == .limitExceeded
                    && refusal?.data.of == "throwsInFlight",
                "\(text)"
            )
        }
        other.send([
            request("4d6kh3+2", animate: true), request("3x2d6>3", animate: true),
        ])
        try await own.turn {
            own.tables.animatingDice == Limits.growingThrowsInFlight + 10
        }
        try own.table.stopAnimation(.cancel)
        other.send([request("d6!", animate: true)])
        try await own.turn { own.tables.animatingDice == 1 }
    }
}
