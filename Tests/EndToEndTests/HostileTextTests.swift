import DiceModel
import Foundation
import ProgramTestSupport
import Testing

/// Texts at and beyond every limit, made of parts that have broken texts before.
private struct HostileTexts {
    private static let pieces = [
        "a", "B", "9", " ", "-", "=", "+", "@", "|", ",", ";", ":", "\"", "'", "\\",
        "/", "<", "&",
        "#", "{", "}", "[",
        "]", "(", "*", "é", "e\u{301}", "\u{301}", "\u{323}\u{301}", "\u{FB2C}",
        "\u{1D160}",
        "\u{344}", "\u{212B}",
        "각", "\u{1100}\u{1161}\u{11A8}", "👨‍👩‍👧", "🎲", "❤\u{FE0F}", "🇩🇪", "\u{200D}",
        "\u{200B}",
        "\u{202E}", "\u{2066}",
        "\u{FE0F}", "\u{34F}", "\u{3164}", "\u{2800}", "שלום", "سلام", "क्\u{200D}ष",
        "\u{2028}",
        "\u{1B}[2J", "\t",
        "\r\n",
        "\u{0}", "\u{E000}", "\u{FDFA}", "\u{10FFFF}",
    ]
    private static let shown = [
        "a", "9", "é", "e\u{301}", "\u{FB2C}", "각", "🎲", "👨‍👩‍👧", "ש", "س", "|", "=", "'",
    ]
    private static let lengths = [
        1, 2, 63, 64, 65, 128, 129, 255, 256, 257, 480, 481, 4_096, 4_097, 16_384,
        16_385,
    ]

    /// The texts that every run tries.
    static let edges =
        [63, 64, 65, 128, 129, 480, 481, 4_096, 4_097, 16_384, 16_385].map {
            String(repeating: "a", count: $0)
        }
        + [32, 64, 65].flatMap { count in
            ["🎲", "é", "e\u{301}", "\u{FB2C}", "\u{1D160}"].map {
                String(repeating: $0, count: count)
            }
        }
        + [8, 9].map { "e" + String(repeating: "\u{323}", count: $0) }
        + [
            "", " ", "=1+1", "\"a\"|b'c'", "-2", "👨‍👩‍👧 ❤\u{FE0F} 🇩🇪", "שלום", "\u{202E}abc",
            "क्\u{200D}ष", "a\u{200B}",
        ]

    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// Returns a text at a limit on bytes or scalars, sometimes with visible characters only.
    mutating func next() -> String {
        let pieces = Bool.random(using: &random) ? Self.shown : Self.pieces
        let maximum = Self.lengths.randomElement(using: &random) ?? 1
        let countsBytes = Bool.random(using: &random)
        let variety = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
            pieces.randomElement(using: &random)
        }
        var text = String.UnicodeScalarView()
        var size = 0
        // The maximum size of a text in a request, whose line may have 64 KiB.
        var written = 0
        while size < maximum, written < 60_000 {
            for scalar in (variety.randomElement(using: &random) ?? "a").unicodeScalars {
                size += countsBytes ? UTF8.width(scalar) : 1
                written += (0x20...0x7E).contains(scalar.value) ? 2 : 6
                if size <= maximum {
                    text.append(scalar)
                }
            }
        }
        return String(text)
    }
}

@Suite("Hostile texts", .quickRoom)
struct HostileTextTests {
    /// The requests that can carry a text, and their results.
    private struct Doors {
        var told: [String: (done: Int, refused: Int)] = [:]
        /// The acknowledged throws and turns.
        var entries: [JSON] = []

