import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

@Suite("Contributions to a roll")
struct ContributingTests {
    private let table = GetParams(table: .default)

    /// Returns a secret of 16 bytes and its commitment.
    private func secret(_ digits: String) throws -> (
        entropy: String, commitment: String
    ) {
        let entropy = String(repeating: digits, count: 16)
        return (entropy, try #require(Entropy.commitment(entropy)))
    }

    /// Returns connections: ann watches; bo and carol have made commitments.
    private func contributors(
        _ daemon: TestDaemon
    ) async throws -> (ann: TestConnection, bo: TestConnection, carol: TestConnection) {
        let ann = try await daemon.connect()
        let bo = try await daemon.connect()
        let carol = try await daemon.connect()
        try await ann.call(.watch, WatchParams(table: .default))
        _ = try await contribute(bo, try secret("b0").commitment, by: "bo")
        _ = try await contribute(carol, try secret("ca").commitment, by: "carol")
        return (ann, bo, carol)
    }

    private func contribute(_ client: TestConnection, _ commitment: String, by: String)
        async throws
        -> [Contributor]
    {
        let params = ContributeParams(table: .default, commitment: commitment, by: by)
        let result = try await client.call(.contribute, params)
        return result.contributors
    }

    @Test(
        "a roll starts with the last reveal, and anyone can check its faces from the list"
    )
    func revealed() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            let carol = try await daemon.connect()
            let before = try await bo.call(.watch, WatchParams(table: .default))
            try await carol.call(.watch, WatchParams(table: .default))
            let first = try secret("b0")
            let second = try secret("ca")
            #expect(
                try await contribute(bo, first.commitment, by: "bo").map(\.by) == ["bo"]
            )
            #expect(
                try await contribute(carol, second.commitment, by: "carol").map(\.by)
                    == [
                        "bo", "carol",
                    ]
            )
            let shown = try await ann.call(.get, table)
            #expect(
                shown.contributors?.map(\.commitment) == [
                    first.commitment, second.commitment,
                ]
            )
            let own = try secret("a0").entropy
            try await ann.send(
                Method.roll(
                    RollParams(table: .default, animate: false, by: "ann", entropy: own)
                ),
                id: 7
            )
            let asked = try await bo.event("rollAsked")
            #expect(asked.by == "ann")
            guard case .rollAsked(let roll, let entropy, let contributors) = asked.kind
            else {
                return
            }
            #expect(roll == 1)
            #expect(entropy == own)
            #expect(contributors.map(\.by) == ["bo", "carol"])
            // The roll is stored before anyone is asked.
            #expect(
                store.openRolls().map(\.outcome) == [.void]
                    && store.openRolls()[0].reason == .serverStopping
            )
            #expect(store.openRolls()[0].absent == [])
            try await carol.event("rollAsked")
            try await carol.call(.reveal, RevealParams(table: .default, entropy: second.entropy))
            let refused = try await bo.refusal(
                of: Method.reveal(
                    RevealParams(table: .default, entropy: second.entropy)
                )
            )
            #expect(refused?.known == .revealMismatch)
            try await bo.call(.reveal, RevealParams(table: .default, entropy: first.entropy))
            let result = try await ann.reply(to: 7).line.result(as: RollResult.self)
            #expect(result.outcome == .completed)
            #expect(result.reveals == [first.entropy, second.entropy])
            #expect(
                result.commitment == before.commitment && result.entropy == "",
                "a seeded daemon leaves it out"
            )
            let record = try #require(store.openRolls().first)
            #expect(store.openRolls().count == 1)
            #expect(record.outcome == .completed)
            #expect(record.absent == nil)
            #expect(record.reason == nil)
            // A contribution is used only once.
            let after = try await ann.call(.get, table)
            #expect(after.contributors == nil)
            #expect(after.roll == 1)
            let ended = try await ann.call(.endTurn, EndTurnParams(table: .default, by: "ann"))
            let seed = try #require(ended.seed.flatMap { Seed(hex: $0) })
            #expect(seed.commitment == before.commitment)
            var faces = FaceStream(
                seed,
                table: "default",
                turn: 1,
                roll: 1,
                chance: RollChance(
                    entropy: "",
                    reveals: [first.entropy, second.entropy]
                )
            )
            #expect(record.values == (1...5).map { _ in faces.face(sides: 6) })
            let link = Chain.link(ended, after: Chain.start) { $0.jsonBytes() }
            #expect(ended.edition == Edition.current)
            #expect(ended.chain == link.chain)
            #expect(ended.digest == link.digest)
            let next = try await ann.call(.get, table)
            #expect(ended.nextCommitment == next.commitment)
            #expect(next.commitment != before.commitment)
        }
    }

    @Test(
        "a contributor silent for two seconds voids the roll, is named, and is removed"
    )
    func void() async throws {
        let clock = TestClock()
        let store = TestStore()
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            let carol = try await daemon.connect()
            for client in [bo, carol] {
                try await client.call(.watch, WatchParams(table: .default))
            }
            let first = try secret("b0")
            let second = try secret("ca")
            _ = try await contribute(bo, first.commitment, by: "bo")
            _ = try await contribute(carol, second.commitment, by: "carol")
            try await ann.send(
                Method.roll(RollParams(table: .default, by: "ann")),
                id: 7
            )
            try await bo.event("rollAsked")
            try await bo.call(.reveal, RevealParams(table: .default, entropy: first.entropy))
            // Changes that a roll depends on are refused while the roll is waiting.
            let changes: [Request] = [
                Method.roll(RollParams(table: .default)),
                Method.lock(LockParams(table: .default, dice: [1])),
                Method.endTurn(EndTurnParams(table: .default)),
                Method.configure(
                    ConfigureParams(table: .default, SettingsChange(players: ["ann"]))
                ),
            ]
            for change in changes {
                #expect(
                    try await bo.refusal(of: change)?.known == .busy,
                    "\(change.method)"
                )
            }
            await Rig.advance(clock, by: .milliseconds(1_999))
            try await bo.send(Method.ping(), id: 8)
            #expect(
                try await bo.reply(to: 8).before.allSatisfy {
                    $0.event != "rollSettled"
                }
            )
            await Rig.advance(clock, by: .milliseconds(1))
            let result = try await ann.reply(to: 7).line.result(as: RollResult.self)
            #expect(result.outcome == .void)
            #expect(result.absent == ["carol"])
            #expect(result.rolled.isEmpty)
            #expect(result.reason == .absent)
            #expect(result.dice.allSatisfy { $0.value == 1 && !$0.animating })
            #expect(
                store.openRolls().map(\.absent) == [["carol"]]
                    && store.openRolls()[0].reason == .absent
            )
            let after = try await ann.call(.get, table)
            #expect(after.roll == 1)
            #expect(after.contributors == nil)
            // The void roll's number is used up, and the next roll does not wait for anyone.
            let next = try await ann.call(.roll, RollParams(table: .default, animate: false))
            #expect(next.roll == 2)
            #expect(next.outcome == .completed)
            let ended = try await ann.call(.endTurn, EndTurnParams(table: .default))
            #expect(ended.rolls.map(\.outcome) == [.void, .completed])
        }
    }

    @Test(
        "a contributor that disconnects voids the roll at once, and no other roll"
    )
    func gone() async throws {
        try await TestDaemon.with { daemon in
            let (ann, bo, carol) = try await contributors(daemon)
            try await carol.close()
            try await ann.status("carol is gone") { $0.clients <= 2 }
            let shown = try await ann.call(.get, table)
            #expect(shown.contributors?.map(\.by) == ["bo"])
            try await ann.send(Method.roll(RollParams(table: .default)), id: 7)
            try await ann.event("rollAsked")
            try await bo.close()
            let result = try await ann.reply(to: 7).line.result(as: RollResult.self)
            #expect(result.outcome == .void)
            #expect(result.absent == ["bo"])
            #expect(result.reason == .disconnected)
        }
    }

    @Test(
        "the roller's own promise serves the rolls of others and never delays its own"
    )
    func roller() async throws {
        try await TestDaemon.with { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            try await ann.call(.watch, WatchParams(table: .default))
            _ = try await contribute(ann, try secret("a0").commitment, by: "ann")
            let own = try await ann.call(.roll, RollParams(table: .default, animate: false))
            #expect(own.outcome == .completed)
            #expect(own.reveals == [])
            try await bo.send(
                Method.roll(RollParams(table: .default, animate: false)),
                id: 7
            )
            guard
                case .rollAsked(_, _, let contributors) = try await ann.event(
                    "rollAsked"
                ).kind
            else { return }
            #expect(contributors.map(\.by) == ["ann"])
            try await ann.call(
                .reveal,
                RevealParams(table: .default, entropy: try secret("a0").entropy)
            )
            #expect(
                try await bo.reply(to: 7).line.result(as: RollResult.self).reveals == [
                    try secret("a0").entropy
                ]
            )
        }
    }

    @Test(
        "sixteen names may promise on four connections each, without using each other's room"
    )
    func names() async throws {
        try await TestDaemon.with { daemon in
            let promise = try secret("01").commitment
            func refusal(by name: String, _ client: TestConnection) async throws
                -> WireError?
            {
                let params = ContributeParams(
                    table: .default,
                    commitment: promise,
                    by: name
                )
                return try await client.refusal(of: Method.contribute(params))
            }
            var ann: [TestConnection] = []
            for _ in 1...4 {
                ann.append(try await daemon.connect())
                _ = try await contribute(ann[ann.count - 1], promise, by: "ann")
            }
            // Each connection replaces its own contribution.
            for client in ann {
                _ = try await contribute(client, promise, by: "ann")
            }
            let other = try await daemon.connect()
            let fifth = try await refusal(by: "ann", other)
            #expect(fifth?.known == .limitExceeded)
            #expect(fifth?.data.limit == 4)
            #expect(fifth?.data.of == "contributors")
            for number in 2...16 {
                _ = try await contribute(
                    try await daemon.connect(),
                    promise,
                    by: "player \(number)"
                )
            }
            let seventeenth = try await refusal(by: "bo", other)
            #expect(seventeenth?.data.limit == 16)
            #expect(seventeenth?.data.of == "contributors")
            // A name that contributes has room for another connection, and a name that withdraws
            // makes room for another name.
            #expect(try await contribute(other, promise, by: "player 2").count == 20)
            #expect(try await refusal(by: "bo", other)?.data.limit == 16)
            for client in ann {
                _ = try await contribute(client, "", by: "ann")
            }
            #expect(try await contribute(other, promise, by: "bo").count == 16)
        }
    }

    @Test(
        "a name that six connections are confined to keeps at most four promises"
    )
    func confinedToFullName() async throws {
        try await TestDaemon.with { daemon in
            let promise = try secret("01").commitment
            var clients: [TestConnection] = []
            for number in 1...6 {
                clients.append(try await daemon.connect())
                _ = try await contribute(
                    clients[number - 1],
                    promise,
                    by: "name \(number)"
                )
            }
            for client in clients {
                try await client.call(.confine, ConfineParams(as: "bo"))
            }
            let shown = try await clients[0].call(.get, table)
            #expect(shown.contributors?.map(\.by) == ["bo", "bo", "bo", "bo"])
        }
    }

    @Test(
        "only players may promise at a table with players, and unwatching withdraws the promise"
    )
    func limits() async throws {
        try await TestDaemon.with { daemon in
            let clients = [try await daemon.connect(), try await daemon.connect()]
            let promise = try secret("01").commitment
            for client in clients {
                _ = try await contribute(client, promise, by: "ann")
            }
            let full = ContributeParams(table: .default, commitment: promise)
            try await clients[0].call(.unwatch, TableParams(table: .default))
            let fewer = try await clients[0].call(.get, table)
            #expect(fewer.contributors?.count == 1)
            try await clients[0].call(
                .configure,
                ConfigureParams(table: .default, SettingsChange(players: ["bo"]))
            )
            let none = try await clients[0].call(.get, table)
            #expect(none.contributors == nil)
            #expect(
                try await clients[0].refusal(of: Method.contribute(full))?.known
                    == .notAllowed
            )
            #expect(
                try await contribute(clients[0], promise, by: "bo").map(\.by) == ["bo"]
            )
        }
    }

    @Test(
        "a roll that fails to store after all reveals is stored before the next, naming no one"
    )
    func storageFails() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            try await bo.call(.watch, WatchParams(table: .default))
            _ = try await contribute(bo, try secret("b0").commitment, by: "bo")
            try await ann.send(
                Method.roll(RollParams(table: .default, animate: false)),
                id: 7
            )
            try await bo.event("rollAsked")
            store.fail(true)
            try await bo.call(
                .reveal,
                RevealParams(table: .default, entropy: try secret("b0").entropy)
            )
            guard case .reply(_, let error?) = try await ann.reply(to: 7).line.kind
            else {
                Issue.record("what is not stored is no roll")
                return
            }
            #expect(error.known == .storageFailed)
            store.fail(false)
            let shown = try await ann.call(.get, table)
            #expect(
                shown.roll == 0 && store.openRolls().map(\.reason) == [.serverStopping],
                "as after a crash"
            )
            let next = try await ann.call(.roll, RollParams(table: .default, animate: false))
            #expect(next.roll == 2)
            #expect(store.openRolls().map(\.outcome) == [.completed, .completed])
            #expect(store.openRolls().map(\.reveals?.count) == [1, 0])
        }
    }

    @Test(
        "two players who contribute to each other's rolls are both served"
    )
    func crossing() async throws {
        try await TestDaemon.with { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            let other = try #require(TableName("other"))
            try await ann.call(.create, CreateParams(table: other, SettingsChange(dice: [6])))
            for client in [ann, bo] {
                for table in [.default, other] {
                    try await client.call(.watch, WatchParams(table: table))
                }
            }
            let first = try secret("a0")
            let second = try secret("b0")
            try await ann.call(
                .contribute,
                ContributeParams(
                    table: other,
                    commitment: first.commitment,
                    by: "ann"
                )
            )
            try await bo.call(
                .contribute,
                ContributeParams(
                    table: .default,
                    commitment: second.commitment,
                    by: "bo"
                )
            )
            try await ann.send(
                Method.roll(RollParams(table: .default, animate: false, by: "ann")),
                id: 7
            )
            try await bo.send(
                Method.roll(RollParams(table: other, animate: false, by: "bo")),
                id: 7
            )
            for client in [ann, bo] {
                var asked: Set<String> = []
                while asked.count < 2 {
                    asked.insert(try await client.event("rollAsked").table)
                }
            }
            try await ann.send(
                Method.reveal(RevealParams(table: other, entropy: first.entropy)),
                id: 8
            )
            try await bo.send(
                Method.reveal(RevealParams(table: .default, entropy: second.entropy)),
                id: 8
            )
            // The clock stands still, so if the reveal were rejected, it would be missing here.
            for client in [ann, bo] {
                let result = try await client.reply(to: 7).line.result(
                    as: RollResult.self
                )
                #expect(result.outcome == .completed)
                #expect(result.reveals?.count == 1)
            }
        }
    }

    @Test(
        "rolls do not wait for a contributor whose promise has ended",
        arguments: Gone.allCases
    )
    func notStanding(_ gone: Gone) async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            try await ann.call(.watch, WatchParams(table: .default))
            func told() async throws -> TableEvent.Kind {
                await Rig.advance(clock, by: Table.gatheringTime)
                return try await ann.event("contributorsChanged").kind
            }
            let standing = try await contribute(
                bo,
                try secret("b0").commitment,
                by: "bo"
            )
            #expect(try await told() == .contributorsChanged(standing))
            switch gone {
            case .watcher:
                try await bo.call(.confine, ConfineParams(role: .watch))
            case .elsewhere:
                try await bo.call(.confine, ConfineParams(as: "bo", tables: []))
            case .halfClosed: try await bo.endInput()
            }
            let end = ContinuousClock.now + Wait.patience
            while try await ann.call(Method.get(table), as: TableSnapshot.self)
                .contributors != nil
            {
                try #require(
                    ContinuousClock.now < end,
                    "the end of a promise has not come"
                )
            }
            #expect(try await told() == .contributorsChanged([]))
            let roll = try await ann.call(.roll, RollParams(table: .default, animate: false))
            #expect(roll.outcome == .completed)
            #expect(roll.reveals == [])
        }
    }

    /// The ways in which a commitment ends before it is used.
    enum Gone: CaseIterable {
        case watcher, elsewhere, halfClosed
    }

    @Test(
        "a confined client contributes under its confined name, and only if that name plays"
    )
    func renamed() async throws {
        try await TestDaemon.with { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            _ = try await contribute(bo, try secret("b0").commitment, by: "nobody")
            try await bo.call(.confine, ConfineParams(as: "bo"))
            let shown = try await ann.call(.get, table)
            #expect(shown.contributors?.map(\.by) == ["bo"])
            try await ann.call(
                .configure,
                ConfigureParams(
                    table: .default,
                    SettingsChange(players: ["ann", "carol"])
                )
            )
            _ = try await contribute(ann, try secret("a0").commitment, by: "carol")
            try await ann.call(.confine, ConfineParams(as: "dave"))
            let none = try await ann.call(.get, table)
            #expect(none.contributors == nil)
        }
    }

    @Test(
        "a contributor confined during a roll voids it at once and is the only one named"
    )
    func confinedWhileAsked() async throws {
        try await TestDaemon.with { daemon in
            let (ann, bo, _) = try await contributors(daemon)
            try await ann.send(Method.roll(RollParams(table: .default)), id: 7)
            try await ann.event("rollAsked")
            try await bo.call(.confine, ConfineParams(role: .watch))
            let result = try await ann.reply(to: 7).line.result(as: RollResult.self)
            #expect(result.outcome == .void)
            #expect(result.absent == ["bo"])
            #expect(result.reason == .absent)
        }
    }

    @Test("a deleted table asks no one to reveal")
    func ended() async throws {
        try await TestDaemon.with { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            try await bo.call(.watch, WatchParams(table: .default))
            _ = try await contribute(bo, try secret("b0").commitment, by: "bo")
            try await ann.send(Method.roll(RollParams(table: .default)), id: 7)
            try await bo.event("rollAsked")
            try await bo.call(.delete, DeleteParams(table: .default))
            let result = try await ann.reply(to: 7).line.result(as: RollResult.self)
            #expect(result.outcome == .void)
            #expect(result.reason == .tableDeleted)
            #expect(result.absent == [])
        }
    }
}
