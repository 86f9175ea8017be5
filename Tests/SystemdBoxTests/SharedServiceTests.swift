import ProgramTestSupport
import Testing

/// The installed units of the shared daemon, under a real system manager, with real users.
@Suite(
    .serialized,
    .needs(Scenario.tools),
    .needsBox,
    .timeLimit(.minutes(15))
)
struct SharedServiceTests {
    @Test(
        "the service is off by default, exposed at most 1.5, and uninstall keeps tables"
    )
    func units() async throws {
        try await Scenario(name: "shared-units", inSystem: true).run()
    }

    @Test(
        "the sandboxed service works on the group's socket and survives a crash"
    )
    func sandbox() async throws {
        try await Scenario(name: "shared-sandbox", inSystem: true).run()
    }

    @Test(
        "a user outside the group learns which to join; planted files are ignored"
    )
    func strangers() async throws {
        try await Scenario(name: "shared-strangers", inSystem: true).run()
    }

    @Test("the timer keeps seven backups, and root can restore one")
    func backup() async throws {
        try await Scenario(name: "backup", inSystem: true).run()
    }

    @Test(
        "root and the daemon's user can back up all tables, and others cannot"
    )
    func copies() async throws {
        try await Scenario(name: "shared-copies", inSystem: true).run()
    }

    @Test(
        "`doctor` names the group for a stranger, and for root what blocks backups"
    )
    func doctor() async throws {
        try await Scenario(name: "shared-doctor", inSystem: true).run()
    }

    @Test("clients wait for a start that takes longer than their timeout")
    func slowStart() async throws {
        try await Scenario(name: "slow-start", inSystem: true).run()
    }

    @Test(
        "members of the group play under their own names, by any of their groups"
    )
    func users() async throws {
        try await Scenario(name: "shared-users", inSystem: true).run()
    }

    @Test(
        "two users play three turns, and neither can act for the other"
    )
    func game() async throws {
        try await Scenario(name: "shared-game", inSystem: true).run()
    }

    @Test(
        "the MQTT audience gets its password from systemd and waits for a broker",
        .needs(.mosquitto, .mosquittoSub)
    )
    func audience() async throws {
        try await Scenario(name: "shared-audience", inSystem: true).run()
    }
}
