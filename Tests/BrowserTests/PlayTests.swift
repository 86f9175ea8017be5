import Foundation
import ProgramTestSupport
import Testing

/// Tests a game on pages, by touch and by keys.
@Suite(.browser, .room, .needs(.chromium))
struct PlayTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    private func locked(_ page: Page) async throws -> [Int] {
        try await page.value(
            "[...document.querySelectorAll('[aria-pressed=true]')].map((die) => Number(die.dataset.die))"
        ).ints
    }

    @Test("taps and keys lock dice") func tapsAndKeysLockDice() async throws {
        let web = try await room.web()
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        try await page.tap("#roll")
        try await page.until(
            "document.getElementById('said').textContent.startsWith('ann rolled')"
        )
        try await page.tap("[data-die='2']")
        try await page.until("document.querySelectorAll('.locked').length === 1")
        try await page.press("4")
        try await page.until("document.querySelectorAll('.locked').length === 2")
        #expect(try await locked(page) == [2, 4])
        // The tapped die has the focus; the key moves to the next one on the right.
        try await page.press("ArrowRight")
        try await page.press("l")
        #expect(try await page.value("document.activeElement.dataset.die") == "4")
        let before = try await page.values
        try await page.press("r")
        try await page.until(
            "/Roll 2( |$)/.test(document.getElementById('facts').textContent) && !document.querySelector('.moving')"
        )
        let after = try await page.values
        #expect([before[1], before[3]] == [after[1], after[3]])
        try await page.press("a")
        try await page.until("!document.querySelector('.locked')")
        #expect(try await locked(page) == [])
        page.expectQuiet()
        try await browser.end()
    }

    /// The answers are held back in the browser, as a slow network does.
    @Test(
        "what was asked for looks pending within 100 ms, without movement",
        arguments: [false, true]
    )
    func whatWasAskedForLooksPending(_ isReduced: Bool) async throws {
        let web = try await room.web()
        let client = try web.daemon.client()
        try await client.result(
            "table.create",
            ["table": "home", "game": "yahtzee", "players": ["ann", "bo"]]
        )
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--as", "ann", "-t", "home"),
            Page.Look(width: 360, height: 640, isReduced: isReduced)
        )
        try await page.atRest()
        try await page.press("r")
        try await page.until(
            "document.getElementById('said').textContent.startsWith('ann rolled')"
        )
        try await page.value(
            """
            window.held = [];
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) {
              if (/table\\.(roll|toggleLock|endTurn)/.test(text)) held.push(() => send.call(this, text));
              else send.call(this, text);
            };
            """
        )
        for (target, act) in [
            ("#dice [data-die='2']", "toggleLock"), ("#roll", "roll"),
            ("#sheet [data-box='chance']", "endTurn"),
        ] {
            try await page.value(
                "document.querySelector(`\(target)`).scrollIntoView({ block: 'nearest' })"
            )
            try await page.tap(target)
            let look = try await page.value(
                """
                new Promise((done) => setTimeout(() => {
                  const target = document.querySelector(`\(target)`);
                  const { outlineStyle, translate, transform } = getComputedStyle(target);
                  done([outlineStyle, translate, transform, target.ariaBusy]);
                }, 100))
                """
            )
            #expect(look == ["dashed", "none", "none", "true"], "\(target)")
            try await shoot(page, "pending-\(act)-\(isReduced)")
            try await page.tap(target)
            #expect(try await page.value("held.length") == 1)
            try await page.value("held.pop()()")
            try await page.until("!document.querySelector('.pending')")
            try await page.atRest()
        }
        page.expectQuiet()
        try await browser.end()
    }

    private func shoot(_ page: Page, _ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["DICED_SCREENS"] else {
            return
        }
        let png = try #require(Data(base64Encoded: try await page.screenshot()))
        try png.write(to: URL(filePath: "\(folder)/\(name).png"))
    }

    @Test("players take turns and their seeds are verified")
    func playersTakeTurnsAndTheirSeedsAreVerified() async throws {
        let web = try await room.web()
        let browser = try Browser(room)
        var players: (ann: Page, bo: Page)?
        // A page that gets no CPU time for a second reveals too late; another table then shows that
        // it can.
        for number in 1...3 where players == nil {
            let table = "game\(number)"
            _ = try await room.did(
                "table",
                "new",
                table,
                "5d6",
                "--players",
                "ann,bo",
                "--rolls",
                "2"
            )
            let ann = try await Page(
                browser,
                try await web.link("--as", "ann", "-t", table)
            )
            let bo = try await Page(
                browser,
                try await web.link("--as", "bo", "-t", table)
            )
            // Each player contributes to the other's rolls.
            for page in [ann, bo] {
                let words = "(ann and bo|bo and ann) add randomness"
                try await page.until(
                    "/\(words)/.test(document.getElementById('proof').textContent)"
                )
            }
            try await bo.press("r")
            #expect(try await bo.text("notice") == "it is ann's turn")
            try await ann.press("r")
            for page in [bo, ann] {
                try await page.until(
                    "/^ann('s roll is void| rolled)/.test(document.getElementById('said').textContent)"
                )
            }
            if try await ann.text("said").hasPrefix("ann rolled") {
                players = (ann, bo)
            }
        }
        let (ann, bo) = try #require(players)
        try await ann.tap("#end")
        #expect(
            try await ann.text("notice") == Phrases.text("rollsLeft", ["count": "1"])
        )
        try await ann.glance()
        try await ann.tap("#end")
        for page in [ann, bo] {
            try await page.until(
                "document.getElementById('proof').textContent.startsWith('turn 1 checked')"
            )
            #expect(
                try await page.value(
                    "document.querySelector('#seats .up bdi').textContent"
                ) == "bo"
            )
        }
        #expect(
            try await ann.value("document.getElementById('roll').ariaDisabled")
                == "true"
        )
        try await bo.until("document.getElementById('roll').ariaDisabled === 'false'")
        try await bo.press("h")
        try await bo.until(
            "document.querySelector('details')?.textContent.includes('checked')"
        )
        // The page detects a daemon whose faces do not match its seed.
        let verdict = try await bo.value(
            """
            (async () => {
              const { verify } = await import(location.origin + "/proof.js");
              const seed = "ef7b19f7fe844a9b25926ea31582381c9fe2b078be20841dae90d8ec6fc814bb";
              const { commitmentOf } = await import(location.origin + "/proof.js");
              const entry = (values) => ({ kind: "turn", table: "home", turn: 1, seed, total: 21,
                rolls: [{ roll: 1, rolled: [1, 2, 3, 4, 5], values, entropy: "", reveals: [] }],
                dice: values.map((value, index) => ({ die: index + 1, sides: 6, value, locked: false })) });
              const commitment = await commitmentOf(seed);
              return [await verify({ ...entry([5, 6, 4, 1, 5]), commitment }, commitment),
                await verify({ ...entry([5, 6, 4, 5, 1]), commitment }, commitment),
                await verify({ ...entry([5, 6, 4, 1, 5]), commitment }, commitment.replace(/./, "x")),
                await verify({ ...entry([5, 6, 4, 1, 5]), commitment, dice: [{ die: 1e55, sides: 1e55, value: 1 }] }, commitment)];
            })()
            """
        )
        #expect(
            verdict.array == [
                "checked", .string(Phrases.wrong("facesDiffer")),
                .string(Phrases.wrong("wrongSeed")),
                .string(Phrases.wrong("facesDiffer")),
            ]
        )
        ann.expectQuiet()
        bo.expectQuiet()
        try await browser.end()
    }

    @Test("a watch-only page has no buttons") func whoOnlyWatchesHasNoButtons() async throws {
        let web = try await room.web()
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--watch-only"))
        try await page.atRest()
        #expect(
            try await page.value(
                "[...document.querySelectorAll('button, input')].filter((each) => each.checkVisibility()).length"
            ) == 0
        )
        try await page.press("r")
        try await page.tap(".die")
        let client = try web.daemon.client()
        #expect(try await client.result("table.get")["roll"] == 0)
        try await client.result("table.roll")
        try await page.until(
            "/Roll 1( |$)/.test(document.getElementById('facts').textContent)"
        )
        try await page.atRest()
        page.expectQuiet()
        try await browser.end()
    }

    @Test("another table is chosen from the list") func anotherTableIsChosenFromTheList()
        async throws
    {
        let web = try await room.web()
        _ = try await room.did("table", "new", "night", "d20", "d4")
        let browser = try Browser(room)
        let link = try await web.link("--as", "ann", "-t", "default", "-t", "night")
        let page = try await Page(browser, link)
        try await page.atRest()
        try await page.press("t")
        try await page.until("document.querySelector('[data-table=night]')")
        try await page.tap("[data-table=night]")
        try await page.until("document.querySelectorAll('#dice .die').length === 2")
        #expect(try await page.text("name") == "night")
        // It returns to the same table, with the token that is no longer in the address.
        #expect(try await page.value("location.hash") == "")
        try await page.value("location.reload()")
        try await page.until(
            "document.readyState === 'complete' && document.querySelectorAll('#dice .die').length === 2"
        )
        try await browser.end()
    }
}
