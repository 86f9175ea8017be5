import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@Suite("The outcome of a roll and its reply")
struct OutcomeTests {
    @Test(
        "the roller is answered only when the outcome is stored, and is served meanwhile"
    )
    func storedBeforeTold() async throws {
        let store = TestStore()
        let clock = TestClock()
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            let roller = try await daemon.connect()
            let watcher = try await daemon.connect()
            try await watcher.call(.watch, WatchParams(table: .default))
            try await roller.send(Method.roll(RollParams(table: .default)), id: 5)
            try await daemon.waitForAnimating(5)
            store.hold()
            clock.advance(by: .seconds(2))
            try await store.waitForHeldWrite()
            try await watcher.event("rollSettled")
            for id in 10..<20 {
                try await roller.send(Method.ping(), id: id)
                guard
                    case .reply(.integer(id), nil) = try await roller.nextMessage().kind
                else {
                    Issue.record("answered while its outcome was being stored")
                    store.goOn()
                    return
                }
            }
            #expect(store.openRolls().map(\.outcome) == [.cancelled])
            store.goOn()
            #expect(
                try await roller.reply(to: 5).line.result(as: RollResult.self).outcome
                    == .completed
            )
            #expect(store.openRolls().map(\.outcome) == [.completed])
        }
    }

    @Test(
        "the entry of a throw is sent after its result once stored, animated or not"
    )
    func entriesAreTold() async throws {
        let store = TestStore()
        let clock = TestClock()
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            let roller = try await daemon.connect()
            let watcher = try await daemon.connect()
            try await watcher.call(.watch, WatchParams(table: .default))
            var entries: [ThrowResult] = []
            func hear() async throws {
                var result: ThrowResult?
                while true {
                    switch try await watcher.nextMessage().notification() {
                    case .throw(let frame)?: result = frame.result
                    case .event(let event)?:
                        guard case .throwEnded(let entry) = event.kind else { continue }
                        #expect(result?.faces == entry.faces)
                        #expect(result?.number == entry.number)
                        #expect(event.by == "ann")
                        return entries.append(entry)
                    default: break
                    }
                }
            }
            for isAnimated in [false, true] {
                let params = ThrowParams(
                    table: .default,
                    expression: "3d6",
                    animate: isAnimated,
                    by: "ann"
                )
                try await roller.send(Method.throw(params), id: 5)
                if isAnimated {
                    try await daemon.settle(3, on: clock)
                }
                try await hear()
                _ = try await roller.reply(to: 5)
            }
            // An outcome that cannot be stored yet is announced once it has been stored.
            for (id, fails) in [(6, true), (7, false)] {
                try await roller.send(
                    Method.throw(
                        ThrowParams(table: .default, expression: "1d6", by: "ann")
                    ),
                    id: id
                )
                try await daemon.waitForAnimating(1)
                store.fail(fails)
                clock.advance(by: .seconds(2))
                _ = try await roller.reply(to: id)
                store.fail(false)
            }
            var results = [Int]()
            var late = [ThrowResult]()
            while late.count < 2 {
                switch try await watcher.nextMessage().notification() {
                case .throw(let frame)?:
                    results += frame.result.map { [$0.number] } ?? []
                case .event(let event)?:
                    if case .throwEnded(let entry) = event.kind {
                        late.append(entry)
                    }
                default: break
                }
            }
            #expect(results == [3, 4])
            #expect(late.map(\.number) == [3, 4])
            entries += late
            let page = try await store.history(HistoryQuery(.all, kind: .throw))
            #expect(page.entries == entries.reversed().map(HistoryEntry.thrown))
        }
    }

    @Test("a cancelled roll needs no second write")
    func cancelledIsStoredAlready() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            try await client.send(Method.roll(RollParams(table: .default)), id: 5)
            let cancelled = try await client.call(
                .cancel,
                CancelParams(table: .default),
                id: 6
            )
            #expect(cancelled.cancelled == [1, 2, 3, 4, 5])
            let writes = store.writes
            #expect(
                try await client.call(
                    Method.get(GetParams(table: .default)),
                    as: TableSnapshot.self
                ).roll == 1
            )
            #expect(store.writes == writes)
            #expect(writes == 2)
        }
    }
}
