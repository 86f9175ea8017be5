import DiceModel
import DiceTestSupport
import DiceWire
import Testing

@Suite("Frames and slow readers")
struct SlowReaderTests {
    @Test("a frame holds what changed since the last one, and a client's view is always whole")
    func framesAddUp() async throws {
        try await TestDaemon.with { daemon in
            let (watcher, roller) = (try await daemon.connect(), try await daemon.connect())
            var view: TableSnapshot = try await watcher.call(.watch(WatchParams(table: .default)))
            try await roller.send(.roll(RollParams(table: .default)), id: 5)
            var events: [TableEvent] = []
            while events.count < 2 {
                switch try await watcher.nextMessage().notification() {
                case .frame(let frame)?:
                    #expect(frame.revision > view.revision)
                    for die in frame.dice { view.dice[die.die - 1] = die }
                    (view.revision, view.roll, view.rolling) = (frame.revision, frame.roll, frame.rolling)
                    #expect(view.rolling == view.dice.contains { $0.animating })
                case .throw?, .tables?: Issue.record("nobody throws, and nobody watches the list")
                case .event(let event)?:
                    #expect(event.revision == view.revision, "an event comes behind the frame that shows it")
                    events.append(event)
                    view.by = event.by
                    if case .rollSettled(_, _, _, _, _, let total) = event.kind { view.total = total }
                case nil: break
                }
            }
            let now: TableSnapshot = try await roller.call(.get(TableParams(table: .default)), id: 6)
            #expect(view == now)
        }
    }

    @Test("two watchers get the same lines")
    func sameLines() async throws {
        try await TestDaemon.with { daemon in
            let watchers = [try await daemon.connect(), try await daemon.connect()]
            for watcher in watchers {
                let _: TableSnapshot = try await watcher.call(.watch(WatchParams(table: .default)))
            }
            let roller = try await daemon.connect()
            let _: RollResult = try await roller.call(.roll(RollParams(table: .default)))
            var seen: [[String]] = []
            for watcher in watchers {
                var lines: [String] = []
                while lines.last?.contains("rollSettled") != true { lines.append(try #require(await watcher.next())) }
                seen.append(lines)
            }
            #expect(seen[0] == seen[1] && seen[0].count > 3)
        }
    }
}
