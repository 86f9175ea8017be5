import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

/// A connection with several names, for people who share a screen.
@Suite("Several names on one connection")
@TableActor
struct SharedScreenTests {
    private let rig: Rig
    private let home: TableName

    init() async throws {
        rig = try await Rig()
        home = try #require(TableName("home"))
        let settings = SettingsChange(dice: [6], players: ["cy", "ann", "bo"])
        _ = try await rig.call(
            try rig.connect(),
            Method.create(CreateParams(table: home, settings))
        )
    }

    private func screen(_ names: SeatNames = ["ann", "bo"]) async throws -> RigClient {
        let client = try rig.connect()
        _ = try await rig.call(client, Method.confine(ConfineParams(as: names)))
        return client
    }

    private func turn(_ client: RigClient, by name: String? = nil) async throws
        -> String
    {
        _ = try await rig.call(
            client,
            Method.roll(RollParams(table: home, animate: false, by: name))
        )
        return try await rig.call(
            client,
            Method.endTurn(EndTurnParams(table: home, by: name)),
            as: Turn.self
        ).by
    }

    @Test("names are returned as requested, and can only become fewer")
    func narrowing() async throws {
        let client = try rig.connect()
        func hold(_ names: SeatNames?) async throws -> SeatNames? {
            let params = ConfineParams(as: names, role: names == nil ? .play : nil)
            return try await rig.call(
                client,
                Method.confine(params),
                as: ConfineParams.self
            ).as
        }
        for names: SeatNames in [
            ["cy", "ann", "bo"], ["bo", "ann"], ["bo"], "bo", ["bo"],
        ] {
            #expect(try await hold(names) == names)
            #expect(try await hold(nil) == names)
        }
        for wider: SeatNames in [["bo", "ann"], "ann", ["cy"]] {
            let refusal = try await rig.refusal(
                client,
                Method.confine(ConfineParams(as: wider))
            )
            #expect(refusal?.known == .notAllowed)
        }
    }

