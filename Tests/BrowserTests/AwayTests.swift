import Glibc
import ProgramTestSupport
import Testing

/// Tests pages whose daemon stops, or whose link becomes invalid.
@Suite(.browser, .room, .needs(.chromium))
struct AwayTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    @Test("the page shows that a killed daemon is gone and when it returns")
    func aKilledDaemonIsSeenAndSoIsItsReturn() async throws {
        let web = try await room.web()
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        try await page.press("r")
        try await page.until(
            "document.getElementById('said').textContent.startsWith('ann rolled')"
        )
        let values = try await page.values
        try await web.daemon.kill()
        try await page.until("document.body.matches('.gone')")
        #expect(try await page.text("away") == Phrases.text("noDaemon"))
        #expect(
            try await page.value("document.getElementById('roll').ariaDisabled")
                == "true"
        )
        #expect(
            try await page.value(
                "Number(getComputedStyle(document.getElementById('dice')).opacity) < 0.5"
            ) == true
        )
        try await page.press("r")
        #expect(try await page.text("notice") == Phrases.text("away"))
        _ = try await room.daemon()
        try await page.atRest()
        #expect(try await page.text("away") == "")
        #expect(try await page.values == values)
        try await page.press("r")
        try await page.until(
            "/Roll 2( |$)/.test(document.getElementById('facts').textContent)"
        )
        page.expectQuiet()
        try await browser.end()
    }

    @Test("a revoked link closes the page for good") func aLinkThatIsTakenBackClosesThePageForGood()
        async throws
    {
        let web = try await room.web()
        let browser = try Browser(room)
        let link = try await web.link("--as", "ann")
        let page = try await Page(browser, link)
        let overlay = try await Page(browser, try await web.link("--overlay"))
        try await page.atRest()
        try await overlay.atRest()
        _ = try await room.did("web", "--revoke")
        try await page.until("document.body.matches('.gone')")
        #expect(try await page.text("away").isEmpty == false)
        let shown =
            "['dice', 'score', 'controls'].filter((id) => document.getElementById(id).checkVisibility()).join()"
        #expect(try await page.value(shown) == "", "only the words show")
        #expect(
            try await page.value("document.getElementById('roll').ariaDisabled")
                == "true"
        )
        try await overlay.until("!document.querySelector('.die')")
        let sockets = {
            browser.messages.all.count { $0["method"] == "Network.webSocketCreated" }
        }
        let before = sockets()
        // Neither page tries again, and an old link opens nothing.
        let again = try await Page(browser, link)
        try await again.until(
            "document.body.matches('.gone') && document.getElementById('away').textContent !== 'Connecting…'"
        )
        #expect(sockets() == before + 1)
        // A new link in the same tab works.
        try await page.value(
            "location.hash = '\(try await web.link("--as", "bo").split(separator: "#")[1])'"
        )
        try await page.atRest()
        try await page.until("\(shown) === 'dice,score,controls'")
        page.expectQuiet()
        overlay.expectQuiet()
        try await browser.end()
    }

    /// Parts are missing, for example, if the network changes while the page loads.
    @Test(
        "a page with a missing part reloads",
        arguments: ["page.js", "common.js", "words-en.js", "page.css"]
    )
    func aPageThatLacksAPartIsLoadedAgain(_ part: String) async throws {
        let web = try await room.web()
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        try await page.call("Network.setBlockedURLs", ["urls": [.string("*/\(part)")]])
        let start = browser.messages.count
        try await page.call(
            "Page.navigate",
            ["url": .string("http://127.0.0.1:\(web.port)/?anew")]
        )
        for method in ["Page.loadEventFired", "Network.loadingFailed"] as [JSON] {
            try await browser.messages.first(from: start) { $0["method"] == method }
        }
        try await page.call("Network.setBlockedURLs", ["urls": []])
        try await page.until(
            "performance.getEntriesByType('navigation')[0].type === 'reload'"
        )
        try await page.atRest()
        try await browser.end()
    }

    @Test("an expired link opens nothing", .needs(.faketime)) func anExpiredLinkOpensNothing()
        async throws
    {
        let web = try await room.web()
        let link = try await web.link("--for", "1m", "-t", "default", "--as", "bo b")
        web.child.signal(SIGTERM)
        #expect(try await web.child.ending() == .exited(0))
        // The library sets a variable when it first starts; a Swift program that does so cannot
        // find its arguments.
        let later = try await room.pageProgram(
            environment: [
                "LD_PRELOAD": Tool.faketime.path ?? "", "FAKETIME": "+2m",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            ],
            through: ["env"]
        )
        let browser = try Browser(room)
        let page = try await Page(browser, Web.link(link, port: later.port))
        try await page.until(
            "document.getElementById('away').textContent.includes('expired')"
        )
        #expect(
            try await page.text("away").hasSuffix(
                ": dicectl web -t default --as 'bo b'"
            )
        )
        #expect(try await page.value("document.querySelectorAll('.die').length") == 0)
        page.expectQuiet()
        try await browser.end()
    }
}