        /// Returns the result of the request, or null if there is a reason to refuse it.
        @discardableResult
        mutating func ask(
            _ door: String,
            _ client: Client,
            _ method: String,
            _ params: JSON,
            _ text: String
        ) async throws -> JSON {
            let reply = try await client.call(method, params)
            guard reply["error"] != .null else {
                told[door, default: (0, 0)].done += 1
                if ["table.throw", "table.endTurn"].contains(method) {
                    entries.append(reply["result"])
                }
                return reply["result"]
            }
            told[door, default: (0, 0)].refused += 1
            let reason = reply["error"]["data"]["reason"].string
            #expect(
                [
                    "invalidParams", "limitExceeded", "badExpression", "badGame",
                    "nothingRolled",
                ]
                .contains(reason),
                "\(door): \(reply["error"]) for \(text.debugDescription.prefix(400))"
            )
            return .null
        }
    }

    /// Returns one throw for each kind of expression that can contain the text.
    private static func expressions(_ text: String) -> [(
        door: String, expression: String
    )] {
        [
            ("remark", "d6 # \(text)"),
            ("bracket", "d6[\(text)]"),
            ("faces", "d{\(text),b}"),
            ("outcome", "d20 => ..9: \(text), 10..: b"),
        ]
    }

    /// Sends a text in every kind of request.
    private func drive(
        _ text: String,
        _ index: Int,
        _ daemon: Daemon,
        _ client: Client,
        _ doors: inout Doors
    ) async throws {
        let string = JSON.string(text)
        for (door, params) in [
            ("throw by", ["expression": "2d6", "by": string]),
            ("label", ["expression": "d6", "label": string]),
            ("seenBy", ["expression": "d6", "by": "ann", "seenBy": [string]]),
        ] as [(String, [String: JSON])] {
            let result = try await doors.ask(
                door,
                client,
                "table.throw",
                .object(params.merging(["animate": false]) { $1 }),
                text
            )
            guard result != .null else { continue }
            // Texts that differ only in their normal form count as equal.
            if params["by"] == string {
                #expect(result["by"] == string)
            }
            if params["label"] != nil {
                #expect(result["label"] == string)
            }
        }
        for (door, expression) in Self.expressions(text) {
            let expression = JSON.string(expression)
            try await doors.ask(
                door,
                client,
                "table.throw",
                ["expression": expression, "animate": false],
                text
            )
            let saved = try await doors.ask(
                "saved \(door)",
                client,
                "roll.save",
                ["name": "r", "expression": expression],
                text
            )
            guard saved != .null else { continue }
            let thrown = try await doors.ask(
                "thrown \(door)",
                client,
                "table.throw",
                ["saved": "r", "animate": false],
                text
            )
            #expect(thrown != .null, "a roll that was saved is refused")
        }

        // Where the text is refused, "ann" rolls, so that locking and ending are tried in any case.
        if try await doors.ask(
            "roll by",
            client,
            "table.roll",
            ["animate": false, "by": string],
            text
        ) == .null {
            try await client.result("table.roll", ["animate": false, "by": "ann"])
        }
        try await doors.ask(
            "lock by",
            client,
            "table.lock",
            ["dice": [1], "by": string],
            text
        )
        if try await doors.ask("end by", client, "table.endTurn", ["by": string], text)
            == .null
        {
            doors.entries.append(
                try await client.result("table.endTurn", ["by": "ann"])
            )
        }

        let table = JSON.string("p\(index)")
        let players = [string, "bo"] as JSON
        if try await doors.ask(
            "players",
            client,
            "table.create",
            ["table": table, "dice": [6], "players": players],
            text
        ) != .null {
            try await client.result(
                "table.roll",
                ["table": table, "animate": false, "by": string]
            )
            doors.entries.append(
                try await client.result(
                    "table.endTurn",
                    ["table": table, "by": string]
                )
            )
        }

        let titles: [(String, JSON, JSON)] = [
            ("game title", string, "box"),
            ("box title", "game", string),
        ]
        for (door, title, box) in titles {
            let table = JSON.string("\(door.prefix(1))\(index)")
            let game: JSON = [
                "name": "hostile", "title": title, "dice": [6, 6],
                "boxes": [["box": "a", "title": box, "points": ["sum": "all"]]],
            ]
            let made = try await doors.ask(
                door,
                client,
                "table.create",
                ["table": table, "game": game],
                text
            )
            guard made != .null else { continue }
            try await client.result(
                "table.roll",
                ["table": table, "animate": false, "by": "ann"]
            )
            doors.entries.append(
                try await client.result(
                    "table.endTurn",
                    ["table": table, "by": "ann", "box": "a"]
                )
            )
            #expect(
                try await client.result("table.matches", ["table": table])["matches"]
                    .array.count
                    == 1
            )
            #expect(
                try await client.result("table.game", ["table": table])["document"]["title"]
                    == title
            )
        }

        let seat = try daemon.client()
        if try await doors.ask("confine", seat, "session.confine", ["as": string], text)
            != .null
        {
            let thrown = try await doors.ask(
                "confined",
                seat,
                "table.throw",
                ["expression": "d6", "animate": false],
                text
            )
            #expect(thrown["by"] == string)
        }
        #expect(try await seat.result("ping") == [:])
        seat.close()
    }

    /// Returns every entry of every table, and checks that none is damaged.
    private func history(_ client: Client) async throws -> [JSON] {
        var entries: [JSON] = []
        var query: [String: JSON] = ["table": "*", "kind": "all", "limit": 1_000]
        while true {
            let page = try await client.result("table.history", .object(query))
            #expect(page["damaged"] == .null)
            entries += page["entries"].array
            guard page["more"] == true, let last = page["entries"].array.last else {
                return entries
            }
            query["before"] = last["id"]
        }
    }

    private static func key(_ entry: JSON) -> String {
        let number = entry["throw"].int.map { "throw \($0)" } ?? "turn \(entry["turn"])"
        return "\(entry["table"].string ?? "?") \(number)"
    }

    @Test(
        "hostile texts are refused with a reason or kept, and every reader accepts kept ones",
        arguments: [Soak.seed]
    )
    func everyDoor(_ seed: UInt64) async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let client = try daemon.client()
        let watch = try room.startDicectl("watch", "--json")
        try await watch.output.first { $0.contains("commitment") }
        var texts = HostileTexts(seed: seed)
        var doors = Doors()
        let all =
            HostileTexts.edges
            + (0..<Soak.size(30, long: 500)).map { _ in texts.next() }
        for (index, text) in all.enumerated() {
            try await drive(text, index, daemon, client, &doors)
        }
        // Every kind of request has accepted at least one text and refused at least one.
        for (door, told) in doors.told {
            #expect(told.done > 4, "\(door)")
            #expect(
                told.refused > 0 || door.hasPrefix("thrown ") || door == "confined",
                "\(door)"
            )
        }

        let last = try await client.result(
            "table.throw",
            ["expression": "d6", "label": "the last", "animate": false]
        )
        doors.entries.append(last)
        try await watch.output.first { $0.contains("the last") }
        #expect(watch.isAlive)

        let entries = try await history(client)
        let kept = Dictionary(entries.map { (Self.key($0), $0) }) { first, _ in first }
        #expect(kept.count == doors.entries.count)
        for entry in doors.entries {
            let stored = try #require(
                kept[Self.key(entry)],
                "\(Self.key(entry)) is not in history"
            )
            for name in ["by", "label", "text", "expression"] {
                #expect(stored[name] == entry[name])
            }
        }

        #expect(try await room.dicectl("verify", "--all").ending == .exited(0))
        let exported = try await room.did("export", "--all")
        #expect(exported.count == entries.count)
        try room.makeFile("export", exported.map { $0 + "\n" }.joined())
        let shell = try room.start(
            "/bin/sh",
            [
                "-c", "exec \"$0\" verify --no-autostart - <\"$1\"", Programs.dicectl,
                room.path("export"),
            ],
            environment: room.clientEnvironment
        )
        #expect(try await shell.ending() == .exited(0))
        #expect(
            try await room.did("history", "--all", "--kind", "all", "--csv").count == 1
                + entries.count
        )
        #expect(
            try await room.did("history", "--all", "--kind", "all", "--limit", "1000")
                .count
                == min(entries.count, 1_000)
        )
        let check = try room.start(
            Programs.diced,
            ["--check", "--state-dir", room.state]
        )
        #expect(try await check.ending() == .exited(0))

        let copy = room.path("copy.sqlite")
        _ = try await room.did("backup", copy)
        let other = [
            "DICED_SOCKET": room.path("other/s"),
            "DICED_STATE_DIR": room.path("other-state"),
        ]
        #expect(try await room.dicectl(["restore", copy], other).ending == .exited(0))
        let restored = try await room.daemon(
            socket: room.path("other/s"),
            state: room.path("other-state")
        )
        #expect(
            try await room.dicectl(["verify", "--all"], other).ending == .exited(0)
        )
        #expect(try await history(restored.client()) == entries)
        #expect(watch.isAlive)
    }
}
