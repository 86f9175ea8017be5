import FoundationEssentials
import ProgramTestSupport
import Testing

/// `make check-deb` builds the packages and names their folder in `$DICED_DEBS`.
@Suite(.needs(Scenario.tools), .needsBox, .timeLimit(.minutes(15)))
struct DebianPackageTests {
    static let folders =
        ProcessInfo.processInfo.environment["DICED_DEBS"].map { ["package": $0] } ?? [:]

    @Test(
        "They install, roll for an ordinary user with no Swift, and leave nothing when they are removed",
        .packed
    )
    func debianPackage() async throws {
        try await Scenario(name: "debian-package", asRoot: true, folders: Self.folders)
            .run()
    }

    @Test(
        "They start nothing by themselves; what root has started goes on after an upgrade, until a removal",
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
