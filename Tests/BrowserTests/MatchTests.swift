import Foundation
import ProgramTestSupport
import Testing

/// Tests a match on the page: its sheet, for early and late players, the row of players, and its
/// end.
@Suite(.browser, .room, .needs(.chromium))
struct MatchTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    private static let games = [
        "farkle", "generala", "kniffel", "maxi-yatzy", "pig", "yacht", "yahtzee",
        "yatzy",
        "zehntausend",
    ]

    /// The texts of the sheet and the lines around it.
    private static let sheet = """
        [...document.querySelectorAll("#match, #outcome, #whose, #sheet > *")].map((each) => each.textContent).join("|")
        """

    private static let titles = """
        [...document.querySelectorAll("#sheet [data-box] > :first-child")].map((each) => each.textContent)
        """

    /// Plays the next step: a roll, a lock of the dice that score, or the end of the turn.
    private func step(_ client: Client, _ table: JSON) async throws {
        var params: [String: JSON] = ["table": "home", "by": table["up"]]
        if table["by"] == .null {
            params["animate"] = false
            try await client.result("table.roll", .object(params))
        } else if let option = table["game"]["options"].array.first {
            params["box"] = option["box"]
            try await client.result("table.endTurn", .object(params))
        } else if table["game"]["turn"] == 0,
            !table["dice"].array.contains(where: { $0["locked"] == true })
        {
            let dice = table["dice"].array
            let alike = dice.map { die in dice.filter { $0["value"] == die["value"] } }
            for set in dice.map({ [$0] }) + alike + [dice] {
                let numbers = JSON.array(set.map { $0["die"] })
                _ = try await client.call(
                    "table.lock",
                    ["table": "home", "by": table["up"], "dice": numbers]
                )
            }
        } else if try await client.call("table.endTurn", .object(params))["error"]
            != .null
        {
            params["animate"] = false
            _ = try await client.call("table.roll", .object(params))
        }
    }

    @Test("a late player sees the sheets of earlier players", arguments: games)
    func whoComesLateSeesTheSheetOfWhoWasThere(_ game: String) async throws {
        let web = try await room.web()
        _ = try await room.did(
            "table",
            "new",
            "home",
            "--game",
            game,
            "--players",
            "ann,bo"
        )
        let terminal = try web.daemon.client()
        let document = try await terminal.result("table.game", ["table": "home"])[
            "document"
        ]
        let browser = try Browser(room)
        let link = try await web.link("--watch-only", "-t", "home")
        let early = try await Page(browser, link)
        let late = try await Page(browser, link)
        try await early.until("document.querySelector('#sheet b')")
        let english = document["words"]["en"]["boxes"]
        let boxes = document["boxes"] == .null ? [] : document["boxes"].array
        let titles = boxes.map { box -> JSON in
            let title = english[box["box"].string ?? ""]
            return title == .null ? box["title"] : title
        }
        #expect(try await early.value(Self.titles) == .array(titles))
        for _ in 1...20 {
            try await step(
                terminal,
                try await terminal.result("table.get", ["table": "home"])
            )
            let start = browser.messages.count
            try await late.call("Page.reload")
            try await browser.messages.first(from: start) {
                $0["method"] == "Page.loadEventFired"
                    && $0["sessionId"] == .string(late.session)
            }
            try await late.until("document.querySelector('#sheet b')")
            let told = try await late.value(Self.sheet).string ?? ""
            try await early.until("(\(Self.sheet)) === \(JSON.string(told).text)")
        }
        for page in [early, late] {
            page.expectQuiet()
        }
        try await browser.end()
    }

    @Test("who comes late asks to be in the next match", arguments: [(360, 640), (1_280, 800)])
    func whoComesLateAsks(_ width: Int, _ height: Int) async throws {
        let web = try await room.web()
        let client = try web.daemon.client()
        try await client.result(
            "table.create",
            ["table": "home", "game": "yahtzee", "players": ["ann", "bo"]]
        )
        let browser = try Browser(room)
        let link = try await web.link("--as", "kim", "--watch-only", "-t", "home")
        let page = try await Page(browser, link, Page.Look(width: width, height: height))
        try await page.until("document.querySelector('#guest button')")
        try await shoot(page, "guest-\(width)")
        try await page.tap("#ask")
        let asked = Phrases.text("askedNext")
        try await page.until("document.querySelector('#guest span').textContent === '\(asked)'")
        let snapshot = try await client.result("table.get", ["table": "home"])
        #expect(snapshot["asking"] == ["kim"])
        try await client.result(
            "table.configure",
            ["table": "home", "players": ["ann", "bo", "kim"]]
        )
        try await page.until("!document.querySelector('#guest')")
        page.expectQuiet()
        try await browser.end()
    }

    @Test("a host goes on without a player who is away", arguments: [(360, 640), (1_280, 800)])
    func goesOnWithout(_ width: Int, _ height: Int) async throws {
        let web = try await room.web()
        let client = try web.daemon.client()
        try await client.result(
            "table.create",
            ["table": "home", "game": "yahtzee", "players": ["bo", "ann"]]
        )
        let browser = try Browser(room)
        let look = Page.Look(width: width, height: height)
        let link = try await web.link().replacing("/#", with: "/?table=home#")
        let page = try await Page(browser, link, look)
        let goOn = Phrases.text("goOnWithout").replacing("{name}", with: "bo")
        try await page.until("document.querySelector('#rest')?.textContent === '\(goOn)'")
        try await page.value("document.getElementById('close').click()")
        try await page.until("document.querySelector('#absence').checkVisibility()")
        try await shoot(page, "absence-\(width)")
        try await page.value("document.getElementById('rest').click()")
        let resting = Phrases.text("isResting")
        try await page.until(
            "document.querySelector('#seats li').textContent.includes('\(resting)')"
        )
        let snapshot = try await client.result("table.get", ["table": "home"])
        #expect(snapshot["up"] == "ann")
        #expect(snapshot["game"]["resting"] == ["bo"])
        page.expectQuiet()
        try await browser.end()
    }

    @Test("a host has a bot play for a player who is away, and the bot leaves when they are back")
    func botForAway() async throws {
        let web = try await room.web("--slow", "0.01")
        let client = try web.daemon.client()
        try await client.result(
            "table.create",
            ["table": "home", "game": "pig", "players": ["bo", "ann"]]
        )
        try await client.result("table.watch", ["table": "home"])
        let browser = try Browser(room)
        let link = try await web.link().replacing("/#", with: "/?table=home#")
        let page = try await Page(browser, link, Page.Look(width: 360, height: 640))
        let plays = Phrases.text("botPlays").replacing("{name}", with: "bo")
        try await page.until("document.querySelector('#bot')?.textContent === '\(plays)'")
        try await page.value("document.getElementById('close').click()")
        try await page.until("document.querySelector('#bot').checkVisibility()")
        try await shoot(page, "absence-bot")
        try await page.value("document.getElementById('bot').click()")
        let seat = "document.querySelector('#seats li').textContent"
        let bot = Phrases.text("isBot")
        try await page.until("\(seat).includes('(\(bot))') && !document.querySelector('#absence')")
        let turn = try await client.lines.first { $0["params"]["event"] == "turnEnded" }
        #expect(turn.element["params"]["entry"]["bot"] == true)
        // The history shows whose turn it was.
        try await page.press("h")
        try await page.until(
            "document.querySelector('#content .who')?.textContent.includes('bo (\(bot))')"
        )

        let bo = try web.daemon.client()
        try await bo.result("session.confine", ["as": "bo"])
        try await bo.result("table.watch", ["table": "home"])
        try await page.until("!\(seat).includes('(\(bot))')")
        try await client.lines.first(from: turn.index) {
            $0["params"]["event"] == "watchersChanged" && $0["params"]["watchers"] == 3
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

    /// Four names at 360 pixels, eight at 390, six in a wide window.
    @Test(
        "a row holds the players",
        arguments: [
            (360, 640, 4, 1), (390, 844, 8, 2), (1_280, 800, 6, 1), (1_920, 1_080, 8, 1),
        ]
    )
    func aRowHoldsThePlayers(_ width: Int, _ height: Int, _ count: Int, _ lines: Int)
        async throws
    {
        let web = try await room.web()
        let names = [
            "Alexandra", "Bo", "Christopher", "Dee", "Emil", "Friederike", "Gus",
            "Hannah",
        ].prefix(count)
        _ = try await room.did(
            "table",
            "new",
            "home",
            "--game",
            "kniffel",
            "--players",
            names.joined(separator: ",")
        )
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--as", "Bo", "-t", "home"),
            Page.Look(width: width, height: height)
        )
        try await page.until(
            "document.querySelectorAll('#seats li').length === \(count)"
        )
        let rows = """
            (() => {
              const boxes = [...document.querySelectorAll("#seats li")].map((each) => each.getBoundingClientRect());
              const row = document.getElementById("seats").getBoundingClientRect();
              const isIn = boxes.every((each) => each.left >= row.left && each.right <= row.right + 1 && each.bottom <= row.bottom + 1);
              return [new Set(boxes.map((each) => each.top)).size, isIn, document.documentElement.scrollWidth];
            })()
            """
        try await page.until("JSON.stringify(\(rows)) === '[\(lines),true,\(width)]'")
        let cut = """
            (() => {
              for (const each of document.querySelectorAll("#seats b")) each.textContent = "157";
              return [...document.querySelectorAll("#seats bdi")].filter((each) => each.textContent.length < 4 && each.scrollWidth > each.clientWidth).length;
            })()
            """
        #expect(try await page.value(cut) == 0)
        let colours =
            "new Set([...document.querySelectorAll('#seats .badge')].map((each) => getComputedStyle(each).backgroundColor)).size"
        #expect(try await page.value(colours).int == count)
        page.expectQuiet()
        try await browser.end()
    }

    @Test("a sheet on a television is legible from a distance")
    func onATelevisionTheSheetIsReadFromFarAway() async throws {
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
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--watch-only", "-t", "home"),
            Page.Look(width: 1_920, height: 1_080)
        )
        try await page.until("document.querySelector('#sheet b')")
        let small = """
            [...document.querySelectorAll("#sheet [data-box], #sheet b")].filter((each) => each.checkVisibility())
              .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 32 || each.getBoundingClientRect().bottom > innerHeight).length
            """
        try await page.until("document.querySelector('#sheet').matches('.all')")
        #expect(try await page.value(small) == 0)
        #expect(
            try await page.value(
                "document.querySelectorAll('#sheet [data-box]').length"
            ) == 13
        )
        page.expectQuiet()
        try await browser.end()
    }

    /// Starts with the last box, which is corrected before the next match.
    @Test("a match ends and its last box is corrected") func aMatchEndsAndItsLastBoxIsTakenBack()
        async throws
    {
        let web = try await room.web("--slow", "0.01")
        try room.makeFile(
            "trio.json",
            #"""
            {"name":"trio","title":"Trio","dice":[6,6,6,6,6],"rollsPerTurn":2,"boxes":[
             {"box":"first","title":"First","points":{"sum":"all"}},{"box":"second","title":"Second","points":{"sum":"all"}}]}
            """#
        )
        _ = try await room.did(
            "table",
            "new",
            "home",
            "--game",
            room.path("trio.json"),
            "--players",
            "ann,bo"
        )
        let terminal = try web.daemon.client()
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--as", "ann", "-t", "home")
        )
        try await page.atRest()
        #expect(try await page.text("sum") == "Your turn")
        try await page.tap("#takeback")
        #expect(try await page.text("notice") == Phrases.text("nothingToCorrect"))
        try await page.tap("#roll")
        try await page.until("document.querySelector('#sheet button.option')")
        try await page.tap("[data-box=first]")
        try await page.until(
            "document.getElementById('takeback').ariaDisabled === 'false'"
        )
        let points = try await page.value(
            "document.querySelector('[data-box=first] .own').textContent"
        )
        try await page.tap("#takeback")
        #expect(try await page.text("notice") == Phrases.text("chooseAnother"))
        try await page.tap("[data-box=second]")
        try await page.until(
            "document.querySelector('[data-box=first] .own').textContent === '–'"
        )
        #expect(
            try await page.value(
                "document.querySelector('[data-box=second] .own').textContent"
            )
                == points
        )
        // The next player's roll closes a choice, and the page says so.
        try await page.tap("#takeback")
        let roll: JSON = ["table": "home", "by": "bo", "animate": false]
        try await terminal.result("table.roll", roll)
        let late = Phrases.text("rolledSince")
        try await page.until("document.getElementById('notice').textContent === '\(late)'")
        try await terminal.result("table.endTurn", ["table": "home", "by": "bo", "box": "first"])
        for (player, box) in [("ann", "first"), ("bo", "second")] {
            let by = JSON.string(player)
            try await terminal.result(
                "table.roll",
                ["table": "home", "by": by, "animate": false]
            )
            try await terminal.result(
                "table.endTurn",
                ["table": "home", "by": by, "box": .string(box)]
            )
        }
        try await page.until("document.querySelector('#ending .best')?.textContent")
        // The end is celebrated where it was awaited, and not again.
        let isCelebrated = "!!document.querySelector('.confetti')"
        try await page.until(isCelebrated)
        try await page.until("!\(isCelebrated)")
        for look in [Page.Look(), Page.Look(isReduced: true)] {
            let late = try await Page(
                browser,
                try await web.link("--as", "bo", "-t", "home"),
                look
            )
            try await late.until("document.querySelector('#ending .best')?.textContent")
            #expect(try await late.value(isCelebrated) == false)
        }
        // Each box has the points of its turn, including that of the corrected turn.
        let home = try await terminal.result("table.get", ["table": "home"])
        let maximum = home["game"]["sheets"].array.flatMap { sheet in
            ["first", "second"].compactMap { sheet["boxes"][$0].int }
        }.max()
        let best =
            try await page.value("document.querySelector('#ending .best').textContent")
            .string ?? ""
        let highest = "\(try #require(maximum))"
        #expect(best.split { !$0.isNumber }.contains { $0 == highest }, "\(best)")
        let totals = try await page.value(
            "[...document.querySelectorAll('#ending li b')].map((each) => +each.textContent)"
        )
        .ints
        try #require(totals.count == 2 && totals[0] >= totals[1])
        if totals[0] > totals[1] {
            #expect(
                try await page.value("document.querySelector('#ending p').textContent")
                    .string
                    == Phrases.text("wonBy", ["points": "\(totals[0] - totals[1])"])
            )
        }
        // The page draws and saves the picture, because the browser cannot share it.
        try await page.value(
            """
            window.saved = [];
            HTMLAnchorElement.prototype.click = function () { saved.push(this.download); };
            """
        )
        try await page.value("document.querySelector('#ending button').click()")
        try await page.until("saved.join() === 'trio-1.png'")
        try await page.press("n")
        try await page.until(
            "!document.getElementById('ending') && document.querySelector('#sheet button')"
        )
        page.expectQuiet()
        try await browser.end()
    }

    @Test("several people play at one screen") func severalPlayAtOneScreen() async throws {
        let web = try await room.web("--slow", "0.01")
        _ = try await room.did(
            "table",
            "new",
            "home",
            "--game",
            "yahtzee",
            "--players",
            "ann,papa,zoe"
        )
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--as", "ann", "--as", "papa", "-t", "home"),
            Page.Look(width: 820, height: 1_180)
        )
        try await page.atRest()
        for name in ["ann", "papa"] {
            let call = Phrases.text("now", ["name": name])
            try await page.until(
                "document.getElementById('sum').textContent === `\(call)`"
            )
            #expect(
                try await page.value(
                    "document.querySelectorAll('#sheet [data-box=ones] b').length"
                )
                    == 3
            )
            try await page.tap("#roll")
            try await page.until("document.querySelector('#sheet button.option')")
            try await page.tap("[data-box=chance]")
        }
        try await page.until(
            "document.querySelector('#seats .up bdi').textContent === 'zoe'"
        )
        try await page.tap("#roll")
        #expect(try await page.text("notice") == "it is zoe's turn")
        page.expectQuiet()
        try await browser.end()
    }

    @Test("rare hands are celebrated") func handsThatAreRareAreCelebrated() async throws {
        let web = try await room.web()
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        let words = try await page.value(
            """
            (async () => {
              const { celebrate, featOfRoll, featOfThrow } = await import(location.origin + "/feat.js");
              const table = { game: {}, rules: { boxes: [{ title: "Kniffel", needs: { alike: [5] } }] } };
              const roll = (values, rolled = [1, 2, 3, 4, 5], of = table) =>
                featOfRoll({ outcome: "completed", rolled, dice: values.map((value) => ({ value })) }, of);
              const thrown = (...dice) => featOfThrow({ dice: dice.map(([sides, value, kept]) => ({ sides, value, kept })) });
              celebrate("Hurrah");
              return [roll([4, 4, 4, 4, 4]), roll([2, 2, 2, 2, 2], [3], { game: {} }), roll([2, 3, 4, 5, 6]), roll([2, 3, 4, 5, 6], [1]),
                roll([1, 3, 4, 5, 6]), roll([4, 4, 4, 4, 4], [1, 2], {}), thrown([20, 20, true]), thrown([20, 20, false], [20, 3, true]),
                thrown([6, 6, true]), document.querySelector("#stage .feat").textContent];
            })()
            """
        )
        #expect(
            words == [
                "Kniffel", .string(Phrases.text("allAlike")),
                .string(Phrases.text("straightAtOnce")), "", "", "",
                .string(Phrases.text("natural20")), "", "",
                .string(Phrases.text("celebrated", ["what": "Hurrah"])),
            ]
        )
        page.expectQuiet()
        try await browser.end()
    }
}
