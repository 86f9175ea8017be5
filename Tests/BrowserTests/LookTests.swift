import Foundation
import ProgramTestSupport
import Testing

/// Tests the look of the page, and its accessibility.
@Suite(.browser, .room, .needs(.chromium))
struct LookTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    private static let dice = ["d4", "d6", "d8", "d10", "d12", "d20", "d100", "7d6"]

    @Test(
        "the page fits and is legible at every size",
        arguments: [320, 390, 1_280, 1_920],
        [false, true]
    )
    func everySizeFitsAndIsSeen(_ width: Int, _ isDark: Bool) async throws {
        let web = try await room.web()
        _ = try await room.start(
            Programs.dicectl,
            ["table", "new", "mixed"] + Self.dice,
            environment: room.clientEnvironment
        ).outcome()
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--as", "ann", "-t", "mixed"),
            Page.Look(width: width, height: 844, isDark: isDark)
        )
        try await page.atRest()
        // The felt loads last.
        try await page.until(
            "document.querySelector('link[href=\"/panels.css\"]')?.sheet"
        )
        try await Picture(try await page.screenshot(), browser).expectGolden(
            "\(width)-\(isDark ? "dark" : "light")"
        )
        try await page.press("r")
        try await page.until("document.getElementById('said').textContent")
        try await page.press("2")
        try await page.until("document.querySelector('.locked')")
        try await page.value(
            "Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))"
        )
        for key in ["", "h", "t", "?"] {
            if !key.isEmpty {
                try await page.press(key)
            }
            #expect(
                try await page.value("document.documentElement.scrollWidth").int
                    == width,
                "\(key)"
            )
            #expect(try await page.value(Self.contrast) == [], "\(key)")
        }
        try await page.press("Escape")
        let tooSmall =
            "[...document.querySelectorAll('#dice .die, #controls button')].filter((each) => { const { width, height } = each.getBoundingClientRect(); return width < 44 || height < 44; }).length"
        #expect(try await page.value(tooSmall) == 0)
        try await Picture(try await page.screenshot(), browser).expectSomething(
            coveredAtMost: 80
        )
        page.expectQuiet()
        try await browser.end()
    }

    /// The visible texts with a contrast below 4.5 to 1.
    static let contrast = """
        (() => {
          const parse = (colour) => { const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number); return { rgb: [r, g, b], a }; };
          const light = (rgb) => rgb.map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
            .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
          const behind = (each) => { for (; each; each = each.parentElement) { const { rgb, a } = parse(getComputedStyle(each).backgroundColor); if (a === 1) return rgb; } };
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), low = [];
          while (texts.nextNode()) {
            const owner = texts.currentNode.parentElement;
            if (!texts.currentNode.textContent.trim() || !owner.checkVisibility({ opacityProperty: true }) || owner.closest("svg, #said")) continue;
            const [one, other] = [light(parse(getComputedStyle(owner).color).rgb), light(behind(owner))];
            const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
            if (ratio < 4.5) low.push(`${texts.currentNode.textContent}: ${ratio.toFixed(2)}`);
          }
          for (const face of document.querySelectorAll("#dice .face.on")) {
            const top = getComputedStyle(face.closest(".die").querySelector(".top")).fill, style = getComputedStyle(face);
            const [one, other] = [top, face.localName === "path" ? style.stroke : style.fill].map((colour) => light(parse(colour).rgb));
            if ((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) < 4.5) low.push("a face");
          }
          return low;
        })()
        """

    /// At a table without a game, and beside a sheet.
    @Test(
        "nothing is cut off",
        arguments: [
            (390, 844, 8, "default"),
            (844, 390, 8, "default"),
            (1_280, 800, 14, "default"),
            (390, 664, 5, "home"),
            (844, 390, 5, "home"),
        ]
    )
    func nothingIsCutOff(_ width: Int, _ height: Int, _ count: Int, _ table: String)
        async throws
    {
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
        for each in ["home", "default"] as [JSON] {
            try await web.daemon.client().result(
                "table.roll",
                ["table": each, "by": "ann", "animate": false]
            )
        }
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--as", "ann", "-t", table),
            Page.Look(width: width, height: height)
        )
        try await page.atRest()
        func enter(_ words: String) async throws {
            try await page.value("document.getElementById('expression').select()")
            try await page.call("Input.insertText", ["text": .string(words)])
            try await page.press("Enter")
        }
        try await enter("\(count)d6")
        try await page.until(
            "/[0-9]/.test(document.querySelector('#thrown .sum')?.textContent)"
        )
        if width > 1_000 {
            try await page.value("document.activeElement.blur()")
            try await page.press("h")
            try await page.until("document.querySelector('details')")
        }
        let outside = """
            [["#dice", 5], ["#thrown", \(count)], ["#controls", 1]].map(([list, count]) => {
              const place = document.querySelector(list).parentElement.getBoundingClientRect();
              const boxes = [...document.querySelectorAll(`${list} :is(.die, #roll)`)].map((die) => die.getBoundingClientRect());
              return count - boxes.filter((die) => die.top >= place.top && die.left >= place.left &&
                die.bottom <= Math.min(place.bottom, innerHeight) && die.right <= Math.min(place.right, innerWidth)).length;
            })
            """
        try await page.until("(\(outside)).join() === '0,0,0'")
        // An error takes its space from the throws and the sheet.
        try await enter("bless")
        try await page.until("document.getElementById('mistake').textContent")
        try await page.until(
            "(\(outside)).filter((_, part) => part !== 1).join() === '0,0'"
        )
        // Some of many dice show.
        try await enter("70d6")
        try await page.until(
            "document.querySelector('#thrown .what').dataset.more === '60 dice and 10 more'"
        )
        if width > 1_000 {
            try await page.until(
                "/and 20 more$/.test(document.querySelector('.chips').textContent)"
            )
        }
        page.expectQuiet()
        try await browser.end()
    }

    /// The accessibility errors by those rules of WCAG 2.1 that a script can check.
    private static let mistakes = """
        (() => {
          const wrong = [], all = (selector) => [...document.querySelectorAll(selector)];
          const expect = (holds, rule) => holds || wrong.push(rule);
          expect(document.documentElement.lang, "no language");
          expect(document.title, "no title");
          expect(all("main").length === 1 && all("h1").length === 1, "not one main part and one heading");
          expect(!document.querySelector("[name=viewport]").content.includes("user-scalable=no"), "no zoom");
          const ids = all("[id]").map((each) => each.id);
          expect(new Set(ids).size === ids.length, "an id twice");
          for (const each of all("[aria-labelledby], [aria-describedby], [aria-controls]"))
            for (const name of ["aria-labelledby", "aria-describedby", "aria-controls"])
              for (const id of (each.getAttribute(name) ?? "").split(" ").filter(Boolean))
                expect(ids.includes(id), `${name} names no id: ${id}`);
          expect(all("[tabindex]").every((each) => each.tabIndex <= 0), "an order of its own");
          expect(all("ul > *, ol > *").every((each) => each.localName === "li"), "a list of what are no items");
          expect(all("li").every((each) => /^[uo]l$/.test(each.parentElement.localName)), "an item of no list");
          expect(all("button button, button a, a button, button input").length === 0, "a control in a control");
          expect(all("[aria-hidden=true] :is(button, input, a[href])").length === 0, "a hidden control");
          expect(all("[aria-live]").length === 1 && all("[aria-live=polite]").length === 1, "not one live region");
          for (const each of all("[onclick], div[tabindex='0'], span[tabindex='0']")) expect(each.role, "a control without a role");
          return wrong;
        })()
        """

    @Test("every button has a name and only dice have a pressed state")
    func everyButtonHasANameAndOnlyDiceArePressed() async throws {
        let web = try await room.web()
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        for key in ["h", "t", "?"] {
            try await page.press(key)
            if key == "t" {
                try await page.until("document.querySelector('.table')")
            }
            let nodes = try await page.call("Accessibility.getFullAXTree")["nodes"]
                .array.filter {
                    $0["ignored"] != true
                }
            let named: Set<JSON> = [
                "button", "ToggleButton", "textbox", "checkbox", "image",
            ]
            let parts = nodes.filter { named.contains($0["role"]["value"]) }
            #expect(parts.filter { $0["name"]["value"].string?.isEmpty != false } == [])
            let names = parts.filter { $0["role"]["value"] == "button" }.compactMap {
                $0["name"]["value"].string
            }
            let wanted = ["roll", "endTurn", "throw"].map { Phrases.text($0) }
            #expect(wanted.allSatisfy(names.contains), "\(names)")
            #expect(
                try await page.value(
                    "[...document.querySelectorAll('[aria-pressed]')].every((each) => each.matches('#dice button.die'))"
                ) == true
            )
            #expect(try await page.value(Self.mistakes) == [], "\(key)")
        }
        #expect(
            try await page.value(
                "[...document.querySelectorAll('#dice .die')].map((die) => die.ariaLabel)"
            )
                == .array((1...5).map { .string("die \($0): not rolled yet") })
        )
        try await browser.end()
    }

    @Test("the overlay shows throws for a while") func theOverlayShowsThrowsForAWhile() async throws
    {
        let web = try await room.web("--slow", "0.01")
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--overlay", "--throws-for", "1s"),
            Page.Look(width: 1_920, height: 1_080)
        )
        try await page.atRest()
        #expect(try await page.text("sum") == "", "nobody has rolled")
        try await page.value(
            """
            window.shown = [];
            new MutationObserver(() => {
              for (const row of document.querySelectorAll("#thrown li"))
                shown.push([".what", ".sum"].map((part) => row.querySelector(part).textContent)
                  .concat([...row.querySelectorAll(".die")].map((die) => die.dataset.value), [parseFloat(getComputedStyle(row).fontSize) >= 48]));
            }).observe(document.getElementById("thrown"), { childList: true, subtree: true, characterData: true })
            """
        )
        let entry = try await web.daemon.client().result(
            "table.throw",
            ["expression": "2d6+3", "label": "fire bolt", "by": "ann"]
        )
        try await page.until("shown.length && !document.querySelector('#thrown li')")
        let faces = entry["dice"].array.compactMap { $0["value"].int }.map {
            JSON.string("\($0)")
        }
        #expect(
            try await page.value("shown.at(-1)").array
                == ["2d6+3 “fire bolt” · ann", .string("\(entry["total"].int ?? 0)")]
                + faces + [true]
        )
        page.expectQuiet()
        try await browser.end()
    }

    @Test("the overlay shows dice on a transparent background") func theOverlayIsDiceOnNothing()
        async throws
    {
        let web = try await room.web()
        let browser = try Browser(room)
        let link = try await web.link("--overlay").replacing(
            "/overlay",
            with: "/overlay?total&by&size=90"
        )
        let page = try await Page(browser, link, Page.Look(width: 800, height: 300))
        try await web.daemon.client().result(
            "table.roll",
            ["by": "ann", "animate": false]
        )
        try await page.until(
            "document.getElementById('by').textContent === 'ann rolled'"
        )
        try await page.call(
            "Emulation.setDefaultBackgroundColorOverride",
            ["color": ["r": 0, "g": 0, "b": 0, "a": 0]]
        )
        #expect(
            try await page.value(
                "document.querySelector('.die').getBoundingClientRect().width"
            )
                == 90
        )
        #expect(try await page.text("sum") != "")
        // It watches without a name, so that it receives no secret throws.
        let table = try await web.daemon.client().result("table.get")
        #expect(table["watchers"] == 1 && table["watching"] == .null)
        #expect(
            try await page.value(
                "[document.documentElement, document.body, document.querySelector('main'), document.getElementById('stage')].map((each) => getComputedStyle(each).backgroundColor)"
            )
                == .array(Array(repeating: "rgba(0, 0, 0, 0)", count: 4))
        )
        try await Picture(try await page.screenshot(), browser).expectSomething(
            coveredAtMost: 95
        )
        try await web.daemon.kill()
        try await page.until("document.body.matches('.gone')")
        _ = try await room.daemon()
        try await page.until(
            "!document.body.matches('.gone') && document.getElementById('by').textContent === 'ann rolled'"
        )
        page.expectQuiet()
        try await browser.end()
    }
}
