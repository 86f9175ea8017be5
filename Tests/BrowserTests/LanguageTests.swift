import ProgramTestSupport
import Testing

/// The page in each of its languages.
@Suite(.browser, .room, .needs(.chromium))
struct LanguageTests {
    private let room: Room

    init() throws { room = try Room.here }

    private static func prefers(_ language: String) -> String {
        "Object.defineProperty(navigator, 'languages', { get: () => ['nl', '\(language)', 'en'] });"
    }

    @Test(arguments: [("en-GB", "Roll"), ("de-AT", "Würfeln"), ("fr", "Lancer"), ("es-MX", "Tirar")])
    func aPhoneShowsAllWordsOfItsLanguage(_ language: String, _ roll: String) async throws {
        let web = try await room.web()
        _ = try await room.did("table", "new", "home", "--game", "yahtzee", "--players", "ann,bo")
        let browser = try Browser(room)
        let page = try await Page(
            browser, try await web.link("--as", "ann"), Page.Look(width: 360, height: 640),
            script: Self.prefers(language))
        try await page.atRest()
        #expect(try await page.text("roll") == roll)
        #expect(try await page.value("document.documentElement.lang") == JSON.string(String(language.prefix(2))))
        for opener in ["tables", "history", "help", "proof", "pad"] {
            try await page.tap("#\(opener)")
            try await page.until("document.querySelector('#content > *, #tray > *')")
            #expect(try await page.value(Self.cutOff) == [], "\(opener)")
            #expect(try await page.value(LookTests.contrast) == [], "\(opener)")
            if opener != "pad" { try await page.tap("#close") }
        }
        page.expectQuiet()
        try await browser.end()
    }

    /// What is wider than its place, names and lists that scroll apart.
    private static let cutOff = """
        [document.documentElement, ...document.querySelectorAll("button, label, h2, h3, p, dd, dt, td, th, li, option, select")]
          .filter((each) => each.checkVisibility() && !each.closest("#said, #thrown, #seats, #totals, #facts, #match"))
          .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline")
          .map((each) => `${each.id || each.localName}: ${each.textContent.slice(0, 60)}`)
        """

    @Test func anotherLanguageIsChosenInHelpAndKept() async throws {
        let web = try await room.web()
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        try await page.tap("#help")
        try await page.until("document.querySelector('#content select')")
        let start = browser.messages.count
        try await page.value(
            """
            (() => {
              const choice = document.querySelector("#content select");
              choice.value = "de";
              choice.dispatchEvent(new Event("change"));
            })()
            """)
        try await browser.messages.first(from: start) {
            $0["method"] == "Page.loadEventFired" && $0["sessionId"] == .string(page.session)
        }
        try await page.until("document.getElementById('roll').textContent === 'Würfeln'")
        try await page.atRest()
        let other = try await Page(browser, try await web.link("--as", "bo"))
        try await other.atRest()
        #expect(try await other.text("end") == "Fertig")
        page.expectQuiet()
        try await browser.end()
    }
}
