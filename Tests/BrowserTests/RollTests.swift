import ProgramTestSupport
import Testing

/// Tests a roll on several screens.
@Suite(.browser, .room, .needs(.chromium))
struct RollTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    /// While the dice are in flight, each value shows for at least half a second.
    @Test("every screen shows the same values while dice are in flight")
    func everyScreenShowsTheSameValuesInPassing() async throws {
        let web = try await room.web("--slow", "60")
        let link = try await web.link("--as", "ann")
        let browser = try Browser(room)
        let first = try await Page(browser, link)
        try await first.atRest()
        let terminal = try web.daemon.client()
        try await terminal.result("table.watch")
        try await first.tap("#roll")
        try await terminal.event("rollStarted")
        // A page that opens mid-roll is in step with the earlier ones.
        let second = try await Page(browser, link, Page.Look(isDark: true))
        try await second.until("document.querySelector('.moving')")
        // Whenever the terminal receives a change, the pages show it too, unless another one has
        // followed.
        var inStep: Set<[String]> = []
        while inStep.count < 10 {
            let frames = terminal.frames.count
            let dice = try await terminal.result("table.get")["dice"].array
            guard dice.contains(where: { $0["animating"] == true }) else {
                // There are enough rolls on a machine of any speed.
                try await first.atRest()
                try await first.tap("#roll")
                try await first.until("document.querySelector('.moving')")
                continue
            }
            let values = dice.compactMap { $0["value"].int.map(String.init) }
            if try await [first.values, second.values] == [values, values] {
                inStep.insert(values)
            }
            try await terminal.frames(atLeast: frames + 1)
        }
        try await first.press("c")
        try await first.atRest()
        try await second.atRest()
        let table = try await terminal.result("table.get")
        let faces = table["dice"].array.compactMap { $0["value"].int.map(String.init) }
        #expect(try await [first.values, second.values] == [faces, faces])
        #expect(try await second.text("sum") == "\(table["total"].int ?? 0)")
        first.expectQuiet()
        second.expectQuiet()
        try await browser.end()
    }

    @Test("a roll that ends a full turn is sent again") func aRollThatEndsAFullTurnIsSentAgain()
        async throws
    {
        let web = try await room.web("--slow", "0.01")
        let terminal = try web.daemon.client()
        var last = 0
        for _ in 1...1_000 {
            last = await terminal.begin("table.roll", ["animate": false])
        }
        _ = try await terminal.reply(last)
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        try await terminal.result("table.watch")
        try await page.tap("#roll")
        try await terminal.event("rollSettled")
        let table = try await terminal.result("table.get")
        #expect(table["turn"] == 2 && table["roll"] == 1 && table["by"] == "ann")
        #expect(
            try await terminal.result("table.history")["entries"].array.map {
                $0["full"]
            } == [true]
        )
        page.expectQuiet()
        try await browser.end()
    }

    @Test("nothing can be pressed while dice move") func nothingCanBePressedWhileDiceMove()
        async throws
    {
        let web = try await room.web("--slow", "1000")
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        let disabled =
            "['roll', 'end'].map((id) => document.getElementById(id).ariaDisabled)"
        #expect(try await page.value(disabled) == ["false", "true"])
        try await page.tap("#roll")
        try await page.until("document.querySelectorAll('.moving').length === 5")
        #expect(try await page.value(disabled) == ["true", "true"])
        try await page.tap("#roll")
        #expect(try await page.text("notice") == Phrases.text("busy"))
        try await page.tap("[data-die='2']")
        #expect(try await page.text("notice") == "die 2 is still rolling")
        #expect(
            try await page.value("document.querySelectorAll('.locked').length") == 0
        )
        try await page.press("c")
        try await page.atRest()
        #expect(try await page.value(disabled) == ["false", "false"])
        #expect(try await page.text("facts").hasPrefix("Turn 1 · Roll 1"))
        page.expectQuiet()
        try await browser.end()
    }

    @Test("a screen reader receives one sentence per roll") func aRollIsOneSentenceToWhoCannotSee()
        async throws
    {
        let web = try await room.web()
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        try await page.value(
            "sentences = []; new MutationObserver(() => sentences.push(document.getElementById('said').textContent)).observe(document.getElementById('said'), { childList: true, characterData: true, subtree: true })"
        )
        try await page.press("r")
        try await page.until("sentences.length && !document.querySelector('.moving')")
        let said = try await page.value("sentences").array.compactMap(\.string)
        let values = try await page.values.joined(separator: ", ")
        #expect(said == ["ann rolled \(values). Total \(try await page.text("sum"))."])
        #expect(
            try await page.value("document.getElementById('said').ariaLive") == "polite"
        )
        try await browser.end()
    }

    @Test("dice tumble in their own ways and stop as they settle")
    func diceTumbleEachInItsWayAndStopAsTheySettle() async throws {
        let web = try await room.web("--slow", "60")
        _ = try await room.did("table", "new", "mixed", "d6", "d20", "d2")
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--as", "ann", "-t", "mixed")
        )
        try await page.atRest()
        let terminal = try web.daemon.client()
        try await terminal.result("table.watch", ["table": "mixed", "frames": "plan"])
        try await page.value(
            """
            window.stops = [];
            new MutationObserver((changes) => {
              for (const { target, oldValue } of changes)
                if (/moving/.test(oldValue) && !target.matches(".moving"))
                  requestAnimationFrame(() => stops.push([target.getAnimations({ subtree: true }).length, getComputedStyle(target.querySelector(".plate")).rotate]));
            }).observe(document.getElementById("dice"), { subtree: true, attributeFilter: ["class"], attributeOldValue: true })
            """
        )
        try await page.press("r")
        let plan = try await terminal.event("rollStarted", table: "mixed").element[
            "params"
        ]["plan"]
        .array
        let plates =
            "document.getAnimations().filter(({ effect }) => effect.target.matches('.plate'))"
        try await page.until("\(plates).length === 4")
        // Two plates of the cube and one of each other die move for the planned duration.
        let times = "\(plates).map((each) => each.effect.getTiming().duration)"
        let planned = plan.compactMap { $0["times"].array.last?.double }
        let last = try await page.value(times).array.compactMap(\.double)
        #expect(
            zip(last, [planned[0], planned[0], planned[1], planned[2]]).allSatisfy {
                abs($0 - $1) < 0.01
            }
        )
        let ways = try await page.value(
            "\(plates).map((each) => each.effect.getKeyframes().map((frame) => frame.rotate).join())"
        )
        #expect(Set(ways.array).count == 4)
        // The buttons move across the table, with all of a die except its shadow, and the last side
        // arrives the way the previous one leaves.
        let way = """
            new Promise((done) => {
              const all = document.getAnimations(), dice = [...document.querySelectorAll("#dice .die")], homes = [], found = [];
              for (const each of all) each.pause();
              for (let part = 0; part <= 50; part += 1) {
                for (const each of all) each.currentTime = (each.effect.getTiming().duration * part) / 50;
                dice.forEach((die, index) => {
                  const box = die.getBoundingClientRect(), home = (homes[index] ??= box), size = box.width;
                  const most = Math.max(...[...die.querySelectorAll(":not(.shadow, .mark, .mark *)")].map((each) => {
                    const { left, right, top, bottom, width } = each.getBoundingClientRect();
                    return width && Math.max(box.left - left, right - box.right, box.top - top, bottom - box.bottom) / size;
                  }));
                  found.push([index, part, Math.hypot(box.x - home.x, box.y - home.y) / size, most]);
                });
              }
              for (const each of all) each.play();
              done(found);
            })
            """
        let steps = try await page.value(way).array.map {
            $0.array.compactMap(\.double)
        }
        for die in 0..<3 {
            let own = steps.filter { $0[0] == Double(die) }
            #expect(own[own.count - 1][2] < 0.01 && own.contains { $0[2] > 0.3 })
            #expect(own.allSatisfy { $0[3] <= 0.2 }, "\(own.map { $0[3] }.max() ?? 0)")
        }
        let axes = try await page.value(
            """
            \(plates).slice(0, 2).map(({ effect }) => effect.getKeyframes().at(-1).rotate.split(" ").slice(0, 2).map((part) => Math.round(part)).join())
            """
        )
        #expect(axes[0] == axes[1])
        // Only the plan's faces show, and those that were there before.
        let shown =
            "[...document.querySelectorAll('#dice .die')].map((die) => [...new Set([...die.querySelectorAll('text.face')].map((face) => face.textContent))])"
        for (die, faces) in try await page.value(shown).array.enumerated().dropFirst() {
            let known = Set(plan[die]["values"].ints + [1])
            #expect(
                Set(faces.array.compactMap { $0.string.flatMap { Int($0) } }) == known
            )
        }
        try await page.press("c")
        try await page.until("stops.length === 3")
        #expect(
            try await page.value("stops") == [[0, "none"], [0, "none"], [0, "none"]]
        )
        page.expectQuiet()
        try await browser.end()
    }

    @Test("dice make sound and vibration if these are turned on")
    func diceAreHeardAndFeltForWhoeverWantsIt() async throws {
        let web = try await room.web("--slow", "0.01")
        let browser = try Browser(room)
        let script = """
            window.touches = [];
            Navigator.prototype.vibrate = (time) => touches.push(time);
            window.AudioBufferSourceNode = class extends AudioBufferSourceNode { start() { touches.push("knock"); } };
            """
        let link = try await web.link("--as", "ann")
        let page = try await Page(browser, link, script: script)
        func roll(_ number: Int) async throws -> [JSON] {
            try await page.atRest()
            try await page.press("r")
            try await page.until(
                "/Roll \(number)( |$)/.test(document.getElementById('facts').textContent)"
            )
            // The message may still be about the previous roll.
            try await page.atRest()
            try await page.until(
                "document.getElementById('said').textContent.startsWith('ann rolled')"
            )
            if number > 1 {
                try await page.until("touches.length > 1")
            }
            return try await page.value("touches.splice(0)").array
        }
        #expect(try await roll(1) == [])
        try await page.press("?")
        try await page.until("document.querySelector('#content label')")
        try await page.tap("#content label:first-child")
        try await page.press("Escape")
        try await page.until("touches.length === 2")
        try await page.value("touches.splice(0)")
        let felt = try await roll(2)
        #expect(felt.contains("knock"))
        #expect(felt.contains { $0.int != nil })
        // Another tab has the same choice.
        let other = try await Page(browser, link)
        try await other.atRest()
        try await other.press("?")
        try await other.until("document.querySelector('#content input')")
        #expect(
            try await other.value("document.querySelector('#content input').checked")
                == true
        )
        page.expectQuiet()
        try await browser.end()
    }

    @Test("dice dim until they settle if motion is reduced")
    func withReducedMotionDiceDimUntilTheySettle() async throws {
        let web = try await room.web("--slow", "1000")
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--as", "ann"),
            Page.Look(isReduced: true)
        )
        try await page.atRest()
        try await page.press("r")
        try await page.until("document.querySelectorAll('.moving').length === 5")
        #expect(try await page.value("document.getAnimations().length") == 0)
        let opacity = "Number(getComputedStyle(document.querySelector('.die')).opacity)"
        #expect(try await page.value("\(opacity) < 0.5") == true)
        #expect(try await page.values == ["1", "1", "1", "1", "1"])
        try await page.press("c")
        try await page.atRest()
        #expect(try await page.value("document.getAnimations().length") == 0)
        #expect(try await page.value(opacity) == 1)
        try await browser.end()
    }

    @Test("a throw shows its dice and a mistake shows a caret")
    func aThrowHasItsDiceAndAMistakeItsCaret() async throws {
        let web = try await room.web()
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        try await page.press("/")
        try await page.call("Input.insertText", ["text": "3d6+d20+4)"])
        try await page.press("Enter")
        try await page.until("document.getElementById('mistake').textContent")
        #expect(try await page.text("mistake").hasPrefix("3d6+d20+4)\n         ^\n"))
        #expect(
            try await page.value("document.getElementById('expression').value")
                == "3d6+d20+4)"
        )
        #expect(
            try await page.value(
                """
                (() => {
                  const field = document.getElementById("expression"), mistake = document.getElementById(field.getAttribute("aria-describedby"));
                  const isBelow = mistake.getBoundingClientRect().top >= field.getBoundingClientRect().bottom;
                  return [field.ariaInvalid, mistake.role, isBelow, mistake.querySelector("[aria-hidden]").textContent.includes("^")];
                })()
                """
            ) == ["true", "alert", true, true]
        )
        try await page.value("document.getElementById('expression').select()")
        try await page.call("Input.insertText", ["text": "3d6+d20+4"])
        #expect(try await page.text("mistake") == "")
        try await page.press("Enter")
        try await page.until(
            "/[0-9]/.test(document.querySelector('#thrown .sum')?.textContent)"
        )
        let dice = try await page.value(
            "[...document.querySelectorAll('#thrown .die')].reduce((sum, die) => sum + Number(die.dataset.value), 4)"
        )
        #expect(
            try await page.value(
                "Number(document.querySelector('#thrown .sum').textContent)"
            )
                == dice
        )
        page.expectQuiet()
        try await browser.end()
    }

    @Test("a secret throw shows ghost dice until it is revealed")
    func aSecretThrowIsOfGhostsUntilItIsShown() async throws {
        let web = try await room.web()
        let browser = try Browser(room)
        let gm = try await Page(browser, try await web.link("--as", "gm"))
        let bo = try await Page(
            browser,
            try await web.link("--as", "bo"),
            Page.Look(width: 1_280, isDark: true)
        )
        for page in [gm, bo] {
            try await page.atRest()
        }
        try await bo.press("h")
        try await bo.until("document.getElementById('content').textContent")
        try await gm.tap("#secret")
        try await gm.press("/")
        try await gm.call("Input.insertText", ["text": "4d6!+dF"])
        try await gm.press("Enter")
        let die = "[...document.querySelectorAll('#thrown .die')]"
        let ended = "/[0-9]/.test(document.querySelector('#thrown .sum')?.textContent)"
        let values = "\(die).map((die) => die.dataset.value)"
        try await bo.until(
            "document.querySelector('#thrown .sum')?.textContent === 'hidden' && document.querySelector('details')"
        )
        let shown =
            "${die.ariaLabel} ${die.matches('.dim')} ${die.dataset.value} ${die.textContent}"
        let ghosts = "\(die).map((die) => `\(shown)`)"
        #expect(
            try await bo.value(ghosts)
                == .array((1...5).map { .string("die \($0): hidden true ? ?") })
        )
        #expect(
            try await bo.text("said") == Phrases.text(
                "threwSecret",
                ["name": "gm", "count": "5"]
            )
                + "."
        )
        #expect(
            try await bo.value(
                "document.querySelector('details .foot .hidden').textContent"
            )
                == "hidden"
        )
        #expect(try await bo.value("document.querySelector('.seen')") == .null)
        #expect(
            try await bo.value("/undefined|NaN/.test(document.body.textContent)")
                == false
        )
        try await gm.until(ended)
        let secret = Phrases.text("secretFor", ["names": "gm"])
        #expect(
            try await gm.value("document.querySelector('.seen span').textContent")
                == .string(secret)
        )
        #expect(try await gm.text("said").hasSuffix(" (\(secret))."))
        #expect(
            try await gm.value(
                "getComputedStyle(document.querySelector('#thrown li')).borderLeftStyle"
            ) == "dashed"
        )
        let faces = try await gm.value(values)
        #expect(faces.array.count >= 5)
        #expect(!faces.array.contains("?"))
        try await gm.tap(".seen button")
        for page in [bo, gm] {
            try await page.until("\(ended) && !document.querySelector('.seen')")
            #expect(try await page.value(values) == faces)
            #expect(
                try await page.value("document.querySelector('#thrown .dim')") == .null
            )
            #expect(try await page.text("said").contains(": gm threw 4d6!+dF: "))
        }
        let verdict = Phrases.text("fitsSeed")
        try await bo.until(
            "document.querySelector('details .foot').textContent.includes('\(verdict)')"
        )
        #expect(try await bo.value("document.querySelectorAll('details').length") == 1)
        // The choice lasts as long as the link, for the person who made it.
        for (page, chosen) in [(gm, true), (bo, false)] {
            try await page.value("isOld = true; location.reload()")
            try await page.until(
                "!globalThis.isOld && document.getElementById('name')?.textContent === 'default'"
            )
            #expect(
                try await page.value(
                    "document.getElementById('secret').checked === \(chosen)"
                )
                    == true
            )
        }
        let another = try await web.link("--as", "gm").split(separator: "#").last ?? ""
        try await gm.value("location.hash = '\(another)'")
        try await gm.until("!document.getElementById('secret').checked")
        #expect(try await bo.value("!document.querySelector('.hidden')") == true)
        for page in [bo, gm] {
            page.expectQuiet()
        }
        try await browser.end()
    }
}
