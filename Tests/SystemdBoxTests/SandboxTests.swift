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
        "systemd-analyze has nothing to say about the installed units and their manual page"
    )
    func verify() async throws {
        try await Scenario(name: "verify").run()
    }

    @Test("The unit's exposure is at most 6.1, and 1.5 with the drop-in")
    func securityScore() async throws {
        try await Scenario(name: "security-score").run()
    }

    @Test("The unit's restrictions hold, and need no namespace of users")
    func base() async throws {
        try await Scenario(name: "base-sandbox").run()
    }

    @Test(
        "With the drop-in, enabled as it says, the daemon works and sees nothing but its tables"
    )
    func dropIn() async throws {
        try await Scenario(name: "sandbox").run()
    }
}
