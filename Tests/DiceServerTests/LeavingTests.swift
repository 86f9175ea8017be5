import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

/// What is left of a client, and of a store, on a loop that the test turns.
@Suite("What stays and what goes")
@TableActor
struct LeavingTests {
    @Test("a watch ends with its connection, and one that is asked for by who has gone never begins")
    func watches() async throws {
        let rig = try await Rig()
        let table = try rig.table
        let (client, late) = (try rig.connect(), try rig.connect())
        client.send([.watch(WatchParams(table: .default))])
        #expect(table.subscribers.count == 1)
        client.channel.close(promise: nil)
        rig.loop.run()
        #expect(table.subscribers.isEmpty)

        rig.store.hold()
        late.send([.lock(DiceParams(table: .default, dice: [1])), .watch(WatchParams(table: .default))])
        try await rig.store.waitForHeldWrite()
        late.channel.close(promise: nil)
        rig.loop.run()
        rig.store.goOn()
        try await Wait.until("a request is in work") { late.connection.state.unsettled == 0 }
        rig.loop.run()
        #expect(table.group.dice[0].locked, "what was sent is carried out")
        #expect(table.subscribers.isEmpty)
        #expect(rig.state.connections.isEmpty)
    }

    @Test("of a batch whose client has gone only what was begun is done")
    func batch() async throws {
        let rig = try await Rig()
        let client = try rig.connect()
        rig.store.hold()
        client.send(batch: [1, 2].map { .lock(DiceParams(table: .default, dice: [$0])) })
        try await rig.store.waitForHeldWrite()
        client.channel.close(promise: nil)
        rig.loop.run()
        rig.store.goOn()
        try await Wait.until("a request is in work") { client.connection.state.unsettled == 0 }
        #expect(try rig.table.group.dice.map(\.locked) == [true, false, false, false, false])
    }

    @Test("the dice of a client that leaves while its roll is being stored never move; the roll settles as it starts")
    func rollBeingStored() async throws {
        let rig = try await Rig()
        let table = try rig.table
        let (client, watcher) = (try rig.connect(), RecordingOutput())
        _ = table.watch(RollOwner(7), output: watcher)
        rig.store.hold()
        client.send([.roll(RollParams(table: .default))])
        try await rig.store.waitForHeldWrite()
        client.channel.close(promise: nil)
        rig.loop.run()
        rig.store.goOn()
        try await Wait.until("the roll has not begun") { table.group.rollCount > 0 }
        #expect(!table.group.isAnyDieAnimating)
        #expect(watcher.lines.contains { $0.contains("rollSettled") && $0.contains(#""reason":"disconnected""#) })
        let stored = try #require(rig.store.openRolls().first)
        #expect(stored.outcome == .cancelled && stored.values == table.group.dice.map(\.value))
    }

    @Test("only a store that was made by this start gets the table default")
    func defaultTable() async throws {
        for (isNew, stored, names) in [
            (true, [], ["default"]), (false, [], []), (true, ["t"], ["t"]), (false, ["t"], ["t"]),
        ] as [(Bool, [String], [String])] {
            let store = TestStore()
            for name in stored {
                try await store.create(StoredTable(new: try #require(TableName(name)), sides: [6]))
            }
            let tables = Tables(
                store: store, clock: TestClock(),
                randomness: DiceRandomness(seeds: .derived(from: 1), animation: SeededGenerator(seed: 2)),
                now: { Timestamp(millisecondsSinceEpoch: 0) }, logger: Rig.logger)
            try await tables.load(isNew: isNew)
            #expect(try await tables.summaries(among: nil).map(\.table) == names)
            #expect(try await store.names().map(\.description) == names)
        }
    }
}
