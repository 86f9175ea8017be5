import ProgramTestSupport
import Testing

/// Tests the look of the audience page, and its accessibility.
@Suite(.browser, .room, .needs(Theatre.tools), .needsNetworks)
struct AudienceLookTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    @Test(
        "the audience page fits and is legible at every size",
        arguments: [320, 1_920],
        [false, true]
    )
    func everySizeFitsAndIsSeen(_ width: Int, _ isDark: Bool) async throws {
        let theatre = try await Theatre(room)
        let long = "a-very-long-name.of-a-host.in-a-club.example.org"
        try await theatre.publish("diced/\(long)/status", "online", retained: true)
        try await theatre.publish("diced/beta/status", "offline", retained: true)
        for index in 1...9 {
            let name =
                index == 1
                ? String(repeating: "long-name.", count: 6) : "table-\(index)"
            let values = (0..<index * 3).map { $0 % 6 + 1 }
            try await theatre.publish(
                "diced/\(long)/\(name)/state",
                Told.snapshot(name, values),
                retained: true
            )
        }
        try await theatre.publish(
            "diced/beta/club/state",
            Told.snapshot("club", [6, 6]),
            retained: true
        )
        let browser = try theatre.browser()
        let page = try await Page(
            browser,
            Theatre.page,
            Page.Look(width: width, height: 844, isDark: isDark)
        )
        try await page.until("document.querySelectorAll('#hosts a').length === 10")
        func expectFits(_ where: String) async throws {
            #expect(
                try await page.value("document.documentElement.scrollWidth").int
                    == width
            )
            #expect(try await page.value(LookTests.contrast) == [])
            #expect(
                try await page.value(
                    "[...document.querySelectorAll('a, button')].filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44).length"
                ) == 0
            )
            let nodes = try await page.call("Accessibility.getFullAXTree")["nodes"]
                .array
            let parts = nodes.filter {
                $0["ignored"] != true
                    && ["button", "link", "image"].contains($0["role"]["value"])
            }
            #expect(
                parts.isEmpty == false
                    && parts.filter { $0["name"]["value"].string?.isEmpty != false }
                        == []
            )
            #expect(
                try await page.value(
                    "document.querySelectorAll('[aria-pressed]').length"
                ) == 0
            )
        }
        try await expectFits("list")
        try await Picture(try await page.screenshot(), browser).expectSomething(
            coveredAtMost: 95
        )
        try await page.value(
            "document.querySelector(`a[href$='table-9']`).scrollIntoView()"
        )
        try await page.listed()
        try await page.tap("a[href$='table-9']")
        try await page.atRest()
        try await expectFits("table")
        try await Picture(try await page.screenshot(), browser).expectSomething(
            coveredAtMost: 80
        )
        if try await page.value("document.getElementById('panel').hidden") == true {
            try await page.press("h")
        }
        try await expectFits("history")
        page.expectQuiet(besides: "ws://127.0.0.1:9001")
        try await browser.end()
    }

    @Test("every text is whole, for phones, tablets and televisions", arguments: ["en", "de"])
    func everyTextIsWhole(_ language: String) async throws {
        let theatre = try await Theatre(room)
        let browser = try theatre.browser()
        let fragment = "#a-very-long-name.of-a-host.in-a-club.example.org/kniffel-12"
        let page = try await Page(
            browser,
            Theatre.page + fragment,
            script: try WholeTextTests.script(in: language)
        )
        try await WholeTextTests.expectWholeTexts(
            page,
            Theatre.page,
            fragment,
            sizes: [(360, 640), (390, 844), (820, 1_180), (1_280, 800)]
        )
        try await browser.end()
    }

    @Test("the measurement finds a text that is cut")
    func cutTextsAreFound() async throws {
        let theatre = try await Theatre(room)
        let browser = try theatre.browser()
        let page = try await Page(
            browser,
            Theatre.page + "#a-very-long-name.of-a-host.in-a-club.example.org/kniffel-12",
            script: try WholeTextTests.script(in: "en")
        )
        try await page.value("begin('a match of three')")
        #expect(try await page.value("settled().then(measure)") == [])
        try await page.value(
            "const sheet = new CSSStyleSheet(); sheet.replaceSync('#proof { max-height: 1rem; overflow: hidden; }'); document.adoptedStyleSheets = [sheet]"
        )
        let wrong = try await page.value("settled().then(measure)").array.compactMap(\.string)
        #expect(wrong.contains { $0.contains("is cut by proof") }, "\(wrong)")
        try await browser.end()
    }

    @Test("reduced motion stops all movement") func withReducedMotionNothingMoves() async throws {
        let theatre = try await Theatre(room)
        try await theatre.publish(
            "diced/alpha/home/state",
            Told.snapshot("home", [1, 2]),
            retained: true
        )
        let browser = try theatre.browser()
        let page = try await Page(
            browser,
            Theatre.page + "#alpha/home",
            Page.Look(isReduced: true)
        )
        try await page.atRest()
        try await theatre.publish(
            "diced/alpha/home/event",
            Told.start("home", dice: 2, revision: 2)
        )
        try await page.until("document.querySelectorAll('.moving').length === 2")
        #expect(try await page.value("document.getAnimations().length") == 0)
        #expect(try await page.values == ["1", "2"])
        try await browser.end()
    }
}
