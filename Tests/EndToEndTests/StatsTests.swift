import ProgramTestSupport
import Testing

@Suite("Statistics of rolled faces", .quickRoom)
struct StatsTests {
    @Test("thrown Fate dice are counted apart, and custom dice nowhere")
    func thrown() async throws {
        let room = try Room.here
        let daemon = try await room.daemon("--seed", "1")
        for expression in ["4dF", "2dF.1", "d{1, 5, 7}", "2d3", "d6"] {
            _ = try await daemon.client().result(
                "table.throw",
                ["expression": .string(expression), "animate": false]
            )
        }
        func rows(_ more: [String: JSON]) async throws -> [[JSON]] {
            let params = more.merging(["table": "default"]) { $1 }
            return try await daemon.client().result("table.stats", .object(params))["faces"]
                .array.map { [$0["sides"], $0["fate"], $0["rolls"]] }
        }
        let counted: [[JSON]] = [[3, .null, 2], [3, true, 4], [6, .null, 1], [6, true, 2]]
        #expect(try await rows([:]) == counted)
        #expect(try await rows(["since": "2020-01-01T00:00:00.000Z"]) == counted)
        #expect(try await rows(["sides": 3]) == Array(counted.prefix(2)))
        try await daemon.kill()
        _ = try await room.daemon()
        let lines = try await room.did("stats", "--sides", "3")
        #expect(lines.contains { $0.hasPrefix("dF: 4 rolled, mean ") })
    }

    @Test(
        "stats survive kill -9 and are printed in columns, as JSON and as bars on a terminal",
        .needs(.script)
    )
    func told() async throws {
        let room = try Room.here
        let daemon = try await room.daemon("--seed", "1")
        var client = try daemon.client()
        try await client.result("table.create", ["table": "coin", "dice": [2]])
        var faces: [Int] = []
        for _ in 1...9 {
            let roll = try await client.result(
                "table.roll",
                ["table": "coin", "animate": false, "by": "ann"]
            )
            faces += [try #require(roll["dice"][0]["value"].int)]
        }
        let counts = (1...2).map { face in faces.count { $0 == face } }
        let stats = try await client.result("table.stats", ["table": "coin"])
        #expect(stats["faces"].array.map { $0["counts"].ints } == [counts])
        try await daemon.kill()

        client = try await room.daemon().client()
        #expect(try await client.result("table.stats", ["table": "coin"]) == stats)
        try await client.result("table.endTurn", ["table": "coin"])
        #expect(try await client.result("table.stats", ["table": "coin"]) == stats)
        let lines = try await room.did("stats", "coin")
        try #require(lines.count == 4)
        #expect(
            lines[0].hasPrefix("d2: 9 rolled, mean 1.")
                && lines[0].contains(" (1.5 expected; higher than ")
        )
        #expect(
            lines[1].hasPrefix("  1  \(counts[0])  ")
                && lines[2].hasPrefix("  2  \(counts[1])  ")
        )
        #expect(lines[3] == "too few rolls to tell; 1 more needed")
        #expect(
            try await room.did("stats", "-t", "coin", "--by", "ann")[1...]
                == lines[1...]
        )
        #expect(
            try await room.did("stats", "coin", "--sides", "20").first?.hasPrefix(
                "no d20 rolled at coin"
            ) == true
        )
        #expect(
            JSON(try await room.did("stats", "coin", "--json").joined().utf8) == stats
        )
        let drawn = try await room.startOnTerminal(
            #"stty cols 40; LC_ALL=C "$dicectl" stats coin"#
        )
        .outcome().output
        let bars = drawn.map { $0.filter { $0 != "\r" } }.filter { $0.contains("#") }
        #expect(bars.map(\.count).max() == 40, "\(drawn)")
    }
}
