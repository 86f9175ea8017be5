import ProgramTestSupport
import Testing

@Suite(
    .serialized,
    .needs(Scenario.tools),
    .needsBox,
    .timeLimit(.minutes(15))
)
struct SandboxTests {
    @Test(
        "systemd-analyze reports no problems in the installed units"
    )
    func verify() async throws {
        try await Scenario(name: "verify").run()
    }

    @Test("the unit's exposure is at most 6.1, and 1.5 with the drop-in")
    func securityScore() async throws {
        try await Scenario(name: "security-score").run()
    }

    @Test("the unit's restrictions hold without user namespaces")
    func base() async throws {
        try await Scenario(name: "base-sandbox").run()
    }

    @Test(
        "the daemon with the documented drop-in works and sees only its tables"
    )
    func dropIn() async throws {
        try await Scenario(name: "sandbox").run()
    }
}
