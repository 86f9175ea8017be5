import Foundation
import ProgramTestSupport
import Testing

/// Tests the audience page, served by nginx, with messages from a broker.
@Suite(.browser, .room, .needs(Theatre.tools), .needsNetworks)
struct AudienceTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    @Test("tables of two hosts are listed and a tap opens one")
    func tablesOfTwoHostsAreListedAndATapShowsOne() async throws {
        let theatre = try await Theatre(room)
        try await theatre.publish("diced/alpha/status", "online", retained: true)
        try await theatre.publish("diced/beta/status", "offline", retained: true)
        try await theatre.publish(
            "diced/alpha/home/state",
            Told.snapshot("home", [1, 2, 3]),
            retained: true
        )
        try await theatre.publish(
            "diced/beta/club/state",
            Told.snapshot("club", [6, 6]),
            retained: true
        )
        // A host without a status.
        for table in ["one", "two"] {
            try await theatre.publish(
                "diced/gamma/\(table)/state",
                Told.snapshot(table, [6]),
                retained: true
            )
        }
        let browser = try theatre.browser()
        let page = try await Page(browser, Theatre.page)
        try await page.until("document.querySelectorAll('#hosts a').length === 4")
        try await theatre.clear("diced/gamma/two/state")
        let list =
            "[...document.querySelectorAll('#hosts h2, #hosts a')].map((each) => each.innerText.replace(/\\s+/g, ' '))"
        let shown: JSON = [
            "alpha online", "home 6 3 dice · turn 1 1 2 3", "beta offline",
            "club 12 2 dice · turn 1 6 6",
            "gamma", "one 6 1 die · turn 1 6",
        ]
        // A host's status may arrive after its tables.
        try await page.until(
            "JSON.stringify(\(list)) === JSON.stringify(\(shown.text))"
        )
        // Live updates: a new table, a changed one, and a deleted one.
        try await theatre.publish(
            "diced/alpha/attic/state",
            Told.snapshot("attic", [4]),
            retained: true
        )
        try await theatre.publish(
            "diced/alpha/home/state",
            Told.snapshot("home", [5, 5, 5], turn: 2),
            retained: true
        )
        try await theatre.clear("diced/beta/club/state")
        try await page.until(
            "document.querySelectorAll('#hosts a').length === 3 && !document.body.innerText.includes('club')"
        )
        #expect(
            try await page.value(list)
                == [
                    "alpha online", "attic 4 1 die · turn 1 4",
                    "home 15 3 dice · turn 2 5 5 5",
                    "beta offline",
                    "gamma",
                    "one 6 1 die · turn 1 6",
                ]
        )
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
        let noTable = Phrases.text("noTable", ["table": "home"])
        try await page.until(
            "document.getElementById('away').textContent === '\(noTable)'"
        )
        page.expectQuiet(besides: "ws://127.0.0.1:9001")
        try await browser.end()
    }

    /// The points are those of the state, the words those of the game's document.
    @Test("a game shows its sheets, points and winner")
    func aGameHasItsSheetsItsPointsAndItsWinner() async throws {
        let theatre = try await Theatre(room)
        func state(_ points: Int, over: String) throws -> JSON {
            let text = """
                {"table":"home","revision":\(points + 2),"turn":3,"roll":0,"rolling":false,"watchers":1,"total":2,
                 "players":["ann","bo"],"up":"ann","dice":[{"die":1,"sides":6,"value":2,"locked":false,"animating":false}],
                 "game":{"name":"duo","match":1,"round":1,"rounds":2,"over":\(over),"sheets":[
                  {"player":"ann","boxes":{"low":4},"bonuses":{},"total":4},
                  {"player":"bo","boxes":{"low":0,"high":\(points)},"bonuses":{},"total":\(points)}]}}
                """
            return try #require(JSON(text.utf8))
        }
        let document = #"""
            {"name":"duo","title":"Duo","dice":[6],"rollsPerTurn":1,"boxes":[
             {"box":"low","title":"Tief","points":{"sum":"all"}},{"box":"high","title":"<b>Hoch</b>","points":{"sum":"all"}}]}
            """#
        try await theatre.publish("diced/alpha/home/game", document, retained: true)
        try await theatre.publish(
            "diced/alpha/home/state",
            state(3, over: "false"),
            retained: true
        )
        let browser = try theatre.browser()
        let page = try await Page(
            browser,
            Theatre.page + "#alpha/home",
            Page.Look(width: 1_280, height: 800)
        )
        let sheet = """
            [...document.querySelectorAll("#sheet [data-box]")].map((each) => [...each.children].map((part) => part.textContent))
            """
        // The table's state may arrive before its game's document.
        try await page.until(
            "document.querySelector('#sheet [data-box]')?.textContent.startsWith('Tief')"
        )
        #expect(
            try await page.value(sheet) == [
                ["Tief", "4", "0"], ["<b>Hoch</b>", "–", "3"],
            ]
        )
        #expect(
            try await page.value("document.querySelector('#sheet').matches('.all')")
                == true
        )
        let seats =
            "[...document.querySelectorAll('#seats li')].map((each) => each.innerText.replace(/\\s+/g, ' '))"
        #expect(try await page.value(seats) == ["▸ ann 4", "bo 3"])
        let won = try state(9, over: #"true,"winners":["bo"]"#)
        try await theatre.publish("diced/alpha/home/state", won, retained: true)
        let ahead = Phrases.text("wonLead", ["points": "5"])
        let sentence = Phrases.text(
            "won",
            ["name": "bo", "points": "9", "lead": ahead]
        )
        try await page.until(
            "document.getElementById('outcome').textContent === '\(sentence)'"
        )
        page.expectQuiet(besides: "ws://127.0.0.1:9001")
        try await browser.end()
    }
}
