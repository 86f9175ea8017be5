import FoundationEssentials
import ProgramTestSupport
import Testing

/// `make check-deb` builds the package and names it in `$DICED_DEB`.
@Suite(.needs(Scenario.tools), .needsBox, .timeLimit(.minutes(15)))
struct DebianPackageTests {
    static let package = ProcessInfo.processInfo.environment["DICED_DEB"]

    @Test(
        "The package installs, rolls for an ordinary user with no Swift, and leaves nothing when it is removed",
        .enabled(if: package != nil, "make check-deb builds the package first"))
    func debianPackage() async throws {
        let folder = URL(filePath: try #require(Self.package)).deletingLastPathComponent().path()
        try await Scenario(name: "debian-package", asRoot: true, folders: ["package": folder]).run()
    }
}
