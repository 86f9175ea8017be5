import ProgramTestSupport
import Testing

/// Tests throws of several rounds, such as `6x4d6kh3`.
@Suite(.browser, .room, .needs(.chromium))
struct RoundsTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    /// The rounds on the stage: number, values of the dice, total, and meaning.
    private static let rounds = """
        [...document.querySelectorAll("#thrown .rounds li")].map((round) => [
          round.querySelector("i").textContent,
          [...round.querySelectorAll(".die")].map((die) => Number(die.dataset.value)),
          round.querySelector("b").textContent,
          round.querySelector(".meaning")?.textContent ?? "",
        ])
        """

    /// True if every round is whole in its list, and the list on the stage.
    private static let isWhole = """
        (() => {
          const list = document.querySelector("#thrown .rounds"), stage = document.getElementById("stage").getBoundingClientRect();
          const parts = [...list.querySelectorAll("i, b, .die, .meaning, .meaning *")].map((each) => each.getBoundingClientRect());
          return list.scrollHeight <= list.clientHeight && parts.every(({ top, right, bottom, left, width }) =>
            width && top >= stage.top && bottom <= stage.bottom + 0.5 && left >= stage.left && right <= stage.right);
        })()
        """

    /// Returns the rounds that a throw's text describes.
    private func rounds(of entry: JSON, meanings: [String] = []) -> JSON {
        let dice = entry["dice"].array.compactMap { $0["value"].int }
        let totals = entry["totals"].array.compactMap(\.int)
        let share = dice.count / totals.count
        return .array(
            totals.indices.map { index in
                let own = dice[(index * share)..<((index + 1) * share)]
                return [
                    .string("\(index + 1)"), .array(own.map { JSON($0) }),
                    .string("\(totals[index])"),
                    .string(meanings.isEmpty ? "" : meanings[index]),
                ]
            }
        )
    }

    @Test(
        "each round has its number, dice, total and meaning, and no sum is shown",
        arguments: [
            (390, 844, "default"), (390, 844, "home"), (320, 640, "default"),
            (1_280, 800, "home"), (1_920, 1_080, "default"),
        ]
    )
    func eachRound(_ width: Int, _ height: Int, _ table: String) async throws {
        let web = try await room.web("--slow", "0.01")
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
            try await web.link("--as", "ann", "-t", table),
            Page.Look(width: width, height: height)
        )
        try await page.atRest()
        let client = try web.daemon.client()
        for expression in ["6x4d6kh3", "6x4d6kh3 vs 12"] {
            let entry = try await client.result(
                "table.throw",
                ["table": .string(table), "expression": .string(expression), "by": "ann"]
            )
            let meanings = entry["checks"].array.map { check in
                Phrases.text(
                    check["made"] == true ? "madeBy" : "missedBy",
                    ["margin": "\(abs(check["margin"].int ?? 0))"]
                )
            }
            let expected = rounds(of: entry, meanings: meanings)
            try await page.until(
                "JSON.stringify(\(Self.rounds)) === JSON.stringify(\(expected.text))"
            )
            try await page.until(Self.isWhole)
            #expect(
                try await page.value("document.querySelector('#thrown .sum').textContent")
                    == ""
            )
            try await page.until(
                "document.getElementById('said').textContent.includes('threw \(expression)')"
            )
            #expect(!(try await page.text("said")).contains("total"))
        }
        // The first of the two throws is among the earlier ones.
        #expect(
            try await page.value("document.querySelectorAll('#earlier .rounds b').length")
                == 6
        )
        try await page.press("h")
        try await page.until("document.querySelectorAll('details .rounds li').length === 12")
        #expect(
            try await page.value(
                "[...document.querySelectorAll('details')].every((each) => !each.querySelector('.sum').textContent && !each.textContent.includes('; total'))"
            ) == true
        )
        page.expectQuiet()
        try await browser.end()
    }

    @Test("the overlay shows rounds whole") func overlay() async throws {
        let web = try await room.web("--slow", "0.01")
        let browser = try Browser(room)
        let page = try await Page(
            browser,
            try await web.link("--overlay", "--throws-for", "60s"),
            Page.Look(width: 1_280, height: 720)
        )
        try await page.atRest()
        let entry = try await web.daemon.client().result(
            "table.throw",
            ["expression": "6x4d6kh3", "by": "ann"]
        )
        let expected = rounds(of: entry)
        try await page.until(
            "JSON.stringify(\(Self.rounds)) === JSON.stringify(\(expected.text))"
        )
        try await page.until(Self.isWhole)
        page.expectQuiet()
        try await browser.end()
    }

    @Test("the throws of a group are one list, sorted by total, with ties marked")
    func group() async throws {
        let web = try await room.web()
        _ = try await room.did("table", "new", "real", "d6", "--hand")
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann", "-t", "real"))
        try await page.atRest()
        let client = try web.daemon.client()
        func roll(_ face: Int, _ label: JSON, group: JSON? = "initiative") async throws {
            var params: JSON = [
                "table": "real", "expression": "d20", "faces": [JSON(face)], "label": label,
                "by": "gm",
            ]
            if let group {
                params["group"] = group
            }
            try await client.result("table.throw", params)
        }
        for (name, face) in [("ann", 9), ("bo", 17), ("goblin 1", 3), ("cy", 9)] {
            try await roll(face, .string(name))
        }
        let list = """
            [...document.querySelectorAll("#thrown > li > .rounds > li")].map((row) =>
              [".rank", "b", ".sum"].map((part) => row.querySelector(part).textContent))
            """
        let sorted: JSON = [
            ["1", "bo", "17"], ["2=", "ann", "9"], ["2=", "cy", "9"], ["4", "goblin 1", "3"],
        ]
        try await page.until("JSON.stringify(\(list)) === JSON.stringify(\(sorted.text))")
        #expect(try await page.value("document.getElementById('thrown').children.length") == 1)
        try await page.until(
            """
            (() => {
              const list = document.querySelector("#thrown .rounds"), stage = document.getElementById("stage").getBoundingClientRect();
              return list.scrollHeight <= list.clientHeight && [...list.querySelectorAll("b, .sum, .die")].every((each) => {
                const { left, right, top, bottom, width } = each.getBoundingClientRect();
                return width && left >= stage.left && right <= stage.right && top >= stage.top && bottom <= stage.bottom;
              });
            })()
            """
        )
        // Another throw moves the list as a whole; one that is late joins it there.
        try await roll(20, "perception", group: nil)
        try await page.until("document.querySelectorAll('#earlier > li').length === 1")
        try await roll(12, "di")
        try await page.until("document.querySelectorAll('#earlier .rounds > li').length === 5")
        try await page.until(
            "document.querySelector('#earlier .rounds > li:nth-child(2) b').textContent === 'di'"
        )
        #expect(try await page.value("document.getElementById('thrown').children.length") == 1)
        page.expectQuiet()
        try await browser.end()
    }

    @Test("throws come back after a reload as they were shown live")
    func afterAReload() async throws {
        let web = try await room.web("--slow", "0.01")
        let browser = try Browser(room)
        let link = try await web.link("--as", "ann", "-t", "default")
        let page = try await Page(browser, link)
        try await page.atRest()
        let client = try web.daemon.client()
        func roll(_ expression: String, _ by: String, _ more: JSON = [:]) async throws {
            let params: JSON = ["expression": .string(expression), "by": .string(by)]
            guard case .object(let first) = params, case .object(let rest) = more else { return }
            try await client.result("table.throw", .object(first.merging(rest) { $1 }))
        }
        for _ in 1...8 {
            try await roll("d4", "bo")
        }
        try await roll("4d6kh3+1 # strength", "bo")
        try await roll("d20+5 vs 12", "ann", ["label": "the goblin"])
        for name in ["goblin 1", "bo"] as [JSON] {
            try await roll("d20", "bo", ["group": "fight", "label": name])
        }
        try await roll("4x2d6", "cy")
        try await roll("2d{sun, rain}", "cy")
        try await roll("3d6", "bo", ["seenBy": ["gm"]])
        try await roll("2d8", "ann", ["seenBy": ["ann"]])
        let list = """
            [...document.querySelectorAll("#thrown > li, #earlier > li")].map((each) => [
              ...[...each.querySelectorAll(".what, .sum, .meaning, .seen, .rounds i, .rounds b")].map((part) => part.textContent),
              ...[...each.querySelectorAll(".die")].map((die) => `${die.ariaLabel} ${die.className}`),
            ])
            """
        try await page.until(
            "document.querySelector('#thrown .sum')?.textContent !== '…' && document.querySelector('#earlier .rounds i') && !document.querySelector('.moving')"
        )
        let live = try await page.value(list)
        #expect(live.array.count == 12)
        try await page.value("isOld = true; location.reload()")
        try await page.until(
            "window.isOld === undefined && window.document.querySelectorAll('#earlier .rounds i').length === 4"
        )
        for (shown, before) in zip(try await page.value(list).array, live.array) {
            #expect(shown == before)
        }
        #expect(try await page.value("document.querySelectorAll('#thrown > li').length") == 1)
        page.expectQuiet()
        try await browser.end()
    }

    /// Each row has an expression, and the rule for a round with its `dice` and `total`.
    private static let rules = [
        ("4x2d6!+1", "sum(dice) + 1 === total"),
        ("4x(d4)d6", "sum(dice.slice(1)) === total && dice.length === dice[0].value + 1"),
        ("4x2d6+d8-1", "sides(dice) === '6,6,8' && sum(dice) - 1 === total"),
        ("4x{2d6,d8}kh1", "sides(dice) === '6,6,8'"),
        ("4x{3d6,d20}>=7", "sides(dice) === '6,6,6,20'"),
        ("4x4dF", "dice.length === 4 && sum(dice) === total"),
        ("4x3d6ro<3", "sum(dice.filter((die) => die.kept)) === total"),
        ("4xmax(d20,2d6)*2", "sides(dice) === '20,6,6'"),
        ("4x2d{sun, 2 rain+fog, 3}", "dice.length === 2"),
        ("2x40d6", "dice.length === 40 && sum(dice) === total"),
        ("30x2d6", "dice.length === 2 && sum(dice) === total"),
    ]

    @Test("dice of a round are those of its text", arguments: rules)
    func diceOfARound(_ expression: String, _ rule: String) async throws {
        let web = try await room.web("--slow", "0.01")
        let browser = try Browser(room)
        let page = try await Page(browser, try await web.link("--as", "ann"))
        try await page.atRest()
        let client = try web.daemon.client()
        for _ in 1...5 {
            let entry = try await client.result(
                "table.throw",
                ["expression": .string(expression), "by": "ann"]
            )
            let wrong = try await page.value(
                """
                import("/rounds.js").then(({ roundsOf }) => {
                  const sum = (dice) => dice.reduce((all, { value }) => all + value, 0), entry = \(entry.text);
                  const sides = (dice) => dice.map((die) => die.sides).join();
                  const rounds = roundsOf(entry);
                  const isRight = rounds.every(({ dice }, index) => { const total = entry.totals[index]; return dice && \(rule); });
                  const all = rounds.flatMap(({ dice }) => dice ?? []);
                  return isRight && JSON.stringify(all) === JSON.stringify(entry.dice) ? "" : entry.text;
                })
                """
            )
            #expect(wrong == "")
        }
        try await browser.end()
    }
}
