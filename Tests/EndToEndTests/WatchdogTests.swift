import ProgramTestSupport
import Testing

@Suite("A supervisor's watchdog", .room)
struct WatchdogTests {
    /// The supervisor ends a daemon that is silent for so long.
    private static let limit = Duration.seconds(1)

    @Test("is told twice in each of its intervals that the daemon lives, and not all the time")
    func twice() async throws {
        let launch = ContinuousClock.now
        let daemon = try await Room.here.daemon(environment: ["WATCHDOG_USEC": "1000000"])
        var times: [ContinuousClock.Instant] = []
        var next = 0
        // Three in a row take two halves of the interval; on a machine that stalls, some three of many do.
        while times.count < 3 || times[times.count - 3].duration(to: times[times.count - 1]) > Self.limit * 1.5 {
            try #require(times.count < 100, "it was never told in time")
            next = try await daemon.notify.datagrams.first(from: next) { $0 == "WATCHDOG=1" }.index + 1
            times.append(.now)
        }
        #expect(launch.duration(to: times[times.count - 1]) >= Self.limit / 2 * (times.count - 1))
        #expect(try await daemon.stop() == .exited(0))
    }

    @Test("that is not asked for is told nothing")
    func notAsked() async throws {
        let daemon = try await Room.here.daemon()
        // Two rolls take a second or more.
        for _ in 1...2 { try await daemon.client().result("table.roll") }
        #expect(try await daemon.stop() == .exited(0))
        #expect(try await daemon.everyNotification().allSatisfy { !$0.contains("WATCHDOG") })
    }
}
