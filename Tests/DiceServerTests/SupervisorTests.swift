import DiceModel
import DiceTestSupport
import DiceWire
import ProgramTestSupport
import Testing

/// The daemon's messages to its supervisor, in order.
@Suite("Supervisor messages")
struct SupervisorTests {
    @Test(
        "a stop that waits for the store sends stopping, alive and each step, and no status"
    )
    func slowStop() async throws {
        let store = TestStore()
        let clock = TestClock()
        let told = Recorded<String>("what the supervisor is told")
        let tell: @Sendable (String) -> Void = { told.append($0) }
        try await TestDaemon.with(store: store, clock: clock, told: tell) { daemon in
            let writer = try await daemon.connect()
            let watcher = try await daemon.connect()
            try await watcher.call(.watch, WatchParams(table: .default))
            store.hold()
            try await writer.send(
                Method.lock(LockParams(table: .default, dice: [3])),
                id: 5
            )
            try await store.waitForHeldWrite()
            daemon.stop()
            try await watcher.event("serverStopping")
            // A second watcher changes nothing in the status.
            await Rig.advance(clock, by: .seconds(1))
            for _ in 1...3 {
                try await told.first(from: told.count) { $0 == "alive" }
            }
            store.goOn()
        }
        let states = told.all.filter { $0 != "alive" }
        // One table and two connections.
        #expect(
            states == [
                "ready: 1 table, 0 watchers, 0 dice animating", "stopping", "progress",
                "progress",
                "progress",
            ]
        )
    }
}
