import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

/// A secret throw from the view of each client that may see all or part of it.
@Suite("Visibility of secret throws")
@TableActor
struct SecretViewTests {
    /// The clients that watch while `ann` throws for `gm`.
    enum Looker: String, CaseIterable {
        /// Gives a viewer's name.
        case viewer
        /// Confined to the name that sees the throws.
        case seat
        /// The thrower, who cannot see the throw.
        case blind
        case stranger
        /// Confined without a name.
        case nobody
        case watchOnly

        var sees: Bool { self == .viewer || self == .seat }
        var confinement: ConfineParams {
            switch self {
            case .viewer, .blind, .stranger: ConfineParams()
            case .seat: ConfineParams(as: "gm")
            case .nobody: ConfineParams(tables: [.default])
            case .watchOnly: ConfineParams(role: .watch)
            }
        }
        var asks: String? {
            switch self {
            case .viewer: "gm"
            case .blind: "ann"
            case .seat, .stranger, .nobody, .watchOnly: nil
            }
        }
    }

    private static func connect(
        _ looker: Looker,
        to rig: Rig,
        frames: FrameKind = .plan
    )
        async throws -> RigClient
    {
        let client = try rig.connect()
        _ = try await rig.call(client, Method.confine(looker.confinement))
        let watch = WatchParams(table: .default, frames: frames, viewer: looker.asks)
        _ = try await rig.call(client, Method.watch(watch))
        return client
    }

    private static func thrown(_ expression: String, animate: Bool = true) -> Request {
        Method.throw(
            ThrowParams(
                table: .default,
                expression: expression,
                animate: animate,
                by: "ann",
                seenBy: ["gm"]
            )
        )
    }

    /// Returns the messages that `client` received about the throw: "throw" for each frame except
    /// the last, "result" for the last frame, and "throwEnded".
    private static func told(_ client: RigClient) throws -> [(
        word: String, line: String
    )] {
        try client.lines().compactMap { line in
            switch try ServerLine(Array(line.utf8))?.notification() {
            case .throw(let frame)?: (frame.result == nil ? "throw" : "result", line)
            case .event(let event)?:
                event.kind.name == "throwEnded" ? ("throwEnded", line) : nil
            default: nil
            }
        }
    }

