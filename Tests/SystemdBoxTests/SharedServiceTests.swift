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
        "Nobody has it before it is enabled, its exposure is at most 1.5, and make uninstall leaves the tables alone"
    )
    func units() async throws {
        try await Scenario(name: "shared-units", inSystem: true).run()
    }

    @Test(
        "It works within its sandbox, on a socket of the group's, and a crash keeps the tables"
    )
    func sandbox() async throws {
        try await Scenario(name: "shared-sandbox", inSystem: true).run()
    }

    @Test(
        "Who is not in the group is told which one to join, and nothing planted is followed"
    )
    func strangers() async throws {
        try await Scenario(name: "shared-strangers", inSystem: true).run()
    }

    @Test("Its timer makes copies and keeps seven, and root puts one back")
    func backup() async throws {
        try await Scenario(name: "backup", inSystem: true).run()
    }

    @Test(
        "Root and the daemon's user copy everybody's tables; what others try leaves nothing in anybody's folder"
    )
    func copies() async throws {
        try await Scenario(name: "shared-copies", inSystem: true).run()
    }

    @Test(
        "doctor tells a stranger which group to join, and root what keeps the copies from being made"
    )
    func doctor() async throws {
        try await Scenario(name: "shared-doctor", inSystem: true).run()
    }

    @Test("A start that takes longer than a client bears silence is waited for")
    func slowStart() async throws {
        try await Scenario(name: "slow-start", inSystem: true).run()
    }

    @Test(
        "The members of the group play under their own names, whichever of their groups lets them in"
    )
    func users() async throws {
        try await Scenario(name: "shared-users", inSystem: true).run()
    }

    @Test(
        "Two users play three turns, and neither can play for the other or take the table away"
    )
    func game() async throws {
        try await Scenario(name: "shared-game", inSystem: true).run()
    }

    @Test(
        "Its audience at a broker has the password from the service manager, and nothing starts before there is a broker",
        .needs(.mosquitto, .mosquittoSub)
    )
    func audience() async throws {
        try await Scenario(name: "shared-audience", inSystem: true).run()
    }
}
