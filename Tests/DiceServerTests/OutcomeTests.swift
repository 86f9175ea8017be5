import DiceModel
import DiceTestSupport
import DiceWire
import Testing

@Suite("The outcome of a roll and its reply")
struct OutcomeTests {
    @Test("the roller is answered when the outcome is stored, not before, and is served meanwhile")
    func storedBeforeTold() async throws {
        let (store, clock) = (TestStore(), TestClock())
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            let (roller, watcher) = (try await daemon.connect(), try await daemon.connect())
            let _: TableSnapshot = try await watcher.call(Method.watch(WatchParams(table: .default)))
            try await roller.send(Method.roll(RollParams(table: .default)), id: 5)
            try await daemon.waitForAnimating(5)
            store.hold()
            clock.advance(by: .seconds(2))
            try await store.waitForHeldWrite()
            try await watcher.event("rollSettled")
            for id in 10..<20 {
                try await roller.send(Method.ping(), id: id)
                guard case .reply(.integer(id), nil) = try await roller.nextMessage().kind else {
                    Issue.record("answered while its outcome was being stored")
                    store.goOn()
                    return
                }
            }
            #expect(store.openRolls().map(\.outcome) == [.cancelled])
            store.goOn()
            #expect(try await roller.reply(to: 5).line.result(as: RollResult.self).outcome == .completed)
            #expect(store.openRolls().map(\.outcome) == [.completed])
        }
    }

    @Test("a roll that was cancelled needs no second write")
    func cancelledIsStoredAlready() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            try await client.send(Method.roll(RollParams(table: .default)), id: 5)
            let cancelled: CancelResult = try await client.call(Method.cancel(CancelParams(table: .default)), id: 6)
            #expect(cancelled.cancelled == [1, 2, 3, 4, 5])
            let writes = store.writes
            #expect(try await client.call(Method.get(TableParams(table: .default)), as: TableSnapshot.self).roll == 1)
            #expect(store.writes == writes && writes == 2)
        }
    }
}
