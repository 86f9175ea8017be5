import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

/// The status text and the exit of an idle daemon, on a loop whose clock the test advances.
@Suite("Activity")
@TableActor
final class ActivityWatchTests {
    private let rig: Rig
    /// A clock apart from the rig's, so that no die moves.
    private let clock = TestClock()
    private var texts: [String] = []
    private var hasEnded = false

    init() async throws {
        rig = try await Rig()
    }

    private func makeWatch(idleExit: Duration? = nil) -> ActivityWatch {
        let watch = ActivityWatch(
            tables: rig.tables,
            server: rig.state,
            idleExit: idleExit,
            clock: clock,
            status: { [weak self] in self?.texts.append($0) }
        )
        rig.tables.activity = { [weak watch] in watch?.changed() }
        rig.state.activity = { [weak watch] in watch?.changed() }
        return watch
    }

    /// Advances the clock and runs the tasks that wake up.
    private func advance(_ time: Duration) async {
        await Rig.advance(clock, by: time)
    }

    @Test(
        "the status counts tables, watchers and dice in flight, at most once a second on change"
    )
    func status() async throws {
        let watch = makeWatch()
        #expect(watch.statusText == "1 table, 0 watchers, 0 dice animating")
        await advance(.seconds(10))
        #expect(texts == [], "nothing has changed")
        let client = try rig.connect()
        _ = client.connection.watch(try rig.table, WatchParams(table: .default))
        _ = try await rig.roll()
        await advance(.milliseconds(999))
        #expect(texts == [])
        await advance(.milliseconds(1))
        #expect(texts == ["1 table, 1 watcher, 5 dice animating"])
        try rig.table.group.stopAnimation(.cancel)
        _ = try await rig.tables.create(
            .init(table: try #require(TableName("t")), SettingsChange(dice: [6]))
        )
        await advance(.milliseconds(999))
        #expect(texts.count == 1)
        await advance(.milliseconds(1))
        #expect(texts.dropFirst() == ["2 tables, 1 watcher, 0 dice animating"])
        let roll = RollParams(table: try #require(TableName("t")))
        _ = try await rig.tables.table(roll.table).roll(
            roll,
            from: Roller(by: "ann", owner: RollOwner(7))
        )
        client.connection.unwatch(try rig.table)
        await advance(.seconds(1))
        #expect(texts.dropFirst(2) == ["2 tables, 0 watchers, 1 die animating"])
        await advance(.seconds(60))
        #expect(texts.count == 3, "it sleeps while nothing happens")
    }

    @Test(
        "the watch ends after the idle time since the last change, never with a client connected"
    )
    func idleExit() async throws {
        let watch = makeWatch(idleExit: .seconds(5))
        // The task runs only on the rig's loop: work on other threads is not awaited.
        let end = TableActor.task { [self] in
            await watch.untilIdle()
            hasEnded = true
        }
        await advance(.milliseconds(4_999))
        let client = try rig.connect()
        await advance(.seconds(3_600))
        #expect(!hasEnded, "a client is there")
        client.channel.close(promise: nil)
        rig.loop.run()
        #expect(rig.state.connections.isEmpty)
        await advance(.milliseconds(4_000))
        watch.changed()
        await advance(.milliseconds(4_999))
        #expect(!hasEnded)
        await advance(.milliseconds(1))
        #expect(hasEnded)
        try await end.ended()
    }

    @Test("the watch runs until it is stopped if no idle time is set")
    func untilStopped() async throws {
        let watch = makeWatch()
        let end = Task {
            await watch.untilIdle()
            hasEnded = true
        }
        await advance(.seconds(86_400))
        #expect(!hasEnded)
        watch.stopWaiting()
        try await end.ended()
        #expect(hasEnded)
    }
}
