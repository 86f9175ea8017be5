import Foundation
import ProgramTestSupport
import Testing

/// Tests a real table, whose daemon's lines are published unchanged.
@Suite(.browser, .room, .needs(Theatre.tools), .needsNetworks)
struct AudienceRollTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    /// The daemon is slow enough that each value shows for a while.
    @Test("dice follow the published plan and settle on the published values")
    func aPlanMovesTheDiceAndTheySettleOnWhatIsPublished() async throws {
        let theatre = try await Theatre(room)
        let daemon = try await room.daemon("--slow", "8")
        let host = try await Host(theatre, daemon)
        let browser = try theatre.browser()
        let page = try await Page(browser, Theatre.page + "#alpha/default")
        try await page.atRest()
        let before = try await page.values
        try await page.recordValues()
        let begun = await host.client.begin("table.roll", ["by": "ann"])
        let plan = try await host.tell(through: "rollStarted")["params"]["plan"].array
        try await page.until("document.querySelectorAll('.moving').length === 5")
        #expect(try await page.text("by") == Phrases.text("rolls", ["name": "ann"]))
        #expect(
            try await page.value("document.getElementById('sum').className") == "old"
        )
        let last = plan.map { $0["values"].ints.last.map(String.init) ?? "" }
        try await page.until(
            "recordedValues.at(-1)?.join() === '\(last.joined(separator: ","))'"
        )
        // A late page sees the table as it was, at rest.
        let late = try await Page(browser, Theatre.page + "#alpha/default")
        try await late.atRest()
        #expect(try await late.values == before)
        let reply = try await host.client.reply(begun)["result"]
        try await host.tell(through: "rollSettled")
        let faces = reply["dice"].array.compactMap { $0["value"].int.map(String.init) }
        for page in [page, late] {
            try await page.until(
                "document.getElementById('said').textContent.startsWith('ann rolled ')"
            )
            try await page.atRest()
            try await page.until(
                "document.getElementById('sum').textContent === '\(reply["total"].int ?? 0)'"
            )
            #expect(try await page.values == faces)
            page.expectQuiet(besides: "ws://127.0.0.1:9001")
        }
        // Only the plan's passing values were shown, in order and to the end.
        let shown = try await page.value("recordedValues").array.map {
            $0.array.compactMap(\.string)
        }
        for (index, part) in plan.enumerated() {
            let expected =
                [before[index]] + part["values"].ints.map(String.init) + [faces[index]]
            #expect(
                expected.has(inOrder: shown.map { $0[index] }),
                "\(expected) \(shown)"
            )
        }
        #expect(try await page.text("by") == "ann rolled")
        #expect(
            try await page.value(
                "document.querySelectorAll('#room button.die, #roll, #end').length"
            ) == 0
        )
        try await browser.end()
    }

    @Test("the meaning of a throw and the words on its dice are shown")
    func whatAThrowMeansIsToldAndTheWordsOnItsDice() async throws {
        let theatre = try await Theatre(room)
        let daemon = try await room.daemon()
        let host = try await Host(theatre, daemon)
        let browser = try theatre.browser()
        let page = try await Page(browser, Theatre.page + "#alpha/default")
        try await page.atRest()
        for (expression, told) in [
            ("d6+9 vs 8", "made by "),
            ("d20 => 1+: <b>hit</b>", "<b>hit</b>"),
            ("d{sun,sun}", "1 sun"),
        ] {
            try await host.client.result(
                "table.throw",
                ["expression": .string(expression), "animate": false]
            )
            try await host.tell(through: "throwEnded")
            try await page.until(
                "document.querySelector('#thrown .meaning')?.textContent.startsWith('\(told)')"
            )
        }
        #expect(
            try await page.value("document.querySelector('#thrown .die').title")
                == "sun"
        )
        page.expectQuiet(besides: "ws://127.0.0.1:9001")
        try await browser.end()
    }

    @Test("a revealed turn is verified and a forged one is marked as wrong")
    func aRevealedTurnIsVerifiedAndAForgedOneIsWrong() async throws {
        let theatre = try await Theatre(room)
        let daemon = try await room.daemon()
        let host = try await Host(theatre, daemon)
        let browser = try theatre.browser()
        let page = try await Page(browser, Theatre.page + "#alpha/default")
        try await page.atRest()
        try await page.press("h")
        var entries: [JSON] = []
        for turn in 1...3 {
            try await host.client.result("table.roll", ["by": "ann", "animate": false])
            try await host.tell(through: "rollSettled")
            let entry = try await host.client.result("table.endTurn", ["by": "ann"])
            entries.append(entry)
            // The second turn is published with one face changed, the third with a seed that was
            // not committed to.
            if turn == 1 {
                try await host.tell(through: "turnEnded")
                try await page.until(
                    "document.getElementById('proof').textContent.startsWith('turn 1 checked')"
                )
                #expect(
                    try await page.value(
                        "document.querySelectorAll('#content details').length"
                    )
                        == 1
                )
            }
            host.skip()
            if turn == 2 {
                try await theatre.publish(
                    "diced/alpha/default/history",
                    Self.forged(entry, like: entries[0])
                )
                try await page.until(
                    "document.getElementById('proof').textContent.startsWith('turn 2 \(Phrases.wrong("facesDiffer"))')"
                )
                #expect(
                    try await page.value("document.getElementById('proof').className")
                        == "WRONG"
                )
            }
            try await host.tellState()
        }
        let verdicts =
            "[...document.querySelectorAll('#content .foot span')].map((each) => each.textContent)"
        #expect(
            try await page.value(verdicts) == [
                .string(Phrases.wrong("facesDiffer")), "checked",
            ]
        )
        // An entry of another table is not listed either.
        let other =
            JSON(entries[0].text.replacing("\"default\"", with: "\"other\"").utf8)
            ?? .null
        #expect(other["table"] == "other")
        try await theatre.publish("diced/alpha/default/history", other)
        // Another seed, with its faces and its commitment: not the one committed to, whatever is
        // published about it after the turn's first roll.
        try await theatre.publish(
            "diced/alpha/default/state",
            Self.late(
                try await host.client.result("table.get"),
                entries[0]["commitment"]
            )
        )
        try await page.until(
            "document.getElementById('facts').textContent.startsWith('Turn 4 · Roll 1')"
        )
        try await theatre.publish(
            "diced/alpha/default/history",
            Self.renamed(entries[0], turn: 4)
        )
        try await page.until("document.querySelectorAll('#content .foot').length === 3")
        #expect(
            try await page.value("\(verdicts)[0]")
                == .string(Phrases.wrong("wrongSeed"))
        )
        // An earlier turn is right, but this page has not seen its commitment.
        page.expectQuiet(besides: "ws://127.0.0.1:9001")
        try await browser.end()
    }

    /// Returns the entry with another face of its first die.
    private static func forged(_ entry: JSON, like other: JSON) -> JSON {
        guard case .object(var members) = entry,
            case .array(var rolls) = entry["rolls"],
            case .object(var roll) = rolls[0], case .array(var dice) = entry["dice"],
            case .object(var die) = dice[0]
        else { return entry }
        var values = roll["values"]?.ints ?? []
        values[0] = values[0] % 6 + 1
        roll["values"] = JSON(values)
        rolls[0] = .object(roll)
        die["value"] = JSON(values[0])
        dice[0] = .object(die)
        members["rolls"] = .array(rolls)
        members["dice"] = .array(dice)
        members["total"] = JSON(values.reduce(0, +))
        return .object(members)
    }

    /// Returns the state after a roll, with another commitment.
    private static func late(_ state: JSON, _ commitment: JSON) -> JSON {
        guard case .object(var members) = state else { return state }
        members["roll"] = 1
        members["commitment"] = commitment
        return .object(members)
    }

    /// Returns the entry under the number of another turn.
    private static func renamed(_ entry: JSON, turn: Int) -> JSON {
        guard case .object(var members) = entry else { return entry }
        members["turn"] = JSON(turn)
        members["id"] = 99
        return .object(members)
    }
}

