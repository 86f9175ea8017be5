import DiceGames
import Foundation
import ProgramTestSupport
import Testing

/// Tests bank games on the page: the choice of dice, its points, and what the turn risks.
@Suite(.browser, .room, .needs(.chromium))
struct BankTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    /// A page of ann at a table of real dice, whose faces the test enters.
    private struct Evening {
        let web: Web
        let client: Client
        let browser: Browser
        let page: Page

        /// Enters the faces of all dice, and waits until the page shows them in an open turn.
        ///
        /// - Parameter isBust: True if the roll ends the turn.
        func enter(_ faces: [Int], by: String = "ann", isBust: Bool = false) async throws {
            let roll = try await client.result(
                "table.roll",
                [
                    "table": "home", "by": .string(by),
                    "faces": .array(faces.map { JSON($0) }),
                ]
            )
            guard !isBust else { return }
            let facts = Phrases.text(
                "facts",
                ["turn": roll["turn"].text, "roll": roll["roll"].text, "more": ""]
            )
            .split(separator: " · ")
            .joined(separator: " · ")
            try await page.until(
                "`${document.getElementById('facts').textContent} `.startsWith(`\(facts) `)"
            )
            let shown = faces.map(String.init).joined(separator: ",")
            try await page.until(
                "[...document.querySelectorAll('#dice .die')].map((die) => die.dataset.value).join() === '\(shown)' && !document.querySelector('#dice.old')"
            )
        }

        func bank(by: String, locking dice: [Int]) async throws {
            let numbers = JSON.array(dice.map { JSON($0) })
            try await client.result(
                "table.lock",
                ["table": "home", "by": .string(by), "dice": numbers]
            )
            try await client.result("table.endTurn", ["table": "home", "by": .string(by)])
        }

        func tap(_ dice: Int...) async throws {
            for die in dice {
                try await page.tap("#dice [data-die='\(die)']")
            }
        }

        func sum(is points: Int) async throws {
            try await page.until(
                "document.getElementById('sum').textContent === (\(points)).toLocaleString('en')"
            )
        }

        /// The texts of the requests of this kind that the page has sent.
        func sent(_ method: String) -> [String] {
            browser.messages.all.compactMap { $0["params"]["response"]["payloadData"].string }
                .filter { $0.contains("\"\(method)\"") && $0.contains("\"params\"") }
        }

        func shoot(_ name: String) async throws {
            guard let folder = ProcessInfo.processInfo.environment["DICED_SCREENS"] else {
                return
            }
            let png = try #require(Data(base64Encoded: try await page.screenshot()))
            try png.write(to: URL(filePath: "\(folder)/\(name).png"))
        }
    }

    private func evening(
        _ game: JSON,
        players: JSON = ["ann", "bo"],
        _ look: Page.Look = Page.Look(),
        hand: Bool = true
    ) async throws -> Evening {
        let web = try await room.web("--slow", "0.01")
        let client = try web.daemon.client()
        try await client.result(
            "table.create",
            ["table": "home", "game": game, "players": players, "hand": .bool(hand)]
        )
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--as", "ann", "-t", "home"),
            look
        )
        try await page.atRest()
        try await page.until("document.querySelector('#sheet .set')")
        return Evening(web: web, client: client, browser: browser, page: page)
    }

    @Test("the page's points are the daemon's", arguments: ["farkle", "zehntausend", "pig"])
    func pointsAreTheDaemons(_ name: String) async throws {
        let game = try #require(Game.all.first { $0.name == name })
        let bank = try #require(game.bank)
        var hands: [[Int]] = [[]]
        var all: [[Int]] = []
        for _ in game.dice {
            hands = hands.flatMap { hand in ((hand.last ?? 1)...6).map { hand + [$0] } }
            all += hands
        }
        let web = try await room.web()
        let client = try web.daemon.client()
        try await client.result("table.create", ["table": "home", "game": .string(name)])
        let rules = try await client.result("table.game", ["table": "home"])["document"]
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link())
        let lists = JSON.array(all.map { .array($0.map { JSON($0) }) })
        let points = try await page.value(
            """
            import(location.origin + "/bank.js").then(({ score }) =>
              \(lists.text).map((faces) => score(\(rules["sets"].text), faces) ?? null))
            """
        )
        #expect(points.array.map(\.int) == all.map(bank.score(all:)))
        try await browser.end()
    }

    @Test(
        "dice are chosen on the page and go out together",
        arguments: [(360, 640), (390, 844), (1_280, 800)]
    )
    func diceAreChosenAndGoOutTogether(_ width: Int, _ height: Int) async throws {
        let evening = try await evening(
            "zehntausend",
            Page.Look(width: width, height: height)
        )
        let page = evening.page
        try await evening.enter([1, 2, 3, 4, 5, 3])
        try await evening.sum(is: 0)
        // The end of the turn takes the best dice if none is chosen, and says so.
        let banks = Phrases.text("banks", ["points": "1,500"])
        try await page.until("document.getElementById('outcome').textContent.includes(`\(banks)`)")
        // A die that scores nothing yet is marked; the whole row scores.
        try await evening.tap(1)
        try await evening.sum(is: 100)
        #expect(try await !page.text("outcome").contains(banks))
        try await evening.tap(2)
        try await page.until("document.querySelector('#dice .idle')?.dataset.die === '2'")
        #expect(
            try await page.value("document.getElementById('roll').ariaDisabled") == "true"
        )
        try await evening.shoot("bank-idle-\(width)")
        try await evening.tap(3, 4, 5)
        try await evening.sum(is: 1_500)
        #expect(try await page.value("document.querySelector('#dice .idle')") == .null)
        // A sixth die without points is idle, and is taken back.
        try await evening.tap(6)
        try await page.until("document.querySelectorAll('#dice .idle').length === 1")
        try await evening.tap(6)
        try await evening.sum(is: 1_500)
        #expect(
            try await page.text("outcome").contains(
                Phrases.text("atRisk", ["points": "1,500"])
            )
        )
        try await evening.shoot("bank-chosen-\(width)")
        #expect(evening.sent("table.lock").isEmpty && evening.sent("table.toggleLock").isEmpty)
        try await page.tap("#end")
        try await page.until(
            "document.querySelector('#seats li:first-child b').textContent === '1,500'"
        )
        #expect(evening.sent("table.lock").count == 1)
        #expect(evening.sent("table.lock").allSatisfy { $0.contains("\"only\":true") })
        page.expectQuiet()
        try await evening.browser.end()
    }

    @Test("a set goes with its first die, and a choice is taken back by a tap")
    func aSetGoesWithItsFirstDie() async throws {
        let evening = try await evening("farkle")
        let page = evening.page
        try await evening.enter([2, 2, 2, 5, 3, 4])
        try await evening.tap(1)
        try await evening.sum(is: 200)
        #expect(
            try await page.value("document.querySelectorAll('#dice .chosen').length") == 3
        )
        try await evening.tap(2)
        try await evening.sum(is: 0)
        try await evening.tap(4)
        try await evening.sum(is: 50)
        try await page.press("a")
        try await evening.sum(is: 0)
        // Without a choice, the end of the turn would take the best dice: not enough to start.
        try await page.press("e")
        try await page.until("document.getElementById('notice').textContent")
        #expect(evening.sent("table.lock").isEmpty)
        page.expectQuiet()
        try await evening.browser.end()
    }

    @Test("Roll sends the choice, and a bust says what it lost")
    func rollSendsTheChoiceAndABustSaysWhatItLost() async throws {
        let evening = try await evening("farkle")
        let page = evening.page
        try await evening.enter([1, 1, 1, 2, 3, 4])
        try await evening.tap(1, 2, 3)
        try await evening.sum(is: 300)
        // Roll asks for the faces of the dice that are left.
        try await page.press("r")
        try await page.until("document.querySelector('dialog.real')?.open === true")
        #expect(
            try await page.value("document.querySelectorAll('dialog .slots input').length")
                == 3
        )
        try await page.value(
            """
            for (const [index, input] of document.querySelectorAll("dialog .slots input").entries()) input.value = [2, 3, 4][index];
            document.querySelector("dialog form").requestSubmit();
            document.querySelector("dialog form").requestSubmit();
            """
        )
        // Faces that lose the turn are asked about; a double press is no answer.
        #expect(
            try await page.value("document.querySelector('dialog .mistake').textContent")
                == .string(Phrases.text("losesTurn"))
        )
        try await page.glance()
        try await page.value("document.querySelector('dialog form').requestSubmit()")
        let lost = Phrases.text("bust", ["points": "300"])
        try await page.until("document.getElementById('notice').textContent === '\(lost)'")
        try await page.until(
            "document.getElementById('by').textContent.startsWith('\(Phrases.text("brieflyLost", ["name": "ann", "points": "300"]))')"
        )
        try await evening.shoot("bank-bust-390")
        #expect(evening.sent("table.lock").count == 1)
        page.expectQuiet()
        try await evening.browser.end()
    }

    @Test("a die that is the only choice is chosen by itself")
    func theOnlyChoiceIsMade() async throws {
        let evening = try await evening("pig")
        let page = evening.page
        try await evening.enter([4])
        try await evening.sum(is: 4)
        try await evening.shoot("bank-pig-390")
        try await page.tap("#end")
        try await page.until(
            "document.querySelector('#seats li:first-child b').textContent === '4'"
        )
        page.expectQuiet()
        try await evening.browser.end()
    }

    @Test(
        "hot dice, the last round and the turns of a match are shown",
        arguments: [(360, 640), (390, 844), (1_280, 800)]
    )
    func theEndOfAMatchIsShown(_ width: Int, _ height: Int) async throws {
        let evening = try await evening(
            "farkle",
            Page.Look(width: width, height: height)
        )
        let page = evening.page
        let all = [1, 2, 3, 4, 5, 6]
        for _ in 1...3 {
            try await evening.enter([6, 6, 6, 6, 6, 6])
            try await evening.bank(by: "ann", locking: all)
            try await evening.enter([6, 6, 6, 6, 6, 6], by: "bo")
            try await evening.bank(by: "bo", locking: all)
        }
        try await evening.enter([6, 6, 6, 6, 6, 6])
        try await evening.tap(1)
        try await evening.sum(is: 3_000)
        try await page.until(
            "document.getElementById('outcome').textContent.includes(`\(Phrases.text("hotDice", ["count": "6"]))`)"
        )
        try await evening.shoot("bank-hot-\(width)")
        try await page.tap("#end")
        let round = Phrases.text("lastRound", ["name": "ann", "points": "12,000"])
        try await page.until(
            "document.getElementById('outcome').textContent.includes(`\(round)`)"
        )
        try await evening.shoot("bank-last-\(width)")
        try await evening.enter([2, 2, 3, 3, 4, 6], by: "bo", isBust: true)
        try await page.until("document.querySelectorAll('#ending .sheet .head b').length === 2")
        #expect(
            try await page.value(
                "[...document.querySelectorAll('#ending .sheet > :not(.head)')].map((row) => [...row.children].map((each) => each.textContent).join(' '))"
            )
                == [
                    "Round 1 3,000 3,000", "Round 2 3,000 3,000", "Round 3 3,000 3,000",
                    "Round 4 3,000 ✗",
                ]
        )
        try await evening.shoot("bank-over-\(width)")
        page.expectQuiet()
        try await evening.browser.end()
    }
}
