import Foundation
import ProgramTestSupport
import Testing

/// Tests that no text is cut, covered, or on another one, in the states of `WholeTexts.js`, with a
/// simulated daemon, nor a word broken.
@Suite(.browser, .room, .needs(.chromium))
struct WholeTextTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    /// The sizes of windows in pixels: of phones, upright and across, of a tablet and larger.
    private static let sizes = [
        (320, 640), (390, 844), (844, 390), (820, 1_180), (1_280, 800),
    ]

    /// Sizes between them, for the language with the longest words.
    private static let moreSizes = [(360, 640), (430, 932), (1_920, 1_080)]

    /// The sizes of text in pixels: the usual one, and the double.
    private static let texts = [16, 32]

    /// The states of the page, and the measurement.
    private static var script: String {
        get throws {
            let folder = URL(filePath: #filePath).deletingLastPathComponent()
            return try ["WholeTexts.js", "Measuring.js"].map { name in
                try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            }.joined()
        }
    }

    /// Makes the dice flat: their numbers are texts, and a browser without a graphics card draws them
    /// in a fraction of the time.
    private static let flat = """
        const contextOf = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
          return kind.startsWith("webgl") ? null : contextOf.call(this, kind, ...rest);
        };

        """

    /// Returns the script for a browser in a language.
    static func script(in language: String) throws -> String {
        let speaking =
            "Object.defineProperty(navigator, 'languages', { get: () => ['\(language)'] });\n"
        return speaking + flat + (try script)
    }

    @Test(
        "every text is whole at every size, for phones, tablets and televisions",
        arguments: ["en", "de", "fr", "es"]
    )
    func everyTextIsWhole(_ language: String) async throws {
        let (_, port) = try await room.pageProgram()
        let browser = try Browser(room)
        let address = "http://127.0.0.1:\(port)/?table=kniffel-12"
        let page = try await Page(
            browser,
            address + "#token",
            script: try Self.script(in: language)
        )
        let sizes = Self.sizes + (language == "de" ? Self.moreSizes : [])
        try await Self.expectWholeTexts(page, address, "#token", sizes: sizes)
        try await browser.end()
    }

    @Test("every text of the overlay is whole", arguments: ["de"])
    func everyTextOfTheOverlayIsWhole(_ language: String) async throws {
        let (_, port) = try await room.pageProgram()
        let browser = try Browser(room)
        let address = "http://127.0.0.1:\(port)/overlay?table=kniffel-12&total&by&throws=600"
        let page = try await Page(
            browser,
            address + "#token",
            script: try Self.script(in: language)
        )
        try await Self.expectWholeTexts(
            page,
            address,
            "#token",
            sizes: [(1_280, 720), (1_920, 1_080)]
        )
        try await browser.end()
    }

    @Test("a list that is too long for the overlay ends with the number of the others")
    func longListsOnTheOverlaySayHowManyMore() async throws {
        let (_, port) = try await room.pageProgram()
        let browser = try Browser(room)
        let address = "http://127.0.0.1:\(port)/overlay?table=kniffel-12&throws=600"
        let page = try await Page(browser, address + "#token", script: try Self.script(in: "en"))
        try await Self.resize(page, width: 1_280, height: 720, text: 16)
        for (number, (state, list)) in [
            ("a long group", "#thrown .rounds"), ("many rounds", "#thrown .rounds"),
            ("a match of a hundred", "#totals"),
        ].enumerated() {
            try await page.open(address + "&state=\(number)#token")
            try await page.value("begin('\(state)')")
            let isCounted = try await page.value(
                """
                settled().then(() => {
                  const list = document.querySelector('\(list)');
                  const hidden = list.querySelectorAll(':scope > li[hidden]').length;
                  return hidden > 0 && list.dataset.more === `+ ${hidden}` && !list.querySelector('.up[hidden]');
                })
                """
            )
            #expect(isCounted == true, "\(state)")
        }
        try await browser.end()
    }

    /// Expects every text to be whole in all states of a page, at these sizes.
    ///
    /// - Parameter fragment: The fragment of the address, with `#`.
    static func expectWholeTexts(
        _ page: Page,
        _ address: String,
        _ fragment: String,
        sizes: [(Int, Int)]
    ) async throws {
        let states = try await page.value("Object.keys(states)").array.compactMap(\.string)
        #expect(states.count > 20)
        for (number, state) in states.enumerated() {
            try await resize(page, width: 390, height: 844, text: 16)
            let mark = address.contains("?") ? "&" : "?"
            try await page.open(address + mark + "state=\(number)" + fragment)
            try await page.value("begin('\(state)')")
            for text in texts {
                for (width, height) in sizes {
                    try await resize(page, width: width, height: height, text: text)
                    let wrong = try await page.value("settled().then(measure)").array
                    #expect(wrong == [], "\(state), \(width) pixels, text of \(text) pixels")
                }
            }
        }
    }

    private static func resize(_ page: Page, width: Int, height: Int, text: Int) async throws {
        try await page.call(
            "Page.setFontSizes",
            ["fontSizes": ["standard": JSON(text), "fixed": JSON(text)]]
        )
        try await page.call(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": JSON(width), "height": JSON(height), "deviceScaleFactor": 1,
                "mobile": false,
            ]
        )
    }

    /// Styles that bring a fault back, and what is wrong with the page then.
    private static let faults = [
        (
            "a missed check", 390, ".meaning, .meaning * { white-space: nowrap !important; }",
            "missed by 19"
        ),
        (
            "the end of a match", 820,
            "#ending .sheet .bonus b { width: 2em; overflow: hidden; }",
            "105/63"
        ),
        (
            "a match of three", 1_280,
            "#seats li { flex-basis: 4.6rem !important; max-width: 10rem !important; } #seats li * { flex-wrap: nowrap !important; white-space: nowrap !important; }",
            "(away)"
        ),
        (
            "a match of three", 360,
            "#seats li { flex: 1 1 4.6rem !important; } #seats li * { flex-wrap: nowrap !important; } #seats bdi { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }",
            "Mama"
        ),
        (
            "a table without a game", 390,
            "#entry { flex-wrap: nowrap !important; } #entry > * { flex: none !important; } #expression { width: 20px !important; }",
            "the line for notation"
        ),
        (
            "the line for throws after a secret check", 360,
            "#controls { position: static !important; }",
            "Roll is at"
        ),
        (
            "a secret check in a match", 360,
            "#sheet { max-height: 8rem !important; overflow: auto !important; }",
            "the page and its sheet scroll"
        ),
        (
            "a match of three on the overlay", 1_280,
            "#totals li { max-width: 30vw !important; } #totals bdi { overflow: hidden; white-space: nowrap; }",
            "Maximiliane Schmidt"
        ),
        (
            "a long group on the overlay", 1_280,
            "#thrown .rounds > li[hidden] { display: flex !important; }",
            "is cut by rounds"
        ),
        (
            "the buttons for dice", 390,
            "#tray .pad button { white-space: normal; width: 1.8rem; }",
            "is broken in"
        ),
    ]

    @Test("a television shows the sheets of all four players")
    func televisionShowsAllSheets() async throws {
        let (_, port) = try await room.pageProgram()
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            "http://127.0.0.1:\(port)/?table=kniffel-12#token",
            script: try Self.script
        )
        try await page.value("begin('a match of four')")
        try await Self.resize(page, width: 1_920, height: 1_080, text: 16)
        let shown = try await page.value(
            "settled().then(() => [...document.querySelectorAll('#sheet > [data-box=ones] b')].filter((each) => each.checkVisibility()).length)"
        )
        #expect(shown == 4)
        #expect(try await page.value("measure()") == [])
        try await browser.end()
    }

    @Test("the measurement finds a text that is cut or covered", arguments: faults)
    func faultsAreFound(_ state: String, _ width: Int, _ style: String, _ text: String) async throws
    {
        let (_, port) = try await room.pageProgram()
        let browser = try Browser(room)
        let isOverlay = state.hasSuffix(" on the overlay")
        let path = isOverlay ? "overlay?throws=600&" : "?"
        let page = try await Page(
            browser,
            "http://127.0.0.1:\(port)/\(path)table=kniffel-12#token",
            script: try Self.script(in: "en")
        )
        let name = state.replacing(" on the overlay", with: "")
        try await page.value("begin('\(name)')")
        try await Self.resize(page, width: width, height: width == 360 ? 640 : 844, text: 16)
        #expect(try await page.value("settled().then(measure)") == [])
        try await page.value(
            "const sheet = new CSSStyleSheet(); sheet.replaceSync(`\(style)`); document.adoptedStyleSheets = [sheet]"
        )
        let wrong = try await page.value("settled().then(measure)").array.compactMap(\.string)
        #expect(wrong.contains { $0.contains(text) }, "\(wrong)")
        try await browser.end()
    }
}
