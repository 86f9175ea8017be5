import Foundation
import ProgramTestSupport
import Testing

/// Tests a page that the person leaves, and that the browser may keep in its back-forward cache.
@Suite(.browser, .room, .needs(.chromium))
struct LeavingTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    enum Way: CaseIterable {
        case address, link, back
    }

    /// When the view disappears, its dice settle at once, and its player is no longer present.
    @Test("leaving the page during a roll cancels the roll", arguments: Way.allCases)
    func aPageThatIsLeftInMidRollCancelsIt(_ way: Way) async throws {
        let web = try await room.web("--slow", "1000")
        let client = try web.daemon.client()
        try await client.result("table.watch")
        let browser = try Browser(room)
        let other = "http://127.0.0.1:\(web.port)/icon.svg"
        let page = try await Page(browser, try await web.link("--as", "ann"))
        if way == .back {
            // The page follows another one in the history, at an address without a link.
            try await leave(page, to: other)
            try await page.open("http://127.0.0.1:\(web.port)/?again")
        }
        try await page.atRest()
        try await page.tap("#roll")
        try await page.until("document.querySelectorAll('.moving').length === 5")
        #expect(try await client.result("table.get")["watching"] == ["ann"])
        switch way {
        case .address: try await leave(page, to: other)
        case .link:
            try await page.value(
                """
                document.body.append(Object.assign(document.createElement("a"), { href: "\(other)", id: "elsewhere" }));
                setTimeout(() => document.getElementById("elsewhere").click());
                """
            )
            try await page.until("location.pathname === '/icon.svg'")
        case .back:
            try await page.value("setTimeout(() => history.back())")
            try await page.until("location.pathname === '/icon.svg'")
        }
        let settled = try await client.event("rollSettled").element
        #expect(
            settled["params"]["outcome"] == "cancelled"
                && settled["params"]["reason"] == "disconnected"
        )
        // A player who left is gone before anything else is requested, or soon after.
        while try await client.result("table.get")["watching"] != nil {}
        // It returns with the current state, and can play.
        try await page.value("setTimeout(() => history.go(\(way == .back ? 1 : -1)))")
        try await page.until("!!document.getElementById('roll')")
        try await page.atRest()
        #expect(try await client.result("table.get")["watching"] == ["ann"])
        try await page.tap("#roll")
        try await page.until("document.querySelectorAll('.moving').length === 5")
        try await page.press("c")
        try await page.atRest()
        try await browser.end()
    }

    /// Returns when there are this many watchers, including the test.
    private func watchersAre(_ count: Int, _ client: Client, from start: Int = 0)
        async throws
    {
        try await client.lines.first(from: start) {
            $0["params"]["event"] == "watchersChanged"
                && $0["params"]["watchers"] == JSON(count)
        }
    }

    private func leave(_ page: Page, to address: String) async throws {
        try await page.call("Page.navigate", ["url": .string(address)])
        try await page.until("location.href === '\(address)'")
    }

    /// The overlay and a watch-only page are kept without a connection as well.
    @Test(
        "leaving a watch-only page removes its watcher",
        arguments: [["--overlay"], ["--watch-only"]]
    )
    func whoeverOnlyWatchesIsNoWatcherAnyMore(_ options: [String]) async throws {
        let web = try await room.web()
        let client = try web.daemon.client()
        try await client.result("table.watch")
        let browser = try Browser(room)
        let link = try await room.start(
            Programs.dicectl,
            ["web"] + options,
            environment: room.clientEnvironment
        ).outcome().output.first
        let page = try await Page(browser, try #require(link))
        try await page.until("document.querySelector('.die')")
        try await watchersAre(2, client)
        let start = client.lines.count
        try await leave(page, to: "http://127.0.0.1:\(web.port)/icon.svg")
        try await watchersAre(1, client, from: start)
        try await page.value("setTimeout(() => history.back())")
        try await page.until("!!document.querySelector('.die')")
        try await watchersAre(2, client, from: start)
        try await browser.end()
    }

    /// Sends the page the events of the back-forward cache by hand.
    @Test(
        "the audience page closes its connection when left and reconnects on return",
        .needs(Theatre.tools),
        .needsNetworks
    )
    func thePageForAnAudienceClosesItsConnectionAndOpensAnother() async throws {
        let theatre = try await Theatre(room)
        let browser = try theatre.browser()
        let broker = try await ScriptedBroker(browser)
        try await broker.opened(1)
        try await broker.subscribe()
        try await broker.page.value(
            "dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))"
        )
        try await broker.page.until("sockets[0].isClosed")
        #expect(try await broker.page.value("sockets.length") == 1)
        try await broker.page.value(
            "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
        )
        try await broker.opened(2)
        try await broker.subscribe()
        try await broker.said(Phrases.text("noHosts", ["prefix": "diced"]))
        try await browser.end()
    }
}
