import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@Suite("Failing and slow storage")
struct StorageFailureTests {
    private func get(_ client: TestConnection) async throws -> TableSnapshot {
        try await client.call(Method.get(GetParams(table: .default)))
    }

    private static let changes: [Request] = [
        Method.roll(RollParams(table: .default, animate: false)),
        Method.lock(LockParams(table: .default, dice: [1])),
        Method.toggleLock(DiceParams(table: .default, dice: [2])),
        Method.endTurn(EndTurnParams(table: .default)),
        Method.create(
            CreateParams(table: TableName("new") ?? .default, SettingsChange(dice: [6]))
        ),
        Method.delete(DeleteParams(table: .default)),
        Method.backup(BackupParams(.path("/tmp/never"))),
    ]

    @Test(
        "a change that cannot be stored is refused, changes nothing, and works later",
        arguments: changes
    )
    func refusedWithoutChange(_ request: Request) async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            _ = try await client.call(
                Method.roll(RollParams(table: .default, animate: false)),
                as: RollResult.self
            )
            let before = try await get(client)
            let stored = store.stored()
            store.fail(true)
            let refusal = try #require(try await client.refusal(of: request))
            #expect(refusal.known == .storageFailed)
            #expect(refusal.data.reason == "storageFailed")
            #expect(refusal.message.contains("make room"))
            #expect(try await get(client) == before)
            #expect(store.stored() == stored)
            store.fail(false)
            #expect(try await client.refusal(of: request) == nil)
        }
    }

    @Test(
        "faces drawn but not stored are used first once there is room"
    )
    func keptFaces() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            let thrown = ThrowParams(table: .default, expression: "4d6", animate: false)
            let tumbling = ThrowParams(table: .default, expression: "4d20")
            for params in [thrown, tumbling] {
                store.fail(true)
                let refusal = try await client.refusal(of: Method.throw(params))
                #expect(refusal?.known == .storageFailed)
                #expect(refusal?.message.contains("rolled") == true)
                #expect(
                    try await client.refusal(
                        of: Method.lock(LockParams(table: .default, dice: [1]))
                    )?.known
                        == .storageFailed
                )
                store.fail(false)
                #expect(
                    try await client.refusal(
                        of: Method.toggleLock(DiceParams(table: .default, dice: [2]))
                    ) == nil
                )
            }
            #expect(
                try await client.call(Method.throw(thrown), as: ThrowResult.self).number
                    == 3
            )
            let page = try await client.call(.history, HistoryQuery(.one(.default), kind: .all))
            let entries = page.entries.compactMap(\.thrown).sorted {
                $0.number < $1.number
            }
            #expect(entries.map(\.outcome) == [.completed, .cancelled, .completed])
            #expect(entries.map(\.reason) == [nil, .storageFailed, nil])
            #expect(store.drawn.count == 3)
            #expect(store.drawn.values.allSatisfy { $0.count == 1 })
        }
    }

    @Test(
        "every kind of write may fail once, and the same request then works",
        arguments: 2...12
    )
    func everyKindOfWrite(_ number: Int) async throws {
        let store = TestStore()
        let clock = TestClock()
        let new = try #require(TableName("new"))
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            store.fail(write: number)
            let client = try await daemon.connect()
            let requests: [Request] = [
                Method.create(CreateParams(table: new, SettingsChange(dice: [6, 6]))),
                Method.roll(RollParams(table: new, animate: false)),
                Method.lock(LockParams(table: new, dice: [1])),
                Method.toggleLock(DiceParams(table: new, dice: [2])),
                Method.unlock(DiceParams(table: new, dice: [1, 2])),
                Method.roll(RollParams(table: new)),
                Method.roll(RollParams(table: new, animate: false)),
                Method.endTurn(EndTurnParams(table: new)),
                Method.roll(RollParams(table: new, animate: false)),
                Method.delete(DeleteParams(table: new)),
            ]
            var refusals = 0
            for request in requests {
                for isAgain in [false, true] {
                    try await client.send(request, id: 7)
                    if let params = request.params as? RollParams, params.animate {
                        let _: EmptyObject = try await daemon.connect().call(
                            Method.ping()
                        )
                        // A refused roll leaves no sleeping tasks.
                        if number != 7 || isAgain {
                            try await daemon.waitForAnimating(2)
                        }
                        clock.advance(by: .seconds(2))
                    }
                    guard
                        case .reply(_, let error?) = try await client.reply(to: 7).line
                            .kind
                    else { break }
                    #expect(error.known == .storageFailed)
                    #expect(!isAgain)
                    refusals += 1
                }
            }
            // Only outcomes are retried automatically.
            #expect(refusals == (number == 8 ? 0 : 1))
            #expect(store.stored(new) == nil)
        }
    }

    @Test(
        "dice keep rolling, watchers see them settle and reads are answered on a slow disk"
    )
    func slowDisk() async throws {
        let store = TestStore()
        let clock = TestClock()
        let other = try #require(TableName("other"))
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            let roller = try await daemon.connect()
            let writer = try await daemon.connect()
            let watcher = try await daemon.connect()
            try await writer.call(.create, CreateParams(table: other, SettingsChange(dice: [6])))
            try await watcher.call(.watch, WatchParams(table: .default))
            try await roller.send(Method.roll(RollParams(table: .default)), id: 5)
            try await watcher.event("rollStarted")
            store.hold()
            try await writer.send(
                Method.lock(LockParams(table: other, dice: [1])),
                id: 6
            )
            try await store.waitForHeldWrite()
            try await daemon.settle(5, on: clock)
            try await watcher.event("rollSettled")
            #expect(try await !get(watcher).rolling)
            try await watcher.call(.status)
            store.goOn()
            #expect(
                try await roller.reply(to: 5).line.result(as: RollResult.self).outcome
                    == .completed
            )
            #expect(
                try await writer.reply(to: 6).line.result(as: TableSnapshot.self).dice[
                    0
                ].locked
            )
        }
    }

    @Test("the limit of 10,000 tables applies, and a deletion makes room")
    func tableLimit() async throws {
        let store = TestStore()
        for number in 1..<Limits.tables {
            try await store.create(
                StoredTable(new: try #require(TableName("t\(number)")), sides: [6])
            )
        }
        let last = try #require(TableName("last"))
        let tooMany = try #require(TableName("one-more"))
        try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            #expect(
                try await client.refusal(
                    of: Method.create(
                        CreateParams(table: last, SettingsChange(dice: [6]))
                    )
                ) == nil
            )
            let one = Method.create(
                CreateParams(table: tooMany, SettingsChange(dice: [6]))
            )
            let refusal = try #require(try await client.refusal(of: one))
            #expect(refusal.known == .limitExceeded)
            #expect(refusal.data.limit == 10_000)
            #expect(refusal.data.of == "tables")
            #expect(
                try await client.call(Method.status(), as: StatusResult.self).tables
                    == 10_000
            )
            #expect(
                try await client.call(Method.list(), as: ListResult.self).tables.count
                    == 10_000
            )
            #expect(
                try await client.refusal(of: Method.delete(DeleteParams(table: last)))
                    == nil
            )
            #expect(try await client.refusal(of: one) == nil)
        }
    }

    @Test("an outcome that cannot be stored does not stop the roll")
    func outcomeCannotBeStored() async throws {
        let store = TestStore()
        let clock = TestClock()
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            let client = try await daemon.connect()
            store.fail(write: 3)
            try await client.send(Method.roll(RollParams(table: .default)), id: 5)
            try await daemon.settle(5, on: clock)
            let roll = try await client.reply(to: 5).line.result(as: RollResult.self)
            #expect(roll.outcome == .completed)
            #expect(store.openRolls().map(\.outcome) == [.cancelled])
            #expect(
                try await client.refusal(
                    of: Method.roll(RollParams(table: .default, animate: false))
                ) == nil
            )
            let turn = try await client.call(.endTurn, EndTurnParams(table: .default))
            #expect(
                turn.rolls.map(\.outcome) == [.completed, .completed],
                "stored when there was room again"
            )
        }
    }

    @Test(
        "a queued end of turn finds the roll completed if the dice settle meanwhile"
    )
    func outcomeBeforeEndOfTurn() async throws {
        let store = TestStore()
        let clock = TestClock()
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            let roller = try await daemon.connect()
            let other = try await daemon.connect()
            try await other.call(.lock, LockParams(table: .default, dice: [2]))
            try await other.call(.watch, WatchParams(table: .default))
            try await roller.send(Method.roll(RollParams(table: .default)), id: 5)
            try await other.event("rollStarted")
            // Unlocking a settled die holds the table's lock; the end of the turn is queued behind
            // the unlocking before the dice settle.
            store.hold()
            try await roller.send(
                Method.unlock(DiceParams(table: .default, dice: [2])),
                id: 6
            )
            try await store.waitForHeldWrite()
            try await other.send(Method.endTurn(EndTurnParams(table: .default)), id: 7)
            let _: EmptyObject = try await daemon.connect().call(Method.ping())
            try await daemon.settle(4, on: clock)
            try await other.event("rollSettled")
            store.goOn()
            let turn = try await other.reply(to: 7).line.result(as: Turn.self)
            #expect(turn.rolls.map(\.outcome) == [.completed])
        }
    }

    @Test("a change is shown only after it is stored")
    func storedBeforeShown() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let roller = try await daemon.connect()
            let watcher = try await daemon.connect()
            let before = try await watcher.call(.watch, WatchParams(table: .default))
            store.hold()
            try await roller.send(
                Method.roll(RollParams(table: .default, animate: false)),
                id: 7
            )
            try await store.waitForHeldWrite()
            #expect(try await get(watcher) == before)
            store.goOn()
            _ = try await roller.reply(to: 7)
            #expect(try await get(watcher).roll == 1)
        }
    }
}
