import ProgramTestSupport
import Testing

/// The installed units, unchanged, under a real systemd. One box at a time, because each runs a
/// separate systemd.
@Suite(
    .serialized,
    .needs(Scenario.tools),
    .needsBox,
    .timeLimit(.minutes(15))
)
struct ServiceTests {
    @Test(
        "Restarts under watchers and a table that rolls lose nothing that was acknowledged, and refuse nobody"
    )
    func restarts() async throws {
        try await Scenario(name: Soak.isLong ? "restarts-often" : "restarts").run()
    }

    @Test(
        "The first connection starts the service, on a socket of mode 0600 in a folder of mode 0700"
    )
    func firstConnection() async throws {
        try await Scenario(name: "first-connection").run()
    }

    @Test("Starting the service takes until the daemon is ready")
    func readyMeansReady() async throws {
        try await Scenario(name: "ready-means-ready").run()
    }

    @Test("A start that takes longer than a client bears silence is waited for")
    func slowStart() async throws {
        try await Scenario(name: "slow-start").run()
    }

    @Test(
        "systemctl status shows how many tables, watchers and dice in flight there are"
    )
    func statusText() async throws {
        try await Scenario(name: "status-text").run()
    }

    @Test("Stopping settles what is in flight, takes no force, and is no failure")
    func stop() async throws {
        try await Scenario(name: "stop").run()
    }

    @Test("A daemon that was killed is started again, and its watcher watches on")
    func crash() async throws {
        try await Scenario(name: "crash").run()
    }

    @Test("The journal finds the records of one table by DICED_TABLE")
    func journal() async throws {
        try await Scenario(name: "journal").run()
    }

    @Test("Nothing in the journal complains of the units or of the sandbox")
    func silentStart() async throws {
        try await Scenario(name: "silent-start").run()
    }

    @Test(
        "When the service cannot start, the client says how to reset it, and that helps"
    )
    func startLimit() async throws {
        try await Scenario(name: "start-limit").run()
    }

    @Test(
        "Enabling the socket ends a daemon with the same tables, and leaves one with others alone"
    )
    func takeover() async throws {
        try await Scenario(name: "takeover").run()
    }

    @Test(
        "A daemon that dicectl starts is a unit of the user's systemd, and outlives the command's own"
    )
    func transient() async throws {
        try await Scenario(name: "transient").run()
    }

    @Test(
        "doctor finds each fault of systemd, folders and surroundings by which the next command fails"
    )
    func doctor() async throws {
        try await Scenario(name: "doctor", asRoot: true).run()
    }

    @Test("A daemon started by hand leaves the socket of the service alone")
    func byHand() async throws {
        try await Scenario(name: "by-hand").run()
    }

    @Test(
        "The audience at a broker sees the user's tables, and starts no daemon that was stopped",
        .needs(.mosquitto, .mosquittoSub)
    )
    func audience() async throws {
        try await Scenario(name: "audience").run()
    }
}
