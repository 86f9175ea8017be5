import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

/// A request must not interfere with another request that is in progress, whether on the same
/// connection or on another.
@Suite("Overlapping requests")
struct OverlapTests {
    private static let other = TableName("other") ?? .default

    @Test("requests do not overtake one that is being stored when a roll ends")
    func endOfRoll() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let roller = try await daemon.connect()
            let watcher = try await daemon.connect()
            try await watcher.call(.watch, WatchParams(table: .default))
            try await roller.send(
                Method.roll(RollParams(table: .default, dice: [1])),
                id: 1
            )
            try await watcher.event("rollStarted")
            store.hold()
            try await roller.send(
                Method.lock(LockParams(table: .default, dice: [5])),
                id: 2
            )
            try await roller.send(Method.get(GetParams(table: .default)), id: 3)
            try await store.waitForHeldWrite()
            try await watcher.call(.cancel, CancelParams(table: .default))
            guard case .reply(.integer(1), nil) = try await roller.nextMessage().kind
            else {
                Issue.record("the roll is not the first to be answered")
                return
            }
            for _ in 1...10 {
                try await watcher.call(.ping)
            }
            store.goOn()
            for id in [2, 3] {
                let line = try await roller.nextMessage()
                #expect(line.kind == .reply(.integer(id), nil))
                #expect(try line.result(as: TableSnapshot.self).dice[4].locked)
            }
        }
    }

    @Test(
        "a client that leaves while its outcome is being stored ends no other client's dice"
    )
    func leavesAfterRoll() async throws {
        let store = TestStore()
        let clock = TestClock()
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            let first = try await daemon.connect()
            let second = try await daemon.connect()
            let watcher = try await daemon.connect()
            let bystander = try await daemon.connect()
            try await watcher.call(.watch, WatchParams(table: .default))
            try await first.send(
                Method.roll(RollParams(table: .default, dice: [1])),
                id: 1
            )
            try await watcher.event("rollStarted")
            try await daemon.waitForAnimating(1)
            // The store blocks the locking of a die; the second roll waits behind that, and so does
            // the outcome of the first roll once its dice have settled.
            store.hold()
            try await watcher.send(
                Method.lock(LockParams(table: .default, dice: [5])),
                id: 2
            )
            try await store.waitForHeldWrite()
            try await second.send(
                Method.roll(RollParams(table: .default, dice: [2])),
                id: 3
            )
            try await bystander.call(.ping)
            clock.advance(by: .seconds(2))
            try await watcher.event("rollSettled")
            store.letOneGo()
            try await store.waitForHeldWrite()
            store.letOneGo()
            try await watcher.event("rollStarted")
            try await store.waitForHeldWrite()

            try await first.close()
            try await watcher.status("the client that left is gone") { $0.clients <= 3 }
            #expect(
                try await watcher.call(Method.status(), as: StatusResult.self).animating
                    == 1
            )
            store.goOn()
            try await daemon.settle(1, on: clock)
            let result = try await second.reply(to: 3).line.result(as: RollResult.self)
            #expect(result.outcome == .completed)
            #expect(result.rolled == [2])
        }
    }

    @Test("only one of two clients creating a table of one name at once succeeds")
    func sameName() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let one = try await daemon.connect()
            let two = try await daemon.connect()
            store.hold()
            try await one.send(
                Method.create(
                    CreateParams(table: Self.other, SettingsChange(dice: [6]))
                ),
                id: 1
            )
            try await store.waitForHeldWrite()
            try await two.send(
                Method.create(
                    CreateParams(table: Self.other, SettingsChange(dice: [20]))
                ),
                id: 2
            )
            let _: EmptyObject = try await daemon.connect().call(Method.ping())
            store.goOn()
            #expect(
                try await one.reply(to: 1).line.result(as: TableSnapshot.self).dice.map(
                    \.sides
                )
                    == [6]
            )
            guard case .reply(_, let error?) = try await two.reply(to: 2).line.kind
            else {
                Issue.record("made twice")
                return
            }
            #expect(error.known == .tableExists)
            #expect(store.stored(Self.other)?.dice.map(\.sides) == [6])
        }
    }
}
