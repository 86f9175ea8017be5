import ProgramTestSupport
import Testing

/// These tests wait until `WatchdogSec=` has passed, in parallel with the other suites.
@Suite(.needs(Scenario.tools), .needsBox, .timeLimit(.minutes(15)))
struct WatchdogTests {
    @Test("A daemon that hangs is killed and started again")
    func watchdog() async throws {
        try await Scenario(name: "watchdog").run()
    }

    @Test("A daemon that has nothing to do is not taken for one that hangs")
    func quietWatchdog() async throws {
        try await Scenario(name: "quiet-watchdog").run()
    }
}
