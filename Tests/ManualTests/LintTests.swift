import Foundation
import Testing

struct LintTests {
    @Test(arguments: ManualPage.names)
    func mandocFindsNothing(_ name: String) async throws {
        let mandoc = "/usr/bin/mandoc"
        try #require(
            FileManager.default.isExecutableFile(atPath: mandoc),
            "install the Debian package mandoc to check the manual")
        let page = ManualPage.folder.appending(path: name).path()
        let (output, status) = try await run(mandoc, ["-Tlint", "-W", "warning", page])
        #expect(output == "")
        #expect(status == 0)
    }

    @Test func everyPageIsChecked() throws {
        let pages = try FileManager.default.contentsOfDirectory(atPath: ManualPage.folder.path())
        #expect(pages.sorted() == ManualPage.names.sorted())
    }
}