    @Test(
        "a connection has 1 to 16 distinct names",
        arguments: [[], ["ann", "ann"], [""], (0...16).map { "n\($0)" }]
    )
    func count(_ names: [String]) async throws {
        let client = try rig.connect()
        let refusal = try await rig.refusal(
            client,
            Method.confine(ConfineParams(as: .list(names)))
        )
        #expect(refusal?.known == .invalidParams)
        #expect(refusal?.data.param == "as")
        let maximum = SeatNames.list((1...16).map { "n\($0)" })
        #expect(
            try await rig.refusal(client, Method.confine(ConfineParams(as: maximum)))
                == nil
        )
    }

    @Test(
        "the current player acts if a request names no one, or the first name at other tables"
    )
    func whoActs() async throws {
        let client = try await screen(["bo", "ann"])
        let other = try rig.connect()
        let refusal = try await rig.refusal(
            client,
            Method.roll(RollParams(table: home, animate: false))
        )
        #expect(refusal?.known == .notYourTurn)
        #expect(refusal?.data.up == "cy")
        #expect(try await turn(other, by: "cy") == "cy")
        #expect(try await turn(client) == "ann")
        #expect(try await turn(client) == "bo")
        #expect(try await turn(other, by: "cy") == "cy")
        let roll = RollParams(table: .default, animate: false)
        #expect(
            try await rig.call(client, Method.roll(roll), as: RollResult.self).by
                == "bo"
        )
        for request: Request in [
            Method.roll(RollParams(table: .default, by: "cy")),
            Method.cancel(CancelParams(table: home, by: "cy")),
            Method.lock(LockParams(table: home, dice: [1], by: "cy")),
            Method.endTurn(EndTurnParams(table: home, by: "cy")),
            Method.newGame(PlayerParams(table: home, by: "cy")),
            Method.throw(ThrowParams(table: home, expression: "d6", by: "cy")),
        ] {
            #expect(
                try await rig.refusal(client, request)?.known == .notAllowed,
                "\(request.method)"
            )
        }
    }

    @Test(
        "a shared screen sees the secret throws of all its names, or of one it views as",
        arguments: [true, false]
    )
    func whatItSees(_ animate: Bool) async throws {
        let client = try await screen()
        let gm = try rig.connect()
        for table in [home, .default] {
            _ = try await rig.call(client, Method.watch(WatchParams(table: table)))
        }
        let only = try await screen()
        _ = try await rig.call(
            only,
            Method.watch(WatchParams(table: home, viewer: "ann"))
        )
        func told(_ client: RigClient) async throws -> [Bool] {
            for _ in 1...80 {
                await rig.advance(by: .milliseconds(16))
            }
            let lines = try client.lines().filter { $0.contains("throwEnded") }
            return ["\"total\"", "\"hidden\":true"].map { word in
                lines.contains { $0.contains(word) }
            }
        }
        gm.send([
            Method.throw(
                ThrowParams(
                    table: home,
                    expression: "d20",
                    animate: animate,
                    by: "gm",
                    seenBy: ["bo"]
                )
            )
        ])
        #expect(try await told(client) == [true, false])
        #expect(try await told(only) == [false, true])
        func last(_ viewer: String?) async throws -> ThrowResult? {
            let query = HistoryQuery(.one(home), kind: .throw, viewer: viewer)
            return try await rig.call(
                client,
                Method.history(query),
                as: HistoryPage.self
            ).entries
                .first?.thrown
        }
        for (viewer, sees): (String?, Bool) in [
            (nil, true), ("bo", true), ("ann", false),
        ] {
            #expect((try await last(viewer)?.total != nil) == sees)
        }
        for request: Request in [
            Method.history(HistoryQuery(.all, viewer: "gm")),
            Method.get(GetParams(table: home, viewer: "gm")),
            Method.watch(WatchParams(table: home, viewer: "gm")),
            Method.show(ShowParams(table: home, number: 1, by: "ann")),
        ] {
            #expect(
                try await rig.refusal(client, request)?.known == .notAllowed,
                "\(request.method)"
            )
        }
        // A person who throws for another name on the same screen sees the throw.
        let own = ThrowParams(
            table: home,
            expression: "d20",
            animate: false,
            by: "ann",
            seenBy: ["bo"]
        )
        #expect(
            try await rig.call(client, Method.throw(own), as: ThrowResult.self).total
                != nil
        )
        _ = try await rig.call(client, Method.show(ShowParams(table: home, number: 1)))
        let shown = try only.lines().first { $0.contains("throwShown") }
        #expect(shown?.contains("\"by\":\"bo\"") == true)
    }

    @Test(
        "any name on the screen settles a throw by another, down to the last secret die"
    )
    func cancelling() async throws {
        let client = try await screen()
        let other = try await screen()
        client.send([
            Method.throw(
                ThrowParams(table: home, expression: "4d2!", by: "ann", seenBy: ["bo"])
            )
        ])
        try await rig.turn {
            (try? rig.tables.loaded(home)?.group.throwsInFlight.count) == 2
        }
        let flying = try #require(try rig.tables.loaded(home)?.group.throwsInFlight)
        for _ in 1...100 where flying.count(where: \.hasSettled) == 0 {
            await rig.advance(by: .milliseconds(16))
        }
        let cancel = Method.cancel(CancelParams(table: home, number: 1, by: "bo"))
        _ = try await rig.call(other, cancel)
        #expect(flying.count(where: \.hasSettled) == 2)
    }

    @Test(
        "a shared screen makes one promise, and is never asked for the rolls of its own names"
    )
    func promises() async throws {
        let client = try await screen(["ann", "bo"])
        let other = try rig.connect()
        _ = try await rig.call(client, Method.watch(WatchParams(table: .default)))
        func promise(_ digits: String, by name: String?) async throws -> [String] {
            let commitment = try #require(
                Entropy.commitment(String(repeating: digits, count: 16))
            )
            let params = ContributeParams(
                table: .default,
                commitment: commitment,
                by: name
            )
            return try await rig.call(
                client,
                Method.contribute(params),
                as: ContributeResult.self
            )
            .contributors
            .map(\.by)
        }
        func roll(_ client: RigClient, by name: String?) async throws -> RollResult {
            let params = RollParams(table: .default, animate: false, by: name)
            return try await rig.call(client, Method.roll(params), as: RollResult.self)
        }
        #expect(try await promise("a0", by: nil) == ["ann"])
        #expect(try await promise("b0", by: "bo") == ["bo"])
        for name in ["ann", "bo"] {
            #expect(
                try await roll(other, by: name).outcome == .completed,
                "nobody was asked"
            )
            #expect(try await roll(client, by: name).outcome == .completed)
        }
        other.send([Method.roll(RollParams(table: .default, animate: false, by: "cy"))])
        try await rig.turn { (try? rig.table.asked) != nil }
        let entropy = String(repeating: "b0", count: 16)
        _ = try await rig.call(
            client,
            Method.reveal(RevealParams(table: .default, entropy: entropy))
        )
        try await rig.turn {
            (try? rig.table.asked) == nil && (try? rig.table.group.rollCount) == 5
        }
        #expect(rig.store.openRolls().last?.reveals == [entropy])
        // The commitment of a removed name moves to the first remaining name.
        #expect(try await promise("c0", by: "bo") == ["bo"])
        _ = try await rig.call(client, Method.confine(ConfineParams(as: ["ann"])))
        #expect(try rig.table.contributors.map(\.by) == ["ann"])
    }

    @Test("a shared screen counts as one guest, by its first name, with all names present")
    func counting() async throws {
        let client = try await screen(["bo", "ann"])
        #expect(rig.state.accounts.count == 2)
        #expect(client.connection.account.key.name == "bo")
        let snapshot = try await rig.call(
            client,
            Method.watch(WatchParams(table: home)),
            as: TableSnapshot.self
        )
        #expect(snapshot.watchers == 1)
        #expect(snapshot.watching == ["ann", "bo"])
        _ = try await rig.call(client, Method.confine(ConfineParams(as: ["ann"])))
        #expect(client.connection.account.key.name == "ann")
        #expect(try rig.tables.loaded(home)?.subscribers.audience.names == ["ann"])
    }

    @Test("a shared daemon allows only names that the account may use")
    func shared() async throws {
        let rig = try await Rig(isShared: true)
        let ann = try rig.connect(Permit(account: "ann", mayTakeName: false), uid: 1)
        #expect(
            try await rig.refusal(
                ann,
                Method.confine(ConfineParams(as: ["ann", "bo"]))
            )?.known
                == .notAllowed
        )
        #expect(
            try await rig.refusal(ann, Method.confine(ConfineParams(as: ["ann"])))
                == nil
        )
        let page = try rig.connect(Permit(account: "page", mayTakeName: true), uid: 2)
        #expect(
            try await rig.refusal(
                page,
                Method.confine(ConfineParams(as: ["ann", "bo"]))
            ) == nil
        )
        #expect(
            try await rig.refusal(page, Method.confine(ConfineParams(as: ["page"])))?
                .known
                == .notAllowed
        )
    }
}
