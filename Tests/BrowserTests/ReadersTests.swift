import Foundation
import ProgramTestSupport
import Testing

/// Tests all readers of entries other than dicectl: the page, the audience page behind a bridge and
/// a broker, and the verifier printed in dice-protocol(7). For an entry of each kind their verdicts
/// equal those of `dicectl verify`.
@Suite(.browser, .room, .needs(Theatre.tools + [.python3]), .needsNetworks)
struct ReadersTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    private static let game = #"""
        {"name":"quick","title":"Quick","dice":[2],"boxes":[
        {"box":"toString","title":"Any","needs":{"alike":[1]},"points":{"sum":"all"},"wins":true},
        {"box":"one","title":"One","points":{"sum":1}}]}
        """#

    /// The plays at each table, in order.
    private static let plays:
        [(table: String, play: @Sendable (Client, Room) async throws -> Void)] = [
            ("default", playRolls),
            ("words", playWords),
            ("match", playMatch),
            ("real", playRealDice),
            ("pig", playBust),
        ]

    /// Plays void and other rolls, a throw, a secret one, and a revealed one.
    private static func playRolls(_ client: Client, _ room: Room) async throws {
        let absent = try Client(room.socket)
        let nobody = JSON.string(String(repeating: "0", count: 64))
        try await absent.result(
            "table.contribute",
            ["commitment": nobody, "by": "bo|é"]
        )
        for _ in 1...2 {
            try await client.result("table.roll", ["animate": false, "by": "ann"])
        }
        try await client.result("table.endTurn", ["by": "ann"])
        let thrown: [JSON] = [
            ["expression": "4d6kh3+2"], ["expression": "3dF"],
            ["expression": "2d6+d20"],
        ]
        for case .object(let params) in thrown {
            try await client.result(
                "table.throw",
                .object(params.merging(["animate": false, "by": "ann"]) { $1 })
            )
        }
        for _ in 1...2 {
            try await client.result(
                "table.throw",
                ["expression": "d20", "animate": false, "by": "ann", "seenBy": ["gm"]]
            )
        }
        try await client.result("table.show", ["throw": 5, "by": "gm"])
    }

    /// Plays dice with words whose sum is negative.
    private static func playWords(_ client: Client, _ room: Room) async throws {
        try await client.result(
            "table.roll",
            ["table": "words", "animate": false, "by": "ann"]
        )
        try await client.result(
            "table.lock",
            ["table": "words", "dice": [2], "by": "ann"]
        )
        try await client.result(
            "table.roll",
            ["table": "words", "animate": false, "by": "ann"]
        )
        try await client.result("table.endTurn", ["table": "words", "by": "ann"])
    }

    /// Plays two corrected turns, the second of which wins because of its correction.
    private static func playMatch(_ client: Client, _ room: Room) async throws {
        for (by, boxes) in [
            ("ann", ["toString", "one"]), ("bo", ["one", "toString"]),
        ]
            as [(JSON, [JSON])]
        {
            try await client.result(
                "table.roll",
                ["table": "match", "animate": false, "by": by]
            )
            try await client.result(
                "table.endTurn",
                ["table": "match", "by": by, "box": boxes[0]]
            )
            try await client.result(
                "table.correct",
                ["table": "match", "by": by, "box": boxes[1]]
            )
        }
    }

    private static func playRealDice(_ client: Client, _ room: Room) async throws {
        try await client.result(
            "table.roll",
            ["table": "real", "by": "ann", "faces": [2]]
        )
        try await client.result(
            "table.endTurn",
            ["table": "real", "by": "ann", "box": "toString"]
        )
        try await client.result(
            "table.throw",
            [
                "table": "real", "by": "ann", "expression": "2d6+3", "faces": [4, 5],
                "animate": false,
            ]
        )
    }

    private static func playBust(_ client: Client, _ room: Room) async throws {
        try await client.result(
            "table.roll",
            ["table": "pig", "by": "ann", "faces": [1]]
        )
    }

    @Test("all readers reach the verdicts of `dicectl verify`") func allSayWhatDicectlSays()
        async throws
    {
        let theatre = try await Theatre(room)
        let client = try await room.daemon().client()
        let game = try #require(JSON(Self.game.utf8))
        let words: JSON = ["faces": ["-9", "2 hit-7", "blank"]]
        for params in [
            ["table": "words", "dice": [words, words, words]],
            ["table": "match", "players": ["ann", "bo"], "game": game],
            ["table": "real", "players": ["ann", "bo"], "game": game, "hand": true],
            ["table": "pig", "players": ["ann", "bo"], "game": "pig", "hand": true],
        ] as [JSON] {
            try await client.result("table.create", params)
        }
        _ = try await theatre.bridge(host: "alpha")
        let browser = try theatre.browser()
        let page = try await Page(browser, Theatre.page)
        try await page.until("document.querySelectorAll('#hosts a').length === 5")
        // The list adds up the numbers on the dice.
        try await page.until(
            "document.querySelector('[href=\"#alpha/words\"] .sum').textContent === '-27'"
        )
        var told: [String: String] = [:]
        for (table, play) in Self.plays {
            try await page.value("location.hash = '#alpha/\(table)'")
            try await page.until(
                "document.getElementById('name').textContent === '\(table)'"
            )
            try await page.atRest()
            try await play(client, room)
            let entries = try await history(client, table)
            // The revealed throw has two entries.
            let count = entries.count + (table == "default" ? 1 : 0)
            try await page.until(
                "document.querySelectorAll('#content details').length === \(count)"
            )
            for (id, verdict) in try await Self.verdicts(page) {
                told["\(table) \(id)"] = verdict
            }
            for entry in entries {
                #expect(
                    told["\(table) \(Self.id(entry))"] == Self.verdict(entry),
                    "\(entry.text)"
                )
            }
        }

        // Each reader of an export.
        let lines = try await room.did("export", "--all")
        #expect(lines.count == 14)
        #expect(lines.contains { $0.contains(#""bust":true"#) })
        _ = try await room.did("verify", "--all")
        #expect(try await python(lines) == (0, "right: \(lines.count) entries"))

        // All readers reject a forged entry.
        for (index, line) in lines.enumerated() {
            guard let forged = Self.forged(line) else { continue }
            var changed = lines
            changed[index] = forged
            try room.makeFile("changed", changed.map { $0 + "\n" }.joined())
            #expect(
                try await room.dicectl("verify", room.path("changed")).ending
                    == .exited(65),
                "\(forged)"
            )
            #expect(try await python(changed).status == 1, "\(forged)")
            let table = try #require(JSON(line.utf8)?["table"].string)
            try await page.value("location.hash = ''")
            try await page.value("location.hash = '#alpha/\(table)'")
            try await page.atRest()
            try await theatre.publish("diced/alpha/\(table)/history", forged)
            try await page.until(
                "document.querySelectorAll('#content details').length === 1"
            )
            // Winners are numbers of players in another entry, which this page has not received.
            let isCheckable =
                !forged.contains(#""winners""#) || forged.contains(#""players""#)
            let verdict = try #require(try await Self.verdicts(page).first?.verdict)
            #expect(verdict.hasPrefix("WRONG") == isCheckable, "\(forged)")
        }
        try await page.value("location.hash = '#alpha/default'")
        try await page.atRest()
        // An entry of a later edition is not judged, whatever its contents.
        let later = lines[0].replacing(#/"edition":\d/#, with: "\"edition\":9")
            .replacing("\"rolls\":[", with: "\"news\":[")
        try await theatre.publish("diced/alpha/default/history", later)
        try await page.until(
            "document.querySelectorAll('#content details').length === 1"
        )
        #expect(
            try await Self.verdicts(page).map(\.verdict) == [
                Phrases.text("notChecked", ["edition": "9"])
            ]
        )
        page.expectQuiet(besides: "ws://127.0.0.1:9001")
        try await browser.end()

        // The page itself, in its history.
        let (_, port) = try await room.pageProgram()
        let link = try await room.did("web", "--as", "zoe")[0]
        let other = try Browser(room)
        let panel = try await Page(other, Web.link(link, port: port))
        for (table, _) in Self.plays {
            try await panel.open("http://127.0.0.1:\(port)/?table=\(table)")
            try await panel.until(
                "document.getElementById('name').textContent === '\(table)'"
            )
            try await panel.atRest()
            try await panel.press("h")
            let entries = try await history(client, table)
            try await panel.until(
                "document.querySelectorAll('#content details').length === \(entries.count)"
            )
            let shown = try await Self.verdicts(panel).map(\.verdict)
            // It has not seen the commitments sent before it opened.
            let fits = Phrases.text("fitsSeed")
            #expect(
                shown
                    == entries.map {
                        Self.verdict($0) == "checked" ? fits : Self.verdict($0)
                    }
            )
        }
        try await other.end()
    }

    /// Returns the entries that strangers receive, newest first.
    private func history(_ client: Client, _ table: String) async throws -> [JSON] {
        try await client.result(
            "table.history",
            ["table": .string(table), "kind": "all"]
        )[
            "entries"
        ].array
    }

    private static func id(_ entry: JSON) -> String {
        "entry-\(entry["id"].int ?? 0)"
    }

    /// Returns the verdict on an honest entry.
    private static func verdict(_ entry: JSON) -> String {
        if entry["hidden"] == true {
            return "hidden"
        }
        if entry["kind"] == "correction" {
            return ""
        }
        return entry["entered"] == true ? Phrases.text("entered") : "checked"
    }

    /// Returns the visible rows, newest first. Of two rows with one id, the newer one counts.
    private static func verdicts(_ page: Page) async throws -> [(
        id: String, verdict: String
    )] {
        let rows = try await page.value(
            """
            (async () => {
              while ([...document.querySelectorAll("#content .foot")].length < document.querySelectorAll("#content details").length) {
                await new Promise(requestAnimationFrame);
              }
              return [...document.querySelectorAll("#content details")].map((row) => [row.id, row.querySelector(".foot span").textContent]);
            })()
            """
        ).array
        var seen: Set<String> = []
        return rows.compactMap { row in
            guard let id = row[0].string, let verdict = row[1].string,
                seen.insert(id).inserted
            else { return nil }
            return (id, verdict)
        }
    }

    /// Returns the line with another seed or, for an entry with its own hash, another score; `nil`
    /// if no change is detectable.
    private static func forged(_ line: String) -> String? {
        if let seed = line.firstMatch(of: #/"seed":"(?<digit>.)/#) {
            return line.replacing(
                seed.0,
                with: "\"seed\":\"\(seed.digit == "0" ? "1" : "0")"
            )
        }
        guard line.contains(#""digest""#), line.contains(#""kind":"correction""#) else {
            return nil
        }
        return line.replacing(#/"points":\d+/#, with: "\"points\":77")
    }

    /// Returns the output of the verifier in dice-protocol(7) for an export.
    private func python(_ lines: [String]) async throws -> (status: Int, output: String) {
        let script = try ManualRecipe.text(
            from: "import hashlib, hmac",
            to: "\n.Ed",
            of: "dice-protocol.7"
        )
        try room.makeFile("verifier.py", script)
        try room.makeFile("export", lines.map { $0 + "\n" }.joined())
        let outcome = try await room.start(
            "/bin/sh",
            [
                "-c", "exec \"$0\" \"$1\" <\"$2\"", try #require(Tool.python3.path),
                room.path("verifier.py"),
                room.path("export"),
            ]
        ).outcome()
        guard case .exited(let status) = outcome.ending else {
            return (-1, outcome.complaint)
        }
        return (Int(status), outcome.output.joined(separator: "\n"))
    }
}
