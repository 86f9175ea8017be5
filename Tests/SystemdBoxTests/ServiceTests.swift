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
        "restarts lose no acknowledged roll and refuse no client"
    )
    func restarts() async throws {
        try await Scenario(name: Soak.isLong ? "restarts-often" : "restarts").run()
    }

    @Test(
        "the first connection starts the service, on a private socket"
    )
    func firstConnection() async throws {
        try await Scenario(name: "first-connection").run()
    }

    @Test("a start of the service waits until the daemon is ready")
    func readyMeansReady() async throws {
        try await Scenario(name: "ready-means-ready").run()
    }

    @Test("clients wait for a start that takes longer than their timeout")
    func slowStart() async throws {
        try await Scenario(name: "slow-start").run()
    }

    @Test(
        "`systemctl status` shows the number of tables, watchers and dice in flight"
    )
    func statusText() async throws {
        try await Scenario(name: "status-text").run()
    }

    @Test("a stop settles dice in flight, needs no force and is not a failure")
    func stop() async throws {
        try await Scenario(name: "stop").run()
    }

    @Test("a killed daemon is restarted, and its watcher continues")
    func crash() async throws {
        try await Scenario(name: "crash").run()
    }

    @Test("the journal finds the records of one table by DICED_TABLE")
    func journal() async throws {
        try await Scenario(name: "journal").run()
    }

    @Test("the journal has no complaints about the units or the sandbox")
    func silentStart() async throws {
        try await Scenario(name: "silent-start").run()
    }

    @Test(
        "a client says how to reset a service that cannot start, and that helps"
    )
    func startLimit() async throws {
        try await Scenario(name: "start-limit").run()
    }

    @Test(
        "an enabled socket ends only a daemon with the same tables"
    )
    func takeover() async throws {
        try await Scenario(name: "takeover").run()
    }

    @Test(
        "a daemon started by dicectl is a systemd unit that outlives dicectl's own"
    )
    func transient() async throws {
        try await Scenario(name: "transient").run()
    }

    @Test(
        "`doctor` finds each fault of systemd and folders that breaks a command"
    )
    func doctor() async throws {
        try await Scenario(name: "doctor", asRoot: true).run()
    }

    @Test("a daemon started by hand does not touch the service's socket")
    func byHand() async throws {
        try await Scenario(name: "by-hand").run()
    }

    @Test(
        "the MQTT audience sees the user's tables and starts no stopped daemon",
        .needs(.mosquitto, .mosquittoSub)
    )
    func audience() async throws {
        try await Scenario(name: "audience").run()
    }
}
