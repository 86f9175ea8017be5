import Foundation
import ProgramTestSupport
import Testing

/// Tests a game night from a host's link, after which nothing is typed into a terminal.
@Suite(.browser, .room, .needs(.chromium))
struct HostTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    @Test("a game begins and a guest rolls without a terminal")
    func aGameBeginsAndAGuestRollsWithoutATerminal() async throws {
        let web = try await room.web("--slow", "0.01")
        let browser = try Browser(room)
        let host = try await Page(browser, try await web.link())
        for name in ["New game", "New table", "Invite"] {
            try await host.until("!!\(Self.button(name))")
        }
        try await host.value("\(Self.button("New game")).click()")
        try await host.until(
            "document.querySelectorAll('#content [type=text]').length === 2"
        )
        #expect(
            try await host.value(
                "[...document.querySelectorAll('#content [type=text]')].map((each) => each.value)"
            )
                == ["", ""]
        )
        try await host.value(
            """
            (() => {
              const [ann, bo] = document.querySelectorAll("#content [type=text]"), [here] = document.querySelectorAll("#content [type=checkbox]");
              [ann.value, bo.value] = ["ann", "bo"];
              here.checked = true;
            })()
            """
        )
        try await host.value("document.querySelector('#content form').requestSubmit()")
        // The page continues as ann, and bo must be invited.
        try await host.until(
            "document.getElementById('seats').textContent.includes('ann (you)')"
        )
        try await host.until("!!\(Self.button("bo"))")
        try await host.value("\(Self.button("bo")).click()")
        try await host.until("document.querySelector('#content .made input')")
        // A phone could not open an address of this machine.
        #expect(
            try await host.value(
                "[document.querySelector('#content .code'), document.querySelector('#content .made .mistake').textContent]"
            )
                == [.null, .string(Phrases.text("hereAlone"))]
        )
        let link = try #require(
            try await host.value("document.querySelector('#content .made input').value")
                .string
        )
        try await host.tap("#close")
        let bo = try await Page(browser, link)
        try await bo.until(
            "document.getElementById('seats').textContent.includes('bo (you)')"
        )
        #expect(try await bo.text("name") == "yahtzee")
        try await bo.until("document.getElementById('sheet')")
        try await host.press("r")
        try await host.until(
            "document.getElementById('facts').textContent.includes('Roll 1 ')"
        )
        try await host.atRest()
        try await web.daemon.client().result(
            "table.endTurn",
            ["table": "yahtzee", "box": "chance", "by": "ann"]
        )
        try await bo.until("document.getElementById('roll').ariaDisabled === 'false'")
        try await bo.tap("#roll")
        try await host.until(
            "document.getElementById('facts').textContent.includes('Turn 2 · Roll 1 ')"
        )
        // A player in another game is notified of it.
        for (table, players) in [("other", ["ann"]), ("second", ["ann", "bo"])]
            as [(JSON, JSON)]
        {
            try await web.daemon.client().result(
                "table.create",
                ["table": table, "game": "yacht", "players": players]
            )
        }
        try await bo.until(
            "document.getElementById('offer').textContent.includes('second')"
        )
        try await bo.tap("#offer")
        try await bo.until("document.getElementById('name').textContent === 'second'")
        #expect(try await bo.value("document.getElementById('offer').hidden") == true)
        host.expectQuiet()
        bo.expectQuiet()
        try await browser.end()
    }

    @Test("a new game may have a bot, for which nobody is invited")
    func newGameWithBot() async throws {
        let web = try await room.web("--slow", "0.01")
        let client = try web.daemon.client()
        let browser = try Browser(room)
        let host = try await Page(browser, try await web.link())
        try await host.until("!!\(Self.button("New game"))")
        try await host.value("\(Self.button("New game")).click()")
        let add = Self.button(Phrases.text("addBot"))
        try await host.until("!!\(add)")
        try await host.value("\(add).click()")
        try await host.value(
            """
            (() => {
              const [ann] = document.querySelectorAll("#content [type=text]"), [here] = document.querySelectorAll("#content [type=checkbox]");
              ann.value = "ann";
              here.checked = true;
              document.querySelector("#content select").value = "pig";
              document.querySelector("#content .player-row select").value = "casual";
            })()
            """
        )
        try await host.value("document.querySelector('#content form').requestSubmit()")
        let bot = Phrases.text("isBot")
        try await host.until(
            "document.getElementById('seats').textContent.includes('robo (\(bot))')"
        )
        // Nobody has to be invited.
        #expect(try await host.value("document.getElementById('panel').hidden") == true)
        try await client.result("table.watch", ["table": "pig"])
        try await client.result("table.roll", ["table": "pig", "by": "ann", "animate": false])
        let state = try await client.result("table.get", ["table": "pig"])
        // A 1 has ended the turn.
        if state["up"] == "ann" {
            try await client.result("table.lock", ["table": "pig", "by": "ann", "dice": [1]])
            try await client.result("table.endTurn", ["table": "pig", "by": "ann"])
        }
        try await client.lines.first {
            $0["params"]["event"] == "rollSettled" && $0["params"]["bot"] == true
        }
        host.expectQuiet()
        try await browser.end()
    }

    @Test("several people play at one screen and a reloaded host page keeps its rights")
    func severalPlayAtOneScreenAndTheHostComesBack() async throws {
        let web = try await room.web()
        let browser = try Browser(room)
        let link = try await web.link()
        let host = try await Page(browser, link)
        try await host.until("!!\(Self.button("New game"))")
        try await host.value("\(Self.button("New game")).click()")
        try await host.until(
            "document.querySelectorAll('#content [type=text]').length === 2"
        )
        try await host.value(
            """
            document.querySelectorAll("#content [type=text]").forEach((each, index) => { each.value = ["mama", "papa"][index]; });
            document.querySelectorAll("#content [type=checkbox]").forEach((each) => { each.checked = true; });
            document.querySelector("#content form").requestSubmit();
            """
        )
        try await host.until(
            "document.getElementById('panel').hidden && document.getElementById('name').textContent === 'yahtzee'"
        )
        try await host.until("document.getElementById('roll').ariaDisabled === 'false'")
        try await host.value("isOld = true; location.reload()")
        try await host.until("!globalThis.isOld && !!document.getElementById('tables')")
        try await host.atRest()
        // A table is made, and removed after one confirmation, through the stored link.
        try await host.tap("#tables")
        try await host.until("!!\(Self.button("New table"))")
        try await host.value("\(Self.button("New table")).click()")
        try await host.until("document.querySelector('#content [pattern]')")
        try await host.value(
            """
            document.querySelector("#content [pattern]").value = "odd";
            document.querySelectorAll("#content input")[1].value = "2d8, d20";
            document.querySelector("#content form").requestSubmit();
            """
        )
        try await host.until("document.getElementById('name').textContent === 'odd'")
        let sides = try await web.daemon.client().result("table.get", ["table": "odd"])[
            "dice"
        ]
        .array.map {
            $0["sides"].int
        }
        #expect(sides == [8, 8, 20])
        try await host.tap("#tables")
        let remove =
            "document.querySelector('[data-table=odd]').parentElement.querySelector('.remove')"
        try await host.until("!!document.querySelector('[data-table=odd]')")
        try await host.value("\(remove).click()")
        #expect(try await host.value("\(remove).textContent") == "sure?")
        try await host.glance()
        try await host.value("\(remove).click()")
        try await host.until("!document.querySelector('[data-table=odd]')")
        host.expectQuiet()
        // The host's link has no name of a player, and continues as those who sit at this screen.
        let again = try await Page(browser, link)
        try await again.until("document.getElementById('name').textContent === 'yahtzee'")
        try await again.until("document.getElementById('roll').ariaDisabled === 'false'")
        again.expectQuiet()
        try await browser.end()
    }

    static func button(_ words: String) -> String {
        "[...document.querySelectorAll('#content button')].find((each) => each.textContent === '\(words)')"
    }
}