    @Test(
        "throwEnded follows the throw's last notification for every watcher",
        arguments: [true, false]
    )
    func order(_ animate: Bool) async throws {
        for seenBy in [["gm"], nil] {
            for frames in [FrameKind.values, .plan] {
                let rig = try await Rig()
                var lookers: [(Looker, RigClient)] = []
                for looker in Looker.allCases {
                    lookers.append(
                        (
                            looker,
                            try await Self.connect(looker, to: rig, frames: frames)
                        )
                    )
                }
                let params = ThrowParams(
                    table: .default,
                    expression: "4d2!",
                    animate: animate,
                    by: "ann",
                    seenBy: seenBy
                )
                let thrower = try rig.connect()
                thrower.send([Method.throw(params)])
                for _ in 1...750 {
                    await rig.advance(by: .milliseconds(16))
                }
                for (looker, client) in lookers {
                    let told = try Self.told(client)
                    #expect(
                        told.suffix(2).map(\.word) == ["result", "throwEnded"],
                        "\(looker) \(told.map(\.word))"
                    )
                    for (_, line) in told.suffix(2) {
                        #expect(
                            line.contains(#""total""#)
                                == (looker.sees || seenBy == nil),
                            "\(looker) \(line)"
                        )
                        #expect(
                            line.contains(#""hidden":true"#)
                                != (looker.sees || seenBy == nil)
                        )
                    }
                }
            }
        }
    }

    @Test(
        "slow readers and those who join in mid-flight get the same final state"
    )
    func late() async throws {
        for looker in Looker.allCases {
            let rig = try await Rig()
            let slow = try await Self.connect(looker, to: rig)
            slow.isTaking(false)
            try rig.connect().send([Self.thrown("4d2!")])
            for _ in 1...30 {
                await rig.advance(by: .milliseconds(16))
            }
            let second = try await Self.connect(looker, to: rig)
            for _ in 1...700 {
                await rig.advance(by: .milliseconds(16))
            }
            slow.isTaking(true)
            await rig.advance(by: .milliseconds(16))
            for client in [slow, second] {
                let told = try Self.told(client)
                #expect(
                    told.suffix(2).map(\.word) == ["result", "throwEnded"],
                    "\(looker) \(told.map(\.word))"
                )
                #expect(
                    told.allSatisfy { $0.line.contains(#""seenBy""#) == looker.sees },
                    "\(looker)"
                )
                #expect(
                    told.suffix(2).allSatisfy {
                        $0.line.contains(#""total""#) == looker.sees
                    },
                    "\(looker)"
                )
            }
        }
    }

    @Test(
        "a viewer may show a throw once its dice rest, also after a restart, and no one else may"
    )
    func show() async throws {
        for looker in Looker.allCases {
            let rig = try await Rig()
            let client = try await Self.connect(looker, to: rig)
            let show = Method.show(
                ShowParams(table: .default, number: 1, by: looker.asks)
            )
            try rig.connect().send([Self.thrown("4d2!")])
            try await rig.turn { (try? rig.table.group.throwsInFlight.count) == 2 }
            // While the throw is moving for everyone, and while it is moving only for those who see
            // it.
            for _ in 1...2 {
                #expect(
                    try await rig.refusal(client, show)?.known == .notAllowed,
                    "\(looker)"
                )
                while try rig.table.group.throwsInFlight.count == 2 {
                    await rig.advance(by: .milliseconds(16))
                }
            }
            for _ in 1...700 {
                await rig.advance(by: .milliseconds(16))
            }
            let again = try await rig.restarted()
            let after = try await Self.connect(looker, to: again)
            for (rig, client) in [(rig, client), (again, after)] {
                #expect(
                    try await rig.refusal(client, show)?.known
                        == (looker.sees ? nil : .notAllowed),
                    "\(looker)"
                )
            }
        }
    }

    @Test(
        "a connection confined to no name sees no secret throw of its former user",
        arguments: [false, true]
    )
    func nobody(isAccount: Bool) async throws {
        let rig = try await Rig()
        let permit =
            isAccount
            ? Permit(account: "tester", mayTakeName: true) : Permit(label: "tester")
        let nobody = try rig.connect(permit)
        _ = try await rig.call(
            nobody,
            Method.confine(ConfineParams(tables: [.default]))
        )
        _ = try await rig.call(nobody, Method.watch(WatchParams(table: .default)))
        let secret = ThrowParams(
            table: .default,
            expression: "2d20",
            by: "tester",
            seenBy: ["tester"]
        )
        let thrower = try rig.connect()
        thrower.send([Method.throw(secret)])
        try await rig.turn { (try? rig.table.group.throwsInFlight.count) == 2 }
        let get = Method.get(GetParams(table: .default))
        let shown = try #require(try await rig.call(nobody, get).resultBytes)
        #expect(!String(decoding: shown, as: UTF8.self).contains("seenBy"))
        for _ in 1...200 {
            await rig.advance(by: .milliseconds(16))
        }
        let told = try Self.told(nobody)
        #expect(told.suffix(2).map(\.word) == ["result", "throwEnded"])
        #expect(told.suffix(2).allSatisfy { $0.line.contains(#""hidden":true"#) })
        #expect(
            told.allSatisfy {
                !$0.line.contains(#""seenBy""#) && !$0.line.contains(#""total""#)
            }
        )
        let history = Method.history(HistoryQuery(.one(.default), kind: .all))
        let thrown = try await rig.call(nobody, history, as: HistoryPage.self).entries
            .compactMap(
                \.thrown
            )
        #expect(
            thrown.map(\.hidden) == [true] && thrown[0].total == nil
                && thrown[0].seenBy == nil
        )
        let faces = FaceQuery(table: .one(.default))
        #expect(
            try await rig.call(nobody, Method.stats(faces), as: FaceStatistics.self)
                .faces.isEmpty
        )
    }

    @Test(
        "history shows a secret throw to viewers when it rests, and never delays strangers"
    )
    func history() async throws {
        let rig = try await Rig()
        let stranger = try await Self.connect(.stranger, to: rig)
        let gm = try rig.connect()
        try rig.connect().send([Self.thrown("40d2!")])
        while try !stranger.lines().contains(where: { $0.contains("throwEnded") }) {
            await rig.advance(by: .milliseconds(4))
            try #require(rig.clock.now.offset < .seconds(9))
        }
        try #require(rig.table.group.throwsInFlight.count == 1)
        gm.send([Method.history(HistoryQuery(.one(.default), kind: .all, viewer: "gm"))]
        )
        stranger.send([Method.history(HistoryQuery(.one(.default), kind: .all))])
        await rig.advance(by: .zero)
        let unseen = try stranger.lines().joined()
        #expect(unseen.contains(#""hidden":true"#))
        #expect(!unseen.contains(#""total""#))
        while try !rig.table.group.throwsInFlight.isEmpty {
            #expect(try gm.lines().isEmpty)
            await rig.advance(by: .milliseconds(16))
        }
        await rig.advance(by: .zero)
        #expect(try gm.lines().joined().contains(#""total""#))
    }

    @Test(
        "a thrower who names no viewer is the only viewer, under the throw's name"
    )
    func roller() async throws {
        let rig = try await Rig()
        let seat = try rig.connect()
        _ = try await rig.call(seat, Method.confine(ConfineParams(as: "ann")))
        let secret = ThrowParams(
            table: .default,
            expression: "2d20",
            animate: false,
            seenBy: []
        )
        let result = try await rig.call(
            seat,
            Method.throw(secret),
            as: ThrowResult.self
        )
        #expect(result.seenBy == ["ann"])
        #expect(result.total != nil)
        let label = ThrowParams(
            table: .default,
            expression: "2d20",
            animate: false,
            by: "gm",
            seenBy: []
        )
        #expect(
            try await rig.call(
                try rig.connect(),
                Method.throw(label),
                as: ThrowResult.self
            ).seenBy
                == ["gm"]
        )
        let history = Method.history(HistoryQuery(.one(.default), kind: .all))
        let seen = try await rig.call(seat, history, as: HistoryPage.self).entries
            .compactMap(
                \.thrown
            )
        #expect(seen.map(\.hidden) == [true, nil])
        #expect(seen.map { $0.total == nil } == [true, false])
    }
}
