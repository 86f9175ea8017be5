import Glibc
import ProgramTestSupport
import Testing

/// Tests everything between a table and its audience: diced, diced-mqtt, mosquitto, nginx with TLS,
/// and a browser.
@Suite(.browser, .room, .needs(Theatre.tools + [.openssl]), .needsNetworks)
struct AudienceBridgeTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    @Test("a game for two is shown to the audience as it is played")
    func aGameOfTwoIsSeenAsItIsPlayed() async throws {
        let theatre = try await Theatre(room, isSecure: true)
        let daemon = try await room.daemon("--slow", "3")
        let player = try daemon.client()
        try await player.result("table.watch")
        try await player.result("table.configure", ["players": ["ann", "bo"]])
        let bridge = try await theatre.bridge(host: "alpha")
        let browser = try theatre.browser()
        let page = try await Page(browser, Theatre.securePage)
        try await page.until(
            """
            document.querySelector('#hosts h2')?.innerText.includes('online')
                && document.querySelector("a[href='#alpha/default']")
            """
        )
        #expect(
            try await page.value("isSecureContext && location.protocol") == "https:"
        )
        try await page.listed()
        try await page.tap("a[href='#alpha/default']")
        try await page.atRest()
        let seats =
            "[...document.querySelectorAll('#seats li')].map((each) => each.textContent)"
        #expect(try await page.value(seats) == ["▸ ann", "bo"])

        // A locked die keeps its value; the others move, and settle on the values that the daemon
        // sends to its own players.
        try await player.result("table.roll", ["animate": false, "by": "ann"])
        try await player.result("table.lock", ["dice": [2], "by": "ann"])
        try await page.until("document.querySelectorAll('#dice .locked').length === 1")
        try await page.value(
            """
            most = 0;
            new MutationObserver(() => {
              most = Math.max(most, document.querySelectorAll('.moving').length);
            }).observe(document.getElementById('dice'), { subtree: true, childList: true, attributes: true })
            """
        )
        let rolled = try await player.result("table.roll", ["by": "ann"])
        try await page.until(
            "document.getElementById('said').textContent.startsWith('ann rolled')"
        )
        #expect(try await page.value("most") == 4)
        try await page.atRest()
        #expect(
            try await page.values
                == rolled["dice"].array.compactMap { $0["value"].int.map(String.init) }
        )
        #expect(try await page.text("sum") == "\(rolled["total"].int ?? 0)")
        try await player.result("table.endTurn", ["by": "ann"])
        try await page.until(
            "document.getElementById('proof').textContent.startsWith('turn 1 checked')"
        )
        #expect(try await page.value(seats) == ["ann", "▸ bo"])

        // A throw, and a roll with a withheld contribution.
        let thrown = try await player.result(
            "table.throw",
            ["expression": "3d6", "label": "luck", "by": "bo", "animate": false]
        )
        try await page.until(
            "document.querySelector('#thrown .sum')?.textContent === '\(thrown["total"].int ?? 0)'"
        )
        #expect(
            try await page.value("document.querySelector('#thrown .what').textContent")
                == "3d6 “luck” · bo"
        )
        #expect(
            try await page.value("document.querySelectorAll('#thrown .die').length")
                == 3
        )
        let hidden = try await player.result(
            "table.throw",
            ["expression": "2d6", "by": "bo", "animate": false, "seenBy": []]
        )
        try await page.until(
            "document.querySelector('#thrown .sum').textContent === 'hidden'"
        )
        let ghosts =
            "[...document.querySelectorAll('#thrown li:first-child .die')].map((die) => die.dataset.value)"
        #expect(try await page.value(ghosts) == ["?", "?"])
        #expect(
            try await page.text("said")
                == "\(Phrases.text("threwSecret", ["name": "bo", "count": "2"]))."
        )
        try await player.result("table.show", ["throw": hidden["throw"], "by": "bo"])
        try await page.until(
            "document.querySelector('#thrown .sum').textContent !== 'hidden'"
        )
        #expect(try await page.value("\(ghosts).includes('?')") == false)
        let secret = JSON.string(String(repeating: "0", count: 64))
        let absent = try daemon.client()
        try await absent.result(
            "table.contribute",
            ["commitment": secret, "by": "ann"]
        )
        #expect(
            try await player.result("table.roll", ["by": "bo"])["outcome"] == "void"
        )
        let silent = Phrases.text("voidSilent", ["names": "ann"])
        try await page.until(
            "document.getElementById('notice').textContent.includes('is void\(silent)')"
        )
        try await page.atRest()
        try await player.result("table.roll", ["by": "bo", "animate": false])
        try await player.result("table.endTurn", ["by": "bo"])
        try await page.until(
            "document.getElementById('proof').textContent.startsWith('turn 2 checked')"
        )
        try await page.press("h")
        try await page.until(
            "document.querySelectorAll('#content details').length === 5"
        )
        #expect(
            try await page.value(
                "[...document.querySelectorAll('#content .foot span')].map((each) => each.textContent)"
            )
                == ["checked", "checked", "hidden", "checked", "checked"]
        )
        #expect(
            try await page.value("document.querySelector('#content p').textContent")
                == "bo: void"
        )

        // The host dies, the page says so, and the host returns with its tables.
        bridge.signal(SIGKILL)
        let offline = Phrases.text("hostOffline", ["host": "alpha"])
        try await page.until(
            "document.getElementById('away').textContent.includes('\(offline)')"
        )
        let last = try await player.result(
            "table.roll",
            ["by": "ann", "animate": false]
        )
        _ = try await theatre.bridge(host: "alpha")
        let total = last["total"].int ?? 0
        try await page.until(
            "!document.body.matches('.gone') && document.getElementById('sum').textContent === '\(total)'"
        )
        #expect(
            try await page.values
                == last["dice"].array.compactMap { $0["value"].int.map(String.init) }
        )
        page.expectQuiet()
        try await browser.end()
    }

    @Test("the list adds new tables and removes deleted ones") func tablesComeAndGoInTheList()
        async throws
    {
        let theatre = try await Theatre(room, isSecure: true)
        let player = try await room.daemon().client()
        _ = try await theatre.bridge(host: "alpha")
        let browser = try theatre.browser()
        let page = try await Page(browser, Theatre.securePage)
        let list =
            "[...document.querySelectorAll('#hosts a')].map((each) => each.hash).join()"
        try await page.until("\(list) === '#alpha/default'")
        try await player.result("table.create", ["table": "attic", "dice": [6, 20]])
        try await page.until("\(list) === '#alpha/attic,#alpha/default'")
        try await page.value("location.hash = '#alpha/attic'")
        try await page.atRest()
        try await player.result("table.delete", ["table": "attic"])
        let noTable = Phrases.text("noTable", ["table": "attic"])
        try await page.until(
            "document.getElementById('away').textContent === '\(noTable)'"
        )
        try await page.press("Escape")
        try await page.until("\(list) === '#alpha/default'")
        page.expectQuiet()
        try await browser.end()
    }
}
