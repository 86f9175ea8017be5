import ProgramTestSupport
import Testing

/// Tests the meaning of a throw beside its total, and dice with words on their faces.
@Suite(.browser, .room, .needs(.chromium))
struct MeaningTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    private static let meaning = "document.querySelector('#thrown .meaning')"
    /// The meanings of all rounds.
    private static let meanings =
        "[...document.querySelectorAll('#thrown .rounds .meaning')].map((each) => each.textContent).join(', ')"
    private static let settled =
        "document.querySelector('#thrown .sum')?.textContent !== '…'"

    private func enter(_ words: String, _ page: Page) async throws {
        try await page.value("document.getElementById('expression').focus()")
        try await page.call("Input.insertText", ["text": .string(words)])
        try await page.press("Enter")
    }

    /// On the stage, for screen readers, among the earlier throws and in history, with a mark other
    /// than color.
    @Test("the result of a check is shown once it has settled") func aCheckIsToldOnceItHasSettled()
        async throws
    {
        let web = try await room.web("--slow", "1000")
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        for (entered, sign, words) in [
            ("2d6 vs 1", "✓", "made by [0-9]+"),
            ("2d6+1 vs <=2", "✗", "missed by [0-9]+"),
        ] {
            let said = try await page.text("said")
            try await enter(entered, page)
            try await page.until(
                "document.querySelectorAll('#thrown .moving').length === 2"
            )
            #expect(
                try await page.value(
                    "/made|missed/.test(document.getElementById('thrown').textContent)"
                ) == false
            )
            #expect(try await page.text("said") == said)
            try await page.press("Escape")
            try await page.press("c")
            try await page.until(Self.meaning)
            #expect(
                try await page.value("/^\(words)$/.test(\(Self.meaning).textContent)")
                    == true
            )
            let mark =
                "getComputedStyle(\(Self.meaning).firstElementChild, '::before').content"
            #expect(try await page.value("\(mark).includes('\(sign)')") == true)
            try await page.until(
                "/ = [0-9]+, \(words)\\.$/.test(document.getElementById('said').textContent)"
            )
        }
        #expect(try await page.value(LookTests.contrast) == [])
        let earlier = "document.querySelector('#earlier .met').textContent"
        #expect(try await page.value("\(earlier).startsWith('made by ')") == true)
        try await page.press("h")
        try await page.until("document.querySelector('details .missed')")
        page.expectQuiet()
        try await browser.end()
    }

    @Test("the result of a check is in the page's language")
    func aCheckIsToldInTheLanguageOfThePage() async throws {
        let web = try await room.web("--slow", "0.01")
        let browser = try Browser(room)
        let german =
            "Object.defineProperty(navigator, 'languages', { get: () => ['de'] });"
        let page = try await Page(
            browser,
            try await web.link("--as", "ann"),
            script: german
        )
        try await page.atRest()
        try await enter("2x(d6) vs 9", page)
        let words = "/^verfehlt, [0-9] zu wenig, verfehlt, [0-9] zu wenig$/"
        try await page.until("\(words).test(\(Self.meanings))")
        try await page.until(
            "/verfehlt, .*; .*verfehlt, /.test(document.getElementById('said').textContent)"
        )
        #expect(
            try await page.value("/missed/.test(document.body.textContent)") == false
        )
        page.expectQuiet()
        try await browser.end()
    }

    /// The words are those of the table; messages about the throw omit them.
    @Test("an outcome is shown in the table's words within its space")
    func anOutcomeIsToldInItsWordsWithinItsPlace() async throws {
        let web = try await room.web("--slow", "0.01")
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        let words = "a rusty sword of the drowned king humming at new moons at sea"
        try await enter("d20 => 1-20: \(words)", page)
        try await page.until(Self.meaning)
        #expect(try await page.value("\(Self.meaning).textContent") == .string(words))
        #expect(
            try await page.value("document.querySelector('#thrown b').textContent")
                == "d20 => …"
        )
        try await page.until(
            """
            (() => {
              const { bottom, right } = \(Self.meaning).getBoundingClientRect(), stage = document.getElementById("stage").getBoundingClientRect();
              return bottom <= stage.bottom && right <= stage.right && document.documentElement.scrollWidth === innerWidth;
            })()
            """
        )
        try await enter("2x(d20) => 30+: more than there is", page)
        try await page.until("\(Self.meanings) === '–, –'")
        page.expectQuiet()
        try await browser.end()
    }

    /// In flight only the words of the plan show, with their counts after them.
    @Test("words on dice are shown and counted") func wordsStandOnDiceAndAreCounted() async throws {
        let web = try await room.web("--slow", "1000")
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        let terminal = try web.daemon.client()
        try await terminal.result("table.watch", ["frames": "plan"])
        try await enter(
            "6d{sun, 2 rain+fog, length, superlongwordofmany, 4, sun}+d{☀️,☀️}",
            page
        )
        try await page.until(
            "document.querySelectorAll('#thrown .moving').length === 7"
        )
        let shown = """
            [...document.querySelectorAll('#thrown .face')].map((face) => [...face.childNodes].map((line) => line.textContent).join('+'))
            """
        let known: Set<JSON> = ["sun", "2 rain+fog", "length", "superlongwo…", "", "☀️"]
        #expect(Set(try await page.value(shown).array).isSubset(of: known))
        #expect(
            try await page.value("document.querySelector('#thrown .die').title") == ""
        )
        try await page.press("Escape")
        try await page.press("c")
        try await page.until(
            "!document.querySelector('#thrown .moving') && \(Self.settled)"
        )
        let result = try await terminal.result("table.history", ["kind": "throw"])[
            "entries"
        ].array[
            0
        ]
        let faces = result["dice"].array.compactMap { $0["face"].string }
        let dice = "[...document.querySelectorAll('#thrown .die')]"
        for told in ["title", "ariaLabel", "nextSibling.textContent"] {
            #expect(
                try await page.value("\(dice).map((die) => die.\(told))")
                    == .array(faces.map { .string($0) }),
                "\(told)"
            )
        }
        let counted = try await page.value("\(Self.meaning).textContent").string ?? ""
        #expect(counted.hasSuffix("1 ☀️"))
        for word in result["symbols"].names {
            #expect(counted.contains("\(result["symbols"][word].int ?? 0) \(word)"))
        }
        page.expectQuiet()
        try await browser.end()
    }

    @Test("a semicolon starts another throw") func aSemicolonMakesAThrowOfItsOwn() async throws {
        let web = try await room.web("--slow", "0.01")
        let client = try web.daemon.client()
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        try await enter("d20+1; 2d6 => 1+: \"hit; run\"; d4)", page)
        // The unsent part returns to the line, with its error.
        try await page.until("document.getElementById('expression').value === 'd4)'")
        try await page.until(
            "document.getElementById('mistake').textContent.startsWith('d4)\\n  ^')"
        )
        let entries = try await client.result("table.history", ["kind": "throw"])[
            "entries"
        ].array
        #expect(entries.count == 2 && entries[1]["expression"] == "d20+1")
        #expect(try await page.value("\(Self.meaning).textContent") == "hit; run")
        page.expectQuiet()
        try await browser.end()
    }

    @Test("the blank face of a Fate die shows a mark instead of a number")
    func theBlankFaceOfAFateDieShowsAMarkThatIsNoNumber() async throws {
        let browser = try Browser(room)
        let page = try await Page(browser, try await room.web().link())
        let shown = try await page.value(
            """
            import(location.origin + "/common.js").then(({ faceOf }) =>
              [[0, 3, true], [1, 3, true], ["", 3, true], ["blank", 6], ["length", 6], [3, 6]]
              .map((face) => faceOf(...face)).map(([path, text]) => `${path.length > 20} ${text}`))
            """
        )
        #expect(
            shown == ["true ", "false ", "false ", "true ", "false length", "true "]
        )
        try await browser.end()
    }
}
