import ProgramTestSupport
import Testing

/// Tests brokers and hosts that disconnect, and brokers that publish what no host has said.
@Suite(.browser, .room, .needs(Theatre.tools), .needsNetworks)
struct AudienceAwayTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    @Test("the page is up to date again after a broker outage")
    func aBrokerThatWasAwayIsRightAgain() async throws {
        let theatre = try await Theatre(room)
        try await theatre.publish(
            "diced/alpha/home/state",
            Told.snapshot("home", [1, 2, 3]),
            retained: true
        )
        try await theatre.publish(
            "diced/alpha/gone/state",
            Told.snapshot("gone", [6]),
            retained: true
        )
        try await theatre.publish("diced/beta/status", "online", retained: true)
        let browser = try theatre.browser()
        let page = try await Page(browser, Theatre.page + "#alpha/home")
        let list = try await Page(browser, Theatre.page)
        let lost = try await Page(browser, Theatre.page + "#alpha/gone")
        try await page.atRest()
        try await lost.atRest()
        try await list.until(
            "document.querySelectorAll('#hosts :is(a, h2)').length === 4"
        )
        try await theatre.stopBroker()
        for page in [page, lost] {
            try await page.until("document.body.matches('.gone')")
        }
        #expect(try await page.text("away") == Phrases.text("brokerAway"))
        try await list.until(
            "document.getElementById('absence').textContent === '\(Phrases.text("brokerAway"))'"
        )
        // The retained messages are gone, and one of the two tables is published anew before a page
        // reads.
        try await theatre.startBroker()
        try await theatre.publish(
            "diced/alpha/home/state",
            Told.snapshot("home", [4, 5, 6]),
            retained: true
        )
        try await page.until("document.querySelector('.die').dataset.value === '4'")
        try await page.atRest()
        #expect(try await page.values == ["4", "5", "6"])
        try await list.until(
            "document.querySelectorAll('#hosts :is(a, h2)').length === 2 && !document.getElementById('absence').textContent"
        )
        try await lost.until(
            "document.getElementById('away').textContent === '\(Phrases.text("noTable", ["table": "gone"]))'"
        )
        try await theatre.publish(
            "diced/alpha/gone/state",
            Told.snapshot("gone", [2]),
            retained: true
        )
        try await lost.atRest()
        #expect(try await lost.values == ["2"])
        try await browser.end()
    }

    @Test("an offline host is shown as offline") func aHostThatIsOfflineIsSaidToBe() async throws {
        let theatre = try await Theatre(room)
        try await theatre.publish("diced/alpha/status", "online", retained: true)
        try await theatre.publish(
            "diced/alpha/home/state",
            Told.snapshot("home", [1, 2]),
            retained: true
        )
        let browser = try theatre.browser()
        let page = try await Page(browser, Theatre.page + "#alpha/home")
        try await page.atRest()
        // Another host's status does not affect this one.
        try await theatre.publish("diced/beta/status", "offline", retained: true)
        try await theatre.publish(
            "diced/alpha/home/state",
            Told.snapshot("home", [2, 1]),
            retained: true
        )
        try await page.until("document.querySelector('.die').dataset.value === '2'")
        #expect(try await page.value("document.body.matches('.gone')") == false)
        // The host disconnects mid-roll, so no further state of the dice arrives.
        try await theatre.publish(
            "diced/alpha/home/event",
            Told.start("home", dice: 2, revision: 2)
        )
        try await page.until("document.querySelectorAll('.moving').length === 2")
        try await theatre.publish("diced/alpha/status", "offline", retained: true)
        try await page.until("document.body.matches('.gone')")
        #expect(
            try await page.text("away")
                == Phrases.text("hostOffline", ["host": "alpha"])
        )
        #expect(try await page.value("document.getAnimations().length") == 0)
        try await page.press("Escape")
        try await page.until(
            "!document.getElementById('lobby').hidden && !document.body.matches('.gone')"
        )
        try await page.value("location.hash = '#alpha/home'")
        try await page.until("document.body.matches('.gone')")
        try await theatre.publish(
            "diced/alpha/home/state",
            Told.snapshot("home", [6, 5], revision: 1),
            retained: true
        )
        try await theatre.publish("diced/alpha/status", "online", retained: true)
        try await page.atRest()
        #expect(try await page.values == ["6", "5"])
        page.expectQuiet(besides: "ws://127.0.0.1:9001")
        try await browser.end()
    }

    /// The state of a daemon with lower revisions, because it was killed mid-roll, is accepted once
    /// the roll is over.
    @Test("a state from before a roll is shown once the roll has ended")
    func aStateFromBeforeARollWaitsForItsEnd() async throws {
        let theatre = try await Theatre(room)
        try await theatre.publish(
            "diced/alpha/home/state",
            Told.snapshot("home", [1, 2], revision: 50),
            retained: true
        )
        let browser = try theatre.browser()
        // The timer for the end of a roll that lasts a minute is called here.
        let page = try await Page(
            browser,
            Theatre.page + "#alpha/home",
            script: """
                late = [];
                const wait = setTimeout;
                setTimeout = (action, time) => time > 30000 ? void late.push({ action, time }) : wait(action, time);
                """
        )
        try await page.atRest()
        try await theatre.publish(
            "diced/alpha/home/event",
            Told.start("home", dice: 2, revision: 51)
        )
        try await page.until("document.querySelectorAll('.moving').length === 2")
        try await theatre.publish(
            "diced/alpha/home/state",
            Told.snapshot("home", [6, 5], revision: 49)
        )
        try await page.until("late.length === 1")
        #expect(try await page.value("late[0].time <= 62000") == true)
        #expect(
            try await page.value("document.querySelectorAll('.moving').length") == 2
        )
        try await page.value("late[0].action()")
        try await page.atRest()
        #expect(try await page.values == ["6", "5"])
        page.expectQuiet(besides: "ws://127.0.0.1:9001")
        try await browser.end()
    }

    @Test("invalid tables are ignored") func whatIsNoTableIsPassedOver() async throws {
        let theatre = try await Theatre(room)
        let html = "<img src=x onerror=alert(1)>"
        try await theatre.publish("diced/\(html)/status", "online", retained: true)
        try await theatre.publish(
            "diced/\(html)/home/state",
            Told.snapshot("home", [1, 2, 3]),
            retained: true
        )
        let home = Told.snapshot("home", [1, 2, 3]).text
        let hostile = [
            "", "{", "null", "[]", "7", "\"home\"", "{\"table\":\"home\"}",
            String(repeating: "[", count: 100_000),
            home.replacing("\"home\"", with: "\"other\""),
            home.replacing("\"turn\":1", with: "\"turn\":\"<b>1</b>\""),
            home.replacing("\"turn\":1", with: "\"turn\":\"1\""),
            home.replacing("\"turn\":1", with: "\"turn\":1.5"),
            home.replacing("\"turn\":1", with: "\"turn\":1e999"),
            home.replacing("\"sides\":6", with: "\"sides\":0"),
            home.replacing("\"die\":1", with: "\"die\":4000000000"),
            home.replacing("\"die\":2", with: "\"die\":1"),
            home.replacing("\"turn\"", with: "\"up\":\"ann\",\"turn\""),
            "{\"__proto__\":" + home + "}",
            home.replacing("\"dice\"", with: "\"constructor\""),
        ]
        for (index, payload) in hostile.enumerated() {
            try await theatre.publish(
                "diced/evil\(index)/home/state",
                payload,
                retained: true
            )
        }
        let polluted =
            "{\"__proto__\":{\"polluted\":1,\"isRolling\":true},\"constructor\":{\"prototype\":{\"polluted\":1}},"
            + home.dropFirst()
        try await theatre.publish("diced/<b>x/home/state", polluted, retained: true)
        try await theatre.publish("diced/alpha/home/state", home, retained: true)
        try await theatre.publish("diced/evil/status", "broken", retained: true)
        let browser = try theatre.browser()
        let page = try await Page(browser, Theatre.page)
        // All retained messages have arrived by then.
        try await page.until("!document.getElementById('absence').textContent")
        #expect(
            try await page.value("document.querySelectorAll('#hosts a').length") == 3
        )
        #expect(
            try await page.value(
                "[...document.querySelectorAll('#hosts bdi')].map((each) => each.textContent)"
            )
                == .array(["<b>x", .string(html), "alpha"])
        )
        try await page.value("location.hash = '#alpha/home'")
        try await page.atRest()
        for payload in [
            "{", "null", "{\"method\":\"__proto__\",\"params\":{}}",
            "{\"method\":\"event\",\"params\":{\"event\":\"toString\"}}",
            Told.frame("home", die: 999, value: 6).text,
            Told.frame("home", die: 1, value: 5_000).text,
            Told.frame("other", die: 1, value: 6).text,
            Told.start("home", dice: 3, revision: 2, length: -1).text,
            Told.frame("home", die: 1, value: 6).text.replacing(
                "\"die\"",
                with: "\"__proto__\":{},\"dye\""
            ),
        ] {
            try await theatre.publish("diced/alpha/home/event", payload)
            try await theatre.publish("diced/alpha/home/history", payload)
        }
        // Well-formed messages still arrive, in order.
        let event = Told.frame("home", die: 3, value: 6).text.replacing(
            "{\"",
            with: "{\"__proto__\":{\"polluted\":1},\"",
            maxReplacements: 1
        )
        try await theatre.publish("diced/alpha/home/event", event)
        try await page.until(
            "document.querySelector('[data-die=\"3\"]').dataset.value === '6'"
        )
        #expect(try await page.values == ["1", "2", "6"])
        #expect(try await page.text("sum") == "–")
        #expect(
            try await page.value(
                "({}).polluted === undefined && !document.querySelector('img, b:has(b)')"
            ) == true
        )
        // Fragments that name no table lead to the list.
        for hash in [
            "#%", "#a/b/c/d", "#+/home", "#alpha/%23", "#alpha/<b>", "#__proto__/%00",
        ] {
            try await page.value("location.hash = '\(hash)'")
            try await page.until("!document.getElementById('lobby').hidden")
        }
        page.expectQuiet(besides: "ws://127.0.0.1:9001")
        try await browser.end()
    }

    @Test("the page connects to its broker only") func thePageReachesItsBrokerAlone() async throws {
        let theatre = try await Theatre(room)
        let browser = try theatre.browser()
        let page = try await Page(browser, Theatre.page)
        let noHosts = Phrases.text("noHosts", ["prefix": "diced"])
        try await page.until(
            "document.getElementById('absence').textContent === '\(noHosts)'"
        )
        let blocked = """
            (async () => {
              const violations = [];
              addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => violations.push(`${effectiveDirective} ${blockedURI}`));
              const results = [await fetch("/index.html").then(() => "read", () => "refused")];
              for (const url of ["ws://127.0.0.1:9002", "ws://localhost:9001", "ws://127.0.0.1/mqtt"]) {
                results.push(await new Promise((done) => {
                  try {
                    const socket = new WebSocket(url);
                    socket.onopen = () => done("open");
                    socket.onerror = () => done("refused");
                  } catch { done("refused"); }
                }));
              }
              try { document.body.innerHTML = "<b></b>"; results.push("written"); } catch { results.push("refused"); }
              await new Promise((done) => setTimeout(done));
              return [results, violations.filter((each) => each.startsWith("connect-src")).length];
            })()
            """
        #expect(
            try await page.value(blocked)
                == [["refused", "refused", "refused", "refused", "refused"], 4]
        )
        #expect(
            try await page.value(
                "new Promise((done) => { const socket = new WebSocket('ws://127.0.0.1:9001', 'mqtt'); socket.onopen = () => done(true); socket.onerror = () => done(false); })"
            ) == true
        )
        try await browser.end()
    }
}
