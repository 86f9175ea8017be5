import FoundationEssentials
import ProgramTestSupport
import Testing

/// `make check-deb` builds the packages and names their folder in `$DICED_DEBS`.
@Suite(.needs(Scenario.tools), .needsBox, .timeLimit(.minutes(15)))
struct DebianPackageTests {
    static let folders =
        ProcessInfo.processInfo.environment["DICED_DEBS"].map { ["package": $0] } ?? [:]

    @Test(
        "packages install, roll for an ordinary user without Swift, and uninstall cleanly",
        .packed
    )
    func debianPackage() async throws {
        try await Scenario(name: "debian-package", asRoot: true, folders: Self.folders)
            .run()
    }

    @Test(
        "packages start nothing, and a service started by root survives upgrades",
        .packed
    )
    func upgrade() async throws {
        try await Scenario(
            name: "debian-upgrade",
            inSystem: true,
            folders: Self.folders
        ).run()
    }
}

extension Trait where Self == ConditionTrait {
    fileprivate static var packed: Self {
        .enabled(
            if: !DebianPackageTests.folders.isEmpty,
            "make check-deb builds the packages first"
        )
    }
}
