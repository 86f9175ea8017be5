import ProgramTestSupport
import Testing

@Suite("The status that a supervisor shows", .room)
struct SupervisorStatusTests {
    @Test("is told once a second at most, and only where it has changed")
    func seldom() async throws {
        let launch = ContinuousClock.now
        let daemon = try await Room.here.daemon()
        let client = try daemon.client()
        // Two rolls take a second or more.
        for _ in 1...2 {
            for _ in 1...50 {
                try await client.result("table.watch")
                try await client.result("table.unwatch")
            }
            try await client.result("table.roll")
        }
        try await client.result("table.watch")
        try await daemon.notify.datagrams.first { $0.hasPrefix("STATUS=1 table, 1 watcher, 0 dice") }
        let told = daemon.notify.datagrams.all.filter { $0.hasPrefix("STATUS=") }
        #expect(.seconds(told.count) <= launch.duration(to: .now))
        for (status, next) in zip(told, told.dropFirst()) { #expect(status != next) }
    }
}
