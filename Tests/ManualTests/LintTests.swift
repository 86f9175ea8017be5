import Foundation
import ProgramTestSupport
import Testing

struct LintTests {
    @Test("mandoc reports no problems", .needs(.mandoc), arguments: ManualPage.names)
    func mandocFindsNothing(_ name: String) async throws {
        let mandoc = try #require(Tool.mandoc.path)
        let page = ManualPage.folder.appending(path: name).path()
        let (status, output) = try await Spawned.run(
            mandoc,
            ["-Tlint", "-W", "warning", page],
            within: Patience.limit
        )
        #expect(output == "")
        #expect(status == 0)
    }

    @Test("every manual page is checked") func everyPageIsChecked() throws {
        let pages = try FileManager.default.contentsOfDirectory(
            atPath: ManualPage.folder.path()
        )
        #expect(pages.sorted() == ManualPage.names.sorted())
    }
}
