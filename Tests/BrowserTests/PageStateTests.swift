import Foundation
import ProgramTestSupport
import Testing

/// Tests unusual sequences of events on the page, row by row of `PageStates.js`, in one browser,
/// with a simulated daemon.
@Suite(.browser, .room, .needs(.chromium))
struct PageStateTests {
    @Test("the page shows and sends the values of each row") func itShowsAndSendsWhatEachRowSays()
        async throws
    {
        let room = try Room.here
        let script = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "PageStates.js"
            ),
            encoding: .utf8
        )
        let (_, port) = try await room.pageProgram()
        let browser = try Browser(room)
        let phrases = "const phrases = \(try Phrases.object);\n"
        let page = try await Page(
            browser,
            "http://127.0.0.1:\(port)/#token",
            script: phrases + script
        )
        let names = try await page.value("rows.map(([name]) => name)").array.compactMap(
            \.string
        )
        #expect(names.count > 50)
        for (row, name) in names.enumerated() {
            try await page.open("http://127.0.0.1:\(port)/?table=home&row=\(row)#token")
            let wrong = try await page.value("play(rows[\(row)])").array
            #expect(wrong == [], "\(name)")
        }
        try await browser.end()
    }
}
