import ProgramTestSupport
import Testing

/// Tests a table's game on the page: its sheet, its totals and its end.
@Suite(.browser, .room, .needs(.chromium))
struct GameTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    /// A game with two boxes, one of which is practically never met.
    private static let duo = #"""
        {"name":"duo","title":"Duo","dice":[100,100,100,100,100],"rollsPerTurn":2,"boxes":[
         {"box":"threeHighest","title":"Highest","needs":{"faces":[100,100,100,100,100]},"points":9},
         {"box":"chance","title":"Chance","points":{"sum":"all"}}]}
        """#

    /// The names of the boxes that can be pressed.
    private static let buttons =
        "[...document.querySelectorAll('#sheet button')].map((box) => box.dataset.box).join()"

    private func rolled(_ page: Page) async throws {
        try await page.press("r")
        try await page.until(
            "document.querySelector('#sheet .option') && !document.querySelector('.moving')"
        )
    }

    @Test("a match is played to its end and the next one begins")
    func aMatchIsPlayedToItsEndAndTheNextOneBegins() async throws {
        let web = try await room.web("--slow", "0.01")
        try room.makeFile("duo.json", Self.duo)
        _ = try await room.did(
            "table",
            "new",
            "home",
            "--game",
            room.path("duo.json"),
            "--players",
            "ann,bo"
        )
        let browser = try Browser(room)
        let ann = try await Page(
            browser,
            try await web.link("--as", "ann", "-t", "home")
        )
        let bo = try await Page(browser, try await web.link("--as", "bo", "-t", "home"))
        for page in [ann, bo] {
            try await page.atRest()
        }
        // Both do the same in each round: first a box that scores nothing, then the remaining one.
        for (page, next) in [(ann, "bo"), (bo, "ann")] {
            try await rolled(page)
            #expect(try await page.text("notice") == Phrases.text("tapToKeep"))
            #expect(try await page.value(Self.buttons) == "threeHighest,chance")
            #expect(
                try await page.value("document.getElementById('end').ariaDisabled")
                    == "true",
                "a box ends it"
            )
            try await page.press("e")
            #expect(
                try await page.value("document.activeElement.dataset.box") == "chance",
                "the best is pointed at"
            )
            try await page.tap("[data-box=threeHighest]")
            #expect(try await page.text("notice").hasPrefix("0 points there, "))
            #expect(try await page.text("said") == (try await page.text("notice")))
            try await page.glance()
            try await page.press("Enter")
            for each in [ann, bo] {
                try await each.until(
                    "document.querySelector('#seats .up bdi')?.textContent === '\(next)'"
                )
            }
        }
        for page in [ann, bo] {
            try await page.until(
                "document.getElementById('roll').ariaDisabled === 'false'"
            )
            try await rolled(page)
            try await page.tap("[data-box=chance]")
            try await page.until(
                "document.getElementById('roll').ariaDisabled === 'true'"
            )
        }
        for page in [ann, bo] {
            try await page.until(
                "document.getElementById('outcome').className === 'over'"
            )
        }
        let totals = try await ann.value(
            "[...document.querySelectorAll('#seats b')].map((each) => +each.textContent)"
        )
        .ints
        try #require(totals.count == 2)
        let lead = totals[0] - totals[1]
        let points = String(max(totals[0], totals[1]))
        let ahead = Phrases.text("wonLead", ["points": "\(abs(lead))"])
        let ended =
            lead == 0
            ? Phrases.text("wonTogether", ["names": "ann and bo", "points": points])
            : Phrases.text(
                "won",
                ["name": lead > 0 ? "ann" : "bo", "points": points, "lead": ahead]
            )
        #expect(try await ann.text("outcome") == ended)
        #expect(try await ann.text("facts") == "")
        #expect(
            try await ann.value("document.getElementById('sheet').ariaLabel")
                == .string(Phrases.text("sheet"))
        )
        try await bo.press("n")
        for page in [ann, bo] {
            try await page.until(
                "document.getElementById('notice').textContent === '\(Phrases.text("nextMatch"))'"
            )
            try await page.until(
                "document.getElementById('match').textContent === 'Duo · Match 2 · Round 1 of 2'"
            )
        }
        try await bo.press("h")
        try await bo.until(
            "document.querySelector('#content .head')?.textContent === 'Turn 4bo · Chance\(totals[1])'"
        )
        for page in [ann, bo] {
            page.expectQuiet()
        }
        try await browser.end()
    }

    @Test("a tap shows another player's sheet") func theSheetOfAnotherIsShownByATap() async throws {
        let web = try await room.web()
        _ = try await room.did(
            "table",
            "new",
            "home",
            "--game",
            "yahtzee",
            "--players",
            "ann,bo"
        )
        let terminal = try web.daemon.client()
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--as", "bo", "-t", "home")
        )
        try await page.atRest()
        #expect(try await page.text("sum") == "–")
        try await terminal.result(
            "table.roll",
            ["table": "home", "by": "ann", "animate": false]
        )
        try await page.until(
            "document.getElementById('by').textContent === 'ann rolled'"
        )
        let total = try await page.text("sum")
        let options = "document.querySelectorAll('#sheet .option').length"
        #expect(try await page.text("whose") == "Your sheet")
        #expect(try await page.value(options) == 0, "these dice are for another sheet")
        try await page.tap("#seats li:first-child button")
        #expect(try await page.text("whose") == "ann's sheet")
        #expect(try await page.value(options) == 13)
        #expect(try await page.value(Self.buttons) == "")
        try await page.press("s")
        #expect(try await page.text("whose") == "Your sheet")
        #expect(try await page.value("document.activeElement.dataset.box") != .null)
        try await page.tap("#seats button")
        try await terminal.result(
            "table.endTurn",
            ["table": "home", "by": "ann", "box": "chance"]
        )
        try await page.until(
            "document.getElementById('by').textContent === 'ann: \(total) in Chance'"
        )
        #expect(try await page.text("sum") == "Your turn")
        #expect(try await page.text("whose") == "Your sheet")
        page.expectQuiet()
        try await browser.end()
    }

    @Test("boxes show no points while dice move") func noBoxTellsOfDiceThatMove() async throws {
        let web = try await room.web("--slow", "1000")
        _ = try await room.did(
            "table",
            "new",
            "home",
            "--game",
            "yahtzee",
            "--players",
            "ann,bo"
        )
        let terminal = try web.daemon.client()
        try await terminal.result(
            "table.roll",
            ["table": "home", "by": "ann", "animate": false]
        )
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--as", "ann", "-t", "home")
        )
        try await page.until(
            "document.querySelectorAll('#sheet .option').length === 13"
        )
        try await page.press("r")
        try await page.until(
            "document.querySelector('.moving') && !document.querySelector('#sheet .option')"
        )
        try await page.tap("[data-box=chance]")
        #expect(try await page.text("notice") == Phrases.text("busy"))
        page.expectQuiet()
        try await browser.end()
    }

    @Test("a watch-only page shows a sheet without buttons")
    func whoOnlyWatchesHasASheetWithoutButtons() async throws {
        let web = try await room.web()
        _ = try await room.did(
            "table",
            "new",
            "home",
            "--game",
            "yahtzee",
            "--players",
            "ann,bo"
        )
        try await web.daemon.client().result(
            "table.roll",
            ["table": "home", "by": "ann", "animate": false]
        )
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--watch-only", "-t", "home")
        )
        try await page.until(
            "document.querySelectorAll('#sheet .option').length === 13"
        )
        #expect(try await page.value(Self.buttons) == "")
        page.expectQuiet()
        try await browser.end()
    }

    /// On phones and in a wide window.
    @Test(
        "dice, sheet and buttons are in view together",
        arguments: [(390, 844), (360, 640), (667, 331), (1_280, 800)],
        ["yahtzee", "maxi-yatzy"]
    )
    func diceSheetAndButtonsAreInSight(_ size: (Int, Int), _ game: String) async throws {
        let web = try await room.web()
        _ = try await room.did(
            "table",
            "new",
            "home",
            "--game",
            game,
            "--players",
            "ann,bo"
        )
        try await web.daemon.client().result(
            "table.roll",
            ["table": "home", "by": "ann", "animate": false]
        )
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--as", "ann", "-t", "home"),
            Page.Look(width: size.0, height: size.1)
        )
        try await page.until("document.querySelector('#sheet .option')")
        try await page.atRest()
        let hidden = """
            [...document.querySelectorAll('#dice .die, #roll, #takeback, #seats li'), document.querySelector('#sheet .option')].filter((each) => {
              const { x, y, width, height } = each.getBoundingClientRect();
              return !each.contains(document.elementFromPoint(x + width / 2, y + height / 2)) || y + height > innerHeight;
            }).map((each) => each.outerHTML)
            """
        #expect(try await page.value(hidden) == [])
        #expect(try await page.value(LookTests.contrast) == [])
        // The line for dice notation is behind its button, and appears with the focus.
        let isLine = "document.getElementById('expression').clientWidth > 44"
        #expect(try await page.value(isLine) == false)
        try await page.press("/")
        try await page.until(isLine)
        page.expectQuiet()
        try await browser.end()
    }
}
