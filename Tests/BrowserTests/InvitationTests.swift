import ProgramTestSupport
import Testing

/// Tests at which table a link opens.
@Suite(.browser, .room, .needs(.chromium))
struct InvitationTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    private static func button(_ name: String) -> String {
        "[...document.querySelectorAll('#content button')].find((each) => each.textContent === '\(name)')"
    }

    /// Begins a game from a host's page for mama on this screen and for bo, and returns bo's link.
    private func begin(_ game: String, _ host: Page) async throws -> String {
        try await host.until("!!\(Self.button("New game"))")
        try await host.value("\(Self.button("New game")).click()")
        try await host.until("document.querySelector('#content select')")
        try await host.value(
            """
            document.querySelector("#content select").value = "\(game)";
            document.querySelectorAll("#content [type=text]").forEach((each, index) => { each.value = ["mama", "bo"][index]; });
            document.querySelectorAll("#content [type=checkbox]").forEach((each, index) => { each.checked = index === 0; });
            document.querySelector("#content form").requestSubmit();
            """
        )
        try await host.until(
            "document.getElementById('name').textContent === '\(game)' && !!document.querySelector('#content .made input')"
        )
        return try #require(
            try await host.value("document.querySelector('#content .made input').value").string
        )
    }

    private func expectTable(_ table: String, _ page: Page) async throws {
        try await page.until(
            "document.getElementById('name').textContent === '\(table)' && document.querySelector('.die')"
        )
        #expect(try await page.text("seats").contains("bo (you)"))
    }

    @Test("an invitation opens at its table, and another link at the newest match of its name")
    func invitations() async throws {
        let web = try await room.web("--slow", "0.01")
        let browser = try Browser(room)
        let host = try await Page(browser, try await web.link())
        let first = try await begin("yahtzee", host)
        try await host.press("Escape")
        try await host.press("t")
        let second = try await begin("kniffel", host)
        #expect(second.contains("/?table=kniffel#"))
        let phone = try await Page(browser, second)
        try await expectTable("kniffel", phone)
        // An older invitation, opened in the same tab, leads to its own table.
        try await phone.open(first)
        try await expectTable("yahtzee", phone)
        // A reload stays at the table that was chosen last.
        try await phone.press("t")
        try await phone.until("document.querySelector('[data-table=kniffel]')")
        try await phone.tap("[data-table=kniffel]")
        try await expectTable("kniffel", phone)
        try await phone.value("isOld = true; location.reload()")
        try await phone.until("!globalThis.isOld")
        try await expectTable("kniffel", phone)
        // Links of dicectl name no table.
        try await expectTable("kniffel", try await Page(browser, try await web.link("--as", "bo")))
        let client = try web.daemon.client()
        try await client.result("table.roll", ["table": "kniffel", "by": "mama", "animate": false])
        try await client.result(
            "table.endTurn",
            ["table": "kniffel", "by": "mama", "box": "chance"]
        )
        // The match that has not begun is newer than the one in its second turn.
        let link = try await web.link("--as", "bo")
        try await expectTable("yahtzee", try await Page(browser, link))
        try await client.result("table.roll", ["table": "yahtzee", "by": "mama", "animate": false])
        try await client.result(
            "table.endTurn",
            ["table": "yahtzee", "by": "mama", "box": "chance"]
        )
        try await expectTable("yahtzee", try await Page(browser, link))
        try await client.result("table.delete", ["table": "yahtzee"])
        try await expectTable("kniffel", try await Page(browser, link))
        phone.expectQuiet()
        try await browser.end()
    }

    @Test("a name that plays nowhere gets the list of tables") func nowhere() async throws {
        let web = try await room.web()
        let browser = try Browser(room)
        let link = try await web.link("--as", "cy")
        // There is nothing to choose from.
        let only = try await Page(browser, link)
        try await only.until("document.getElementById('name').textContent === 'default'")
        _ = try await room.did("table", "new", "home", "--game", "pig", "--players", "ann,bo")
        let page = try await Page(browser, link, script: "sessionStorage.clear();")
        try await page.until("document.querySelectorAll('#content [data-table]').length === 2")
        #expect(try await page.text("away") == Phrases.text("chooseTable"))
        #expect(try await page.value("document.querySelectorAll('.die').length") == 0)
        try await page.tap("[data-table=home]")
        try await page.until("document.getElementById('name').textContent === 'home'")
        try await page.atRest()
        page.expectQuiet()
        try await browser.end()
    }
}
