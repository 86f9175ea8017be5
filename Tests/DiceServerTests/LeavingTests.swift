import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

/// The traces of a disconnected client or a deleted table, on a loop that the test drives.
@Suite("Retention of history")
@TableActor
struct LeavingTests {
    @Test(
        "a watch ends with its connection, and a closed connection starts no watch or promise"
    )
    func watches() async throws {
        let rig = try await Rig()
        let table = try rig.table
        let client = try rig.connect()
        let late = try rig.connect()
        client.send([Method.watch(WatchParams(table: .default))])
        #expect(table.subscribers.count == 1)
        _ = try await rig.call(client, Method.watchList())
        #expect(rig.tables.lists.includes(client.connection.owner))
        client.channel.close(promise: nil)
        rig.loop.run()
        #expect(table.subscribers.isEmpty)
        #expect(!rig.tables.lists.includes(client.connection.owner))

        rig.store.hold()
        late.send([
            Method.lock(LockParams(table: .default, dice: [1])),
            Method.watch(WatchParams(table: .default)),
            Method.watchList(),
            Method.contribute(
                ContributeParams(
                    table: .default,
                    commitment: String(repeating: "0", count: 64)
                )
            ),
        ])
        try await rig.store.waitForHeldWrite()
        late.channel.close(promise: nil)
        rig.loop.run()
        rig.store.goOn()
        try await Wait.until("a request is in work") {
            late.connection.state.unsettled == 0
        }
        rig.loop.run()
        #expect(table.group.dice[0].locked, "what was sent is carried out")
        #expect(table.subscribers.isEmpty)
        #expect(!rig.tables.lists.includes(late.connection.owner))
        #expect(table.contributions.standing.isEmpty)
        #expect(late.connection.contributing.isEmpty)
        #expect(rig.state.connections.isEmpty)
    }

    @Test("all changes of a batch are carried out after its client leaves")
    func batch() async throws {
        let rig = try await Rig()
        let client = try rig.connect()
        rig.store.hold()
        let locks = [1, 2].map { Method.lock(LockParams(table: .default, dice: [$0])) }
        client.send(batch: [locks[0], Method.get(GetParams(table: .default)), locks[1]])
        try await rig.store.waitForHeldWrite()
        client.channel.close(promise: nil)
        rig.loop.run()
        rig.store.goOn()
        try await Wait.until("a request is in work") {
            client.connection.state.unsettled == 0
        }
        #expect(
            try rig.table.group.dice.map(\.locked) == [true, true, false, false, false]
        )
    }

    @Test(
        "a connection holds a table until its own roll or throw settles",
        arguments: [true, false]
    )
    func rollsOfItsOwn(_ isRoll: Bool) async throws {
        let rig = try await Rig()
        let table = try rig.table
        let client = try rig.connect()
        client.send([
            isRoll
                ? Method.roll(RollParams(table: .default))
                : Method.throw(ThrowParams(table: .default, expression: "d6"))
        ])
        try await rig.turn { rig.tables.animatingDice > 0 }
        #expect(client.connection.rolling.count == 1)
        table.stopAnimation(.cancel)
        try await rig.turn { client.connection.state.unsettled == 0 }
        #expect(client.connection.rolling.isEmpty)
    }

    @Test(
        "a roll settles as it starts if its client left while it was being stored"
    )
    func rollBeingStored() async throws {
        let rig = try await Rig()
        let table = try rig.table
        let client = try rig.connect()
        let watcher = RecordingOutput()
        _ = table.watch(RollOwner(7), output: watcher)
        rig.store.hold()
        client.send([Method.roll(RollParams(table: .default))])
        try await rig.store.waitForHeldWrite()
        client.channel.close(promise: nil)
        rig.loop.run()
        rig.store.goOn()
        try await Wait.until("the roll has not begun") { table.group.rollCount > 0 }
        #expect(!table.group.isAnyDieAnimating)
        #expect(
            watcher.lines.contains {
                $0.contains("rollSettled") && $0.contains(#""reason":"disconnected""#)
            }
        )
        let stored = try #require(rig.store.openRolls().first)
        #expect(stored.outcome == .cancelled)
        #expect(stored.values == table.group.dice.map(\.value))
    }

    @Test(
        "a deleted table stores nothing more, neither kept faces nor the end of a throw"
    )
    func deletedTable() async throws {
        let rig = try await Rig()
        let table = try rig.table
        let thrower = try rig.connect()
        let other = try rig.connect()
        thrower.send([Method.throw(ThrowParams(table: .default, expression: "d6"))])
        try await rig.turn { rig.tables.animatingDice == 1 }
        rig.store.fail(true)
        let roll = Method.roll(RollParams(table: .default, animate: false))
        #expect(try await rig.refusal(other, roll)?.known == .storageFailed)
        #expect(table.kept.count == 1)
        rig.store.fail(false)
        _ = try await rig.call(other, Method.delete(DeleteParams(table: .default)))
        try await rig.turn { thrower.connection.state.unsettled == 0 }
        #expect(rig.store.stored() == nil)
        #expect(
            try await rig.store.history(HistoryQuery(.all, kind: .all), among: nil)
                .entries.isEmpty
        )
    }

    @Test("dice in flight belong to the account that the connection had when they began")
    func otherAccount() throws {
        let accounts = Accounts()
        let ann = try accounts.enter(Permit(account: "ann", mayTakeName: false), uid: 1)
        let bo = try accounts.enter(Permit(account: "bo", mayTakeName: false), uid: 1)
        let owner = RollOwner(1)
        let inFlight = DiceInFlight(on: TestClock())
        inFlight.add(.init(rolled: 2), of: .init(owner, ann))
        inFlight.add(.init(rolled: 3), of: .init(owner, bo))
        #expect(ann.inFlight.dice == 2)
        #expect(bo.inFlight.dice == 3)
        inFlight.remove(.init(rolled: 2), of: .init(owner, ann))
        #expect(ann.inFlight.dice == 0)
        #expect(bo.inFlight.dice == 3)
        #expect(inFlight.count == 3)
    }

    @Test("the table default is created only in a new store without tables")
    func defaultTable() async throws {
        for (isNew, stored, names) in [
            (true, [], ["default"]),
            (false, [], []),
            (true, ["t"], ["t"]),
            (false, ["t"], ["t"]),
        ] as [(Bool, [String], [String])] {
            let store = TestStore()
            for name in stored {
                try await store.create(
                    StoredTable(new: try #require(TableName(name)), sides: [6])
                )
            }
            let tables = Tables(
                store: store,
                clock: TestClock(),
                randomness: DiceRandomness(
                    seeds: .derived(from: 1),
                    animation: SeededGenerator(seed: 2)
                ),
                now: { Timestamp(millisecondsSinceEpoch: 0) },
                logger: Rig.logger
            )
            try await tables.load(isNew: isNew)
            #expect(try await tables.summaries(among: nil).map(\.table) == names)
            #expect(try await store.names().map(\.description) == names)
        }
    }
}
