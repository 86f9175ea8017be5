import Foundation
import ProgramTestSupport
import Testing

/// The page for an audience, served by nginx, on what a broker tells it.
@Suite(.browser, .room, .needs(Theatre.tools), .needsNetworks)
struct AudienceTests {
    private let room: Room

    init() throws { room = try Room.here }

    @Test func tablesOfTwoHostsAreListedAndATapShowsOne() async throws {
        let theatre = try await Theatre(room)
        try await theatre.publish("diced/alpha/status", "online", retained: true)
        try await theatre.publish("diced/beta/status", "offline", retained: true)
        try await theatre.publish("diced/alpha/home/state", Told.snapshot("home", [1, 2, 3]), retained: true)
        try await theatre.publish("diced/beta/club/state", Told.snapshot("club", [6, 6]), retained: true)
        // A host that has not said whether it is there.
        for table in ["one", "two"] {
            try await theatre.publish("diced/gamma/\(table)/state", Told.snapshot(table, [6]), retained: true)
        }
        let browser = try theatre.browser()
        let page = try await Page(browser, Theatre.page)
        try await page.until("document.querySelectorAll('#hosts a').length === 4")
        try await theatre.clear("diced/gamma/two/state")
        let list =
            "[...document.querySelectorAll('#hosts h2, #hosts a')].map((each) => each.innerText.replace(/\\s+/g, ' '))"
        let shown: JSON = [
            "alpha online", "home 6 3 dice · turn 1 1 2 3", "beta offline", "club 12 2 dice · turn 1 6 6",
            "gamma", "one 6 1 die · turn 1 6",
        ]
        // A host's status may come behind its tables.
        try await page.until("JSON.stringify(\(list)) === JSON.stringify(\(shown.text))")
        // Live: a new one, a change, and one that goes.
        try await theatre.publish("diced/alpha/attic/state", Told.snapshot("attic", [4]), retained: true)
        try await theatre.publish("diced/alpha/home/state", Told.snapshot("home", [5, 5, 5], turn: 2), retained: true)
        try await theatre.clear("diced/beta/club/state")
        try await page.until(
            "document.querySelectorAll('#hosts a').length === 3 && !document.body.innerText.includes('club')")
        #expect(
            try await page.value(list)
                == [
                    "alpha online", "attic 4 1 die · turn 1 4", "home 15 3 dice · turn 2 5 5 5", "beta offline",
                    "gamma",
                    "one 6 1 die · turn 1 6",
                ])
        try await page.listed()
        try await page.tap("a[href='#alpha/home']")
        try await page.atRest()
        #expect(try await page.values == ["5", "5", "5"])
        #expect(try await page.text("name") == "home")
        #expect(try await page.text("facts") == "Turn 2 · Roll 0 · alpha")
        try await page.press("Escape")
        try await page.until("document.getElementById('room').hidden")
        #expect(try await page.value("document.activeElement.hash") == "#alpha/home")
        try await page.press("Enter")
        try await page.atRest()
        try await theatre.clear("diced/alpha/home/state")
        try await page.until("document.getElementById('away').textContent.startsWith('There is no table home.')")
        page.expectQuiet(besides: "ws://127.0.0.1:9001")
        try await browser.end()
    }
}
