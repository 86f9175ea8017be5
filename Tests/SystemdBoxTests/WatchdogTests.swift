import ProgramTestSupport
import Testing

/// These tests wait until `WatchdogSec=` has passed, in parallel with the other suites.
@Suite(.needs(Scenario.tools), .needsBox, .timeLimit(.minutes(15)))
struct WatchdogTests {
    @Test("a daemon that hangs is killed and restarted")
    func watchdog() async throws {
        try await Scenario(name: "watchdog").run()
    }

    @Test("an idle daemon is not mistaken for one that hangs")
    func quietWatchdog() async throws {
        try await Scenario(name: "quiet-watchdog").run()
    }
}
