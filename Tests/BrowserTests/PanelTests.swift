import Foundation
import ProgramTestSupport
import Testing

/// Tests the page's panels, and the lifetime of its link.
@Suite(.browser, .room, .needs(.chromium))
struct PanelTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    @Test("the back button closes a panel and nothing else")
    func theWayBackClosesAPanelAndNothingElse() async throws {
        let web = try await room.web()
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        for opener in ["help", "history"] {
            try await page.tap("#\(opener)")
            try await page.until("document.querySelector('#content > *')")
            try await page.value("history.back()")
            try await page.until("document.getElementById('panel').hidden")
        }
        try await page.atRest()
        page.expectQuiet()
        try await browser.end()
    }

    @Test("a phone can install the page as an app") func aPhoneMayPutThePageBesideItsPrograms()
        async throws
    {
        let web = try await room.web()
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        let manifest = try await page.call("Page.getAppManifest")
        #expect(
            manifest["errors"] == []
                && manifest["url"].string?.hasSuffix("/page.webmanifest") == true
        )
        #expect(
            try await page.value("fetch('/icon.svg').then((icon) => icon.ok)") == true
        )
        page.expectQuiet()
        try await browser.end()
    }

    @Test("help shows the rules of the table's game") func helpHasTheRulesOfTheGameOnTheTable()
        async throws
    {
        let web = try await room.web()
        _ = try await room.did(
            "table",
            "new",
            "night",
            "--game",
            "kniffel",
            "--players",
            "ann,bo"
        )
        let browser = try Browser(room)
        // The page starts at the table where its name plays.
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        #expect(try await page.text("name") == "night")
        try await page.tap("#help")
        try await page.until("document.querySelectorAll('#content tr').length === 15")
        let rows = try await page.value(
            "[...document.querySelectorAll('#content tr')].map((row) => row.innerText)"
        )
        #expect(rows.array.contains("Large straight\t5 in a row\t40"))
        #expect(rows.array.contains("Upper bonus\t63 or more from Ones to Sixes\t+35"))
        page.expectQuiet()
        try await browser.end()
    }

    @Test("a link survives its tab and each tab keeps its own link")
    func aLinkOutlivesItsTabAndATabKeepsItsOwn() async throws {
        let web = try await room.web()
        let browser = try Browser(room)
        let link = try await web.link("--as", "ann")
        let origin = try #require(link.split(separator: "#").first).description
        let ann = try await Page(browser, link)
        try await ann.atRest()
        let seats = "document.getElementById('seats').textContent.includes('(you)')"
        let bo = try await Page(browser, try await web.link("--as", "bo"))
        try await bo.until(
            "\(seats) && document.querySelector('#seats').textContent.includes('bo (you)')"
        )
        // Each tab keeps its own link, a new tab uses the last one, and addresses contain no token.
        try await ann.open(origin)
        try await ann.until(
            "document.getElementById('seats').textContent.includes('ann (you)')"
        )
        let fresh = try await Page(browser, origin)
        try await fresh.until(
            "document.getElementById('seats').textContent.includes('bo (you)')"
        )
        #expect(try await fresh.value("location.hash") == "")
        // A revoked link is not kept.
        _ = try await room.did("web", "--revoke")
        try await fresh.until("document.body.matches('.refused')")
        #expect(try await fresh.value("localStorage.getItem('token')") == "")
        try await browser.end()
    }

    @Test("a thumb throws dice with a remark to some people only")
    func aThumbThrowsDiceWithARemarkToSome() async throws {
        let web = try await room.web()
        _ = try await room.did("save", "attack", "1d20+{bonus=5}")
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        let bo = try await Page(browser, try await web.link("--as", "bo"))
        try await bo.atRest()
        try await page.atRest()
        try await page.until(
            "document.getElementById('seats').textContent.includes('bo')"
        )
        try await page.tap("#pad")
        try await page.until("document.querySelector('#tray .pad')")
        func press(_ words: String) async throws {
            try await page.value(
                "[...document.querySelectorAll('#tray button')].find((each) => each.textContent === '\(words)').click()"
            )
        }
        let line = "document.getElementById('expression').value"
        for key in ["d6", "d6", "d8", "+", "3"] {
            try await press(key)
        }
        #expect(try await page.value(line) == "2d6+d8+3")
        for _ in 1...2 {
            try await press("⌫")
        }
        #expect(try await page.value(line) == "2d6+d8")
        for _ in 1...4 {
            try await press("⌫")
        }
        for key in ["d20", "adv"] {
            try await press(key)
        }
        #expect(try await page.value(line) == "adv")
        // A saved roll with a field for its value, a remark, and one more viewer.
        try await page.until(
            "document.querySelector('#tray').textContent.includes('attack')"
        )
        try await press("attack")
        try await page.value(
            """
            (() => {
              const tray = document.getElementById("tray"), field = tray.querySelector("[type=number]");
              field.value = 7;
              field.dispatchEvent(new Event("input"));
              tray.querySelector("[type=text]").value = "goblin";
              tray.querySelector("[value=bo]").click();
            })()
            """
        )
        #expect(try await page.value(line) == "attack bonus=7")
        try await page.value("document.getElementById('entry').requestSubmit()")
        try await page.until(
            "document.querySelector('#thrown .seen')?.textContent.includes('ann and bo')"
        )
        try await page.until(
            "/[0-9]/.test(document.querySelector('#thrown .sum').textContent)"
        )
        let client = try web.daemon.client()
        try await Patience.until("the throw has ended with its remark") {
            let history = try await client.result(
                "table.history",
                ["kind": "throw", "viewer": "ann"]
            )
            return history["entries"].array.map { $0["label"] } == ["goblin"]
        }
        // It is offered again.
        try await page.tap("#pad")
        try await page.until(
            "document.querySelector('#tray').textContent.includes('attack bonus=7')"
        )
        page.expectQuiet()
        try await browser.end()
    }

    @Test("a thumb saves the line under a name, for the own name alone")
    func aThumbSavesTheLine() async throws {
        let web = try await room.web()
        _ = try await room.did("save", "attack", "1d20+5")
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        try await page.tap("#pad")
        try await page.until("document.querySelector('#tray .saving')")
        func save(_ name: String, _ line: String) async throws {
            try await page.value(
                """
                (() => {
                  document.getElementById("expression").value = "\(line)";
                  const saving = document.querySelector("#tray .saving");
                  saving.querySelector("input").value = "\(name)";
                  saving.querySelector("button").click();
                })()
                """
            )
        }
        func says(_ words: String) async throws {
            try await page.until(
                "document.querySelector('#tray output').textContent.includes('\(words)')"
            )
        }
        try await save("fire ball", "8d6")
        try await says("“fire-ball” is saved")
        try await save("attack", "1d20+9")
        try await says("“attack” is saved")
        try await save("attack", "1d20+8")
        try await says("before, it was 1d20+9")
        try await save("attack", "8d6+")
        try await says("^")
        try await save("1", "8d6")
        try await says("beginning with a letter")
        try await page.until(
            "document.querySelector('#tray .choices').parentNode.textContent.includes('fire-ball')"
        )
        #expect(try await room.did("saved") == ["attack  1d20+5"])
        #expect(
            try await room.did("saved", "--owner", "ann").map { $0.hasSuffix("ann") }
                == [true, true]
        )
        page.expectQuiet()
        try await browser.end()
    }

    @Test("the secret setting persists and shows in color") func inSecretStaysAndSaysSoInColour()
        async throws
    {
        let web = try await room.web()
        let browser = try Browser(room)
        let link = try await web.link("--as", "ann")
        let page = try await Page(browser, link)
        try await page.atRest()
        let ground =
            "getComputedStyle(document.querySelector('#entry label')).backgroundColor"
        let plain = try await page.value(ground)
        try await page.tap("#secret")
        #expect(try await page.value(ground) != plain)
        // In another tab with the same link, too.
        let other = try await Page(browser, link)
        try await other.atRest()
        #expect(
            try await other.value("document.getElementById('secret').checked") == true
        )
        try await browser.end()
    }
}
