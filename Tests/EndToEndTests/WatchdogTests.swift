import ProgramTestSupport
import Testing

@Suite("The supervisor's watchdog", .quickRoom)
struct WatchdogTests {
    /// The upper limit of the interval is tested under systemd:
    /// `SystemdBoxTests/WatchdogTests.quietWatchdog`.
    @Test("the watchdog is notified repeatedly, but not all the time")
    func again() async throws {
        let launch = ContinuousClock.now
        // The supervisor kills a daemon that is silent for this long.
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
