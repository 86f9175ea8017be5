import DiceModel
import DiceTestSupport
import DiceWire
import Testing

@Suite("Frames and slow readers")
struct SlowReaderTests {
    @Test(
        "a frame holds all changes since the last, so a slow client's view stays complete"
    )
    func framesAddUp() async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let watcher = try await daemon.connect()
            let roller = try await daemon.connect()
            var view: TableSnapshot = try await watcher.call(
                Method.watch(WatchParams(table: .default))
            )
            try await roller.send(Method.roll(RollParams(table: .default)), id: 5)
            try await daemon.waitForAnimating(5)
            for _ in 1...80 {
                await Rig.advance(clock, by: .milliseconds(16))
            }
            var events: [TableEvent] = []
            while events.count < 2 {
                switch try await watcher.nextMessage().notification() {
                case .frame(let frame)?:
                    #expect(frame.revision > view.revision)
                    for die in frame.dice {
                        view.dice[die.die - 1] = die
                    }
                    view.revision = frame.revision
                    view.roll = frame.roll
                    view.rolling = frame.rolling
                    #expect(view.rolling == view.dice.contains { $0.animating })
                case .throw?, .tables?, .backup?, .progress?:
                    Issue.record("nobody throws, watches the list or makes a copy")
                case .event(let event)?:
                    #expect(
                        event.revision == view.revision,
                        "an event comes behind the frame that shows it"
                    )
                    events.append(event)
                    view.by = event.by
                    view.may = event.may ?? view.may
                    if case .rollSettled(_, _, _, _, _, let total, _, _) = event.kind {
                        view.total = total
                    }
                case nil: break
                }
            }
            let now = try await roller.call(
                .get,
                GetParams(table: .default),
                id: 6
            )
            #expect(view == now)
        }
    }
}