/// Publishes a daemon's table `default` in steps that a test controls.
final class Host: Sendable {
    let client: Client
    private let theatre: Theatre
    private let next: Locked<Int>

    init(_ theatre: Theatre, _ daemon: Daemon) async throws {
        self.theatre = theatre
        client = try daemon.client()
        let snapshot = try await client.result("table.watch", ["frames": "plan"])
        next = Locked(client.lines.count)
        try await theatre.publish("diced/alpha/status", "online", retained: true)
        try await theatre.publish("diced/alpha/default/state", snapshot, retained: true)
    }

    /// Publishes every notification up to the first event of this name, waiting for it if
    /// necessary.
    @discardableResult
    func tell(through event: String) async throws -> JSON {
        let start = next.withLock { $0 }
        let (end, line) = try await client.event(event, from: start)
        for line in client.lines.all[start...end] where line["method"] != .null {
            try await theatre.publish("diced/alpha/default/event", line)
        }
        next.withLock { $0 = end + 1 }
        return line
    }

    /// Skips the notifications that have arrived so far.
    func skip() {
        next.withLock { $0 = client.lines.count }
    }

    func tellState() async throws {
        try await theatre.publish(
            "diced/alpha/default/state",
            try await client.result("table.get"),
            retained: true
        )
    }
}

extension [String] {
    /// Returns true if the others are among these elements, in this order.
    fileprivate func has(inOrder others: [String]) -> Bool {
        var rest = self[...]
        for other in others {
            guard let place = rest.firstIndex(of: other) else { return false }
            rest = rest[place...]
        }
        return true
    }
}
