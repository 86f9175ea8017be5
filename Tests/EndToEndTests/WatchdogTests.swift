import ProgramTestSupport
import Testing

@Suite("A supervisor's watchdog", .quickRoom)
struct WatchdogTests {
    /// That it is told in time is what systemd judges:
    /// `SystemdBoxTests/WatchdogTests.quietWatchdog`.
    @Test("is told again and again that the daemon lives, and not all the time")
    func again() async throws {
        let launch = ContinuousClock.now
        // The supervisor ends a daemon that is silent for so long.
        let daemon = try await Room.here.daemon(environment: [
            "WATCHDOG_USEC": "1000000"
        ])
        let told = 3
        try await daemon.notify.datagrams.until {
            $0.count { $0 == "WATCHDOG=1" } >= told
        }
        // Twice in each interval.
        #expect(launch.duration(to: .now) >= Duration.milliseconds(500) * (told - 1))
        #expect(try await daemon.stop() == .exited(0))
    }
}
