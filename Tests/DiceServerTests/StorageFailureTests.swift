import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@Suite("Storage that fails or waits")
struct StorageFailureTests {
    private func get(_ client: TestConnection) async throws -> TableSnapshot {
        try await client.call(.get(TableParams(table: .default)))
    }

    private static let changes: [Request] = [
        .roll(RollParams(table: .default, animate: false)), .lock(DiceParams(table: .default, dice: [1])),
        .toggleLock(DiceParams(table: .default, dice: [2])), .endTurn(PlayerParams(table: .default)),
        .create(CreateParams(table: TableName("new") ?? .default, dice: [6])), .delete(DeleteParams(table: .default)),
    ]

    @Test(
        "a change that cannot be stored is refused, changes nothing, and can be made when there is room",
        arguments: changes)
    func refusedWithoutChange(_ request: Request) async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            _ = try await client.call(.roll(RollParams(table: .default, animate: false)), as: RollResult.self)
            let before = try await get(client)
            let stored = store.stored()
            store.fail(true)
            let refusal = try #require(try await client.refusal(of: request))
            #expect(refusal.known == .storageFailed && refusal.data.reason == "storageFailed")
            #expect(refusal.message.contains("make room"))
            #expect(try await get(client) == before)
            #expect(store.stored() == stored)
            store.fail(false)
            #expect(try await client.refusal(of: request) == nil)
        }
    }

    @Test("a store that fails at each write in turn never stops the table, and loses no turn", arguments: 2...9)
    func failsAtEachWrite(_ number: Int) async throws {
        let store = TestStore()
        store.fail(write: number)
        try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            for _ in 1...2 {
                for request in Self.changes.prefix(4) {
                    // Again where it was refused: nobody has changed anything, so the same request must work.
                    if try await client.refusal(of: request) != nil {
                        #expect(try await client.refusal(of: request) == nil)
                    }
                }
            }
            let page: HistoryPage = try await client.call(.history(HistoryQuery(of: .default)))
            #expect(page.turns.map(\.turn) == [2, 1])
            #expect(page.turns.map(\.rolls.count) == [1, 1])
        }
    }

    @Test("every kind of write may fail once: the same request works when it is sent again", arguments: 2...12)
    func everyKindOfWrite(_ number: Int) async throws {
        let (store, clock) = (TestStore(), TestClock())
        let new = try #require(TableName("new"))
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            store.fail(write: number)
            let client = try await daemon.connect()
            let requests: [Request] = [
                .create(CreateParams(table: new, dice: [6, 6])), .roll(RollParams(table: new, animate: false)),
                .lock(DiceParams(table: new, dice: [1])), .toggleLock(DiceParams(table: new, dice: [2])),
                .unlock(DiceParams(table: new, dice: [1, 2])), .roll(RollParams(table: new)),
                .roll(RollParams(table: new, animate: false)), .endTurn(PlayerParams(table: new)),
                .roll(RollParams(table: new, animate: false)), .delete(DeleteParams(table: new)),
            ]
            var refusals = 0
            for request in requests {
                for isAgain in [false, true] {
                    try await client.send(request, id: 7)
                    if case .roll(let params) = request, params.animate {
                        let _: EmptyObject = try await daemon.connect().call(.ping)
                        // A refused roll puts nobody to sleep.
                        if number != 7 || isAgain { try await daemon.waitForAnimating(2) }
                        clock.advance(by: .seconds(2))
                    }
                    guard case .reply(_, let error?) = try await client.reply(to: 7).line.kind else { break }
                    #expect(error.known == .storageFailed && !isAgain)
                    refusals += 1
                }
            }
            // Only an outcome is stored later by itself.
            #expect(refusals == (number == 8 ? 0 : 1))
            #expect(store.stored(new) == nil)
        }
    }

    @Test("while the disk is slow, dice go on tumbling, watchers see them settle and reads are answered")
    func slowDisk() async throws {
        let (store, clock) = (TestStore(), TestClock())
        let other = try #require(TableName("other"))
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            let (roller, writer, watcher) = (
                try await daemon.connect(), try await daemon.connect(), try await daemon.connect()
            )
            let _: TableSnapshot = try await writer.call(.create(CreateParams(table: other, dice: [6])))
            let _: TableSnapshot = try await watcher.call(.watch(WatchParams(table: .default)))
            try await roller.send(.roll(RollParams(table: .default)), id: 5)
            while try await watcher.nextMessage().notification()?.isRollStarted != true {}
            store.hold()
            try await writer.send(.lock(DiceParams(table: other, dice: [1])), id: 6)
            await store.waitForHeldWrite()
            try await daemon.waitForAnimating(5)
            clock.advance(by: .seconds(2))
            while try await watcher.nextMessage().notification()?.isRollSettled != true {}
            #expect(try await !get(watcher).rolling)
            let _: StatusResult = try await watcher.call(.status)
            store.goOn()
            #expect(try await roller.reply(to: 5).line.result(as: RollResult.self).outcome == .completed)
            #expect(try await writer.reply(to: 6).line.result(as: TableSnapshot.self).dice[0].locked)
        }
    }

    @Test("there are 10,000 tables at most, and room again when one is deleted")
    func tableLimit() async throws {
        let store = TestStore()
        for number in 1..<Limits.tables {
            try await store.create(StoredTable(new: try #require(TableName("t\(number)")), sides: [6]))
        }
        let (last, tooMany) = (try #require(TableName("last")), try #require(TableName("one-more")))
        try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            #expect(try await client.refusal(of: .create(CreateParams(table: last, dice: [6]))) == nil)
            let one = Request.create(CreateParams(table: tooMany, dice: [6]))
            let refusal = try #require(try await client.refusal(of: one))
            #expect(refusal.known == .limitExceeded && refusal.data.limit == 10_000)
            #expect(try await client.call(.status, as: StatusResult.self).tables == 10_000)
            #expect(try await client.call(.list, as: ListResult.self).tables.count == 10_000)
            #expect(try await client.refusal(of: .delete(DeleteParams(table: last))) == nil)
            #expect(try await client.refusal(of: one) == nil)
        }
    }

    @Test("an outcome that cannot be stored does not stop the roll")
    func outcomeCannotBeStored() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            store.fail(write: 3)
            let roll: RollResult = try await client.call(.roll(RollParams(table: .default)))
            #expect(roll.outcome == .completed)
            #expect(store.openRolls().map(\.outcome) == [.cancelled])
            #expect(try await client.refusal(of: .roll(RollParams(table: .default, animate: false))) == nil)
            let turn: Turn = try await client.call(.endTurn(PlayerParams(table: .default)))
            #expect(turn.rolls.map(\.outcome) == [.completed, .completed], "stored when there was room again")
        }
    }

    @Test("an end of turn that waits for the table while dice settle still finds the roll completed")
    func outcomeBeforeEndOfTurn() async throws {
        let (store, clock) = (TestStore(), TestClock())
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            let (roller, other) = (try await daemon.connect(), try await daemon.connect())
            let _: TableSnapshot = try await other.call(.lock(DiceParams(table: .default, dice: [2])))
            let _: TableSnapshot = try await other.call(.watch(WatchParams(table: .default)))
            try await roller.send(.roll(RollParams(table: .default)), id: 5)
            while try await other.nextMessage().notification()?.isRollStarted != true {}
            // Unlocking a die at rest holds the table; the end of the turn queues behind it, before the dice settle.
            store.hold()
            try await roller.send(.unlock(DiceParams(table: .default, dice: [2])), id: 6)
            await store.waitForHeldWrite()
            try await other.send(.endTurn(PlayerParams(table: .default)), id: 7)
            let _: EmptyObject = try await daemon.connect().call(.ping)
            try await daemon.waitForAnimating(4)
            clock.advance(by: .seconds(2))
            while try await other.nextMessage().notification()?.isRollSettled != true {}
            store.goOn()
            let turn = try await other.reply(to: 7).line.result(as: Turn.self)
            #expect(turn.rolls.map(\.outcome) == [.completed])
        }
    }

    @Test("nobody is shown a change before it is stored")
    func storedBeforeShown() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let (roller, watcher) = (try await daemon.connect(), try await daemon.connect())
            let before: TableSnapshot = try await watcher.call(.watch(WatchParams(table: .default)))
            store.hold()
            try await roller.send(.roll(RollParams(table: .default, animate: false)), id: 7)
            await store.waitForHeldWrite()
            #expect(try await get(watcher) == before)
            store.goOn()
            _ = try await roller.reply(to: 7)
            #expect(try await get(watcher).roll == 1)
        }
    }

    @Test("a roll whose owner leaves while it is being stored is settled at once")
    func ownerLeavesWhileStoring() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store, clock: TestClock()) { daemon in
            let (roller, watcher) = (try await daemon.connect(), try await daemon.connect())
            let _: TableSnapshot = try await watcher.call(.watch(WatchParams(table: .default)))
            store.hold()
            try await roller.send(.roll(RollParams(table: .default)), id: 7)
            await store.waitForHeldWrite()
            try await roller.close()
            while try await watcher.call(.status, as: StatusResult.self).clients > 1 {}
            store.goOn()
            var settled: TableEvent?
            while settled == nil {
                guard case .event(let event) = try await watcher.nextMessage().notification() else { continue }
                if case .rollSettled = event.kind { settled = event }
            }
            let kind = try #require(settled).kind
            guard case .rollSettled(_, let outcome, let reason, _, let dice, _) = kind else { return }
            #expect(outcome == .cancelled && reason == .disconnected)
            #expect(dice.allSatisfy { !$0.animating })
            #expect(store.openRolls().first?.values == dice.map(\.value))
        }
    }

    @Test("requests of one connection take effect in their order, though storing takes its time")
    func requestsInOrder() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            store.hold()
            try await client.send(.lock(DiceParams(table: .default, dice: [1])), id: 1)
            try await client.send(.get(TableParams(table: .default)), id: 2)
            try await client.send(.roll(RollParams(table: .default, animate: false)), id: 3)
            try await client.send(.endTurn(PlayerParams(table: .default)), id: 4)
            await store.waitForHeldWrite()
            store.goOn()
            #expect(try await client.reply(to: 1).line.result(as: TableSnapshot.self).dice[0].locked)
            #expect(try await client.reply(to: 2).line.result(as: TableSnapshot.self).dice[0].locked)
            #expect(try await client.reply(to: 3).line.result(as: RollResult.self).rolled == [2, 3, 4, 5])
            let turn = try await client.reply(to: 4).line.result(as: Turn.self)
            #expect(turn.rolls.count == 1 && turn.dice[0].locked)
        }
    }
}
