import ProgramTestSupport
import Testing

@Suite(
    .serialized,
    .needs(Scenario.tools),
    .needsBox,
    .timeLimit(.minutes(15))
)
struct InstallationTests {
    @Test("make uninstall leaves nothing but the tables")
    func uninstall() async throws {
        try await Scenario(name: "uninstall").run()
    }

    @Test("make install over a running service goes on as the new program")
    func reinstall() async throws {
        try await Scenario(name: "reinstall").run()
    }

    @Test(
        "With a data folder that the user's systemd does not read, make install says how to show it the units"
    )
    func otherFolders() async throws {
        try await Scenario(name: "other-folders").run()
    }

    @Test(
        "The timer makes copies and keeps seven, and one is put back beside the units"
    )
    func backup() async throws {
        try await Scenario(name: "backup").run()
    }

    @Test("What root installs serves every user, and make uninstall takes it away")
    func everybody() async throws {
        try await Scenario(name: "everybody", asRoot: true).run()
    }
}
