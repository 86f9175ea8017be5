import ProgramTestSupport
import Testing

@Suite(
    .serialized,
    .needs(Scenario.tools),
    .needsBox,
    .timeLimit(.minutes(15))
)
struct InstallationTests {
    @Test("`make uninstall` leaves only the tables")
    func uninstall() async throws {
        try await Scenario(name: "uninstall").run()
    }

    @Test("`make install` over a running service restarts it as the new program")
    func reinstall() async throws {
        try await Scenario(name: "reinstall").run()
    }

    @Test(
        "`make install` into another data folder says how systemd finds the units"
    )
    func otherFolders() async throws {
        try await Scenario(name: "other-folders").run()
    }

    @Test(
        "the timer keeps seven backups, and one can be restored next to the units"
    )
    func backup() async throws {
        try await Scenario(name: "backup").run()
    }

    @Test("a system installation serves every user until `make uninstall`")
    func everybody() async throws {
        try await Scenario(name: "everybody", asRoot: true).run()
    }
}
