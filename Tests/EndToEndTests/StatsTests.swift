import ProgramTestSupport
import Testing

@Suite("Statistics of the faces rolled", .room)
struct StatsTests {
    /// How often each face is among the dice that the rolls of `entries` rolled.
    private func recount(_ rolls: [JSON], sides: Int) -> JSON {
        var counts = [Int](repeating: 0, count: sides)
        for roll in rolls {
            for die in roll["rolled"].array.compactMap(\.int) {
                counts[(roll["values"].array[die - 1].int ?? 1) - 1] += 1
            }
        }
        return JSON(counts)
    }

    @Test("every die rolled counts once: of open and ended turns, by player, and after kill -9")
    func counts() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let client = try daemon.client()
        #expect(try await client.result("table.stats") == ["table": "default", "faces": []])
        for (index, by) in ["ann", "bo", "ann", "ann"].enumerated() {
            try await client.result("table.roll", ["animate": false, "by": .string(by)])
            if index == 1 { try await client.result("table.lock", ["dice": [2, 4]]) }
            if index == 2 { try await client.result("table.endTurn") }
        }
        let stats = try await client.result("table.stats")
        try #require(stats["faces"].array.map { $0["by"].string } == [nil, "ann", "bo"])
        #expect(stats["faces"].array.map { $0["rolls"] } == [18, 13, 5])
        #expect(try await client.result("table.stats", ["by": "bo"])["faces"] == [stats["faces"].array[2]])
        #expect(try await client.result("table.stats", ["sides": 20])["faces"] == [])
        try await daemon.kill()

        let again = try await room.daemon().client()
        #expect(try await again.result("table.stats") == stats)
        try await again.result("table.endTurn")
        #expect(try await again.result("table.stats") == stats)
        let rolls = try await again.result("table.history")["entries"].array.flatMap { $0["rolls"].array }
        let all = stats["faces"].array[0]
        #expect(all["counts"] == recount(rolls, sides: 6) && all["degrees"] == 5)
        #expect(stats["faces"].array[2]["counts"] == recount(rolls.filter { $0["by"] == "bo" }, sides: 6))
        try await again.result("table.delete", ["table": "default"])
        try await again.result("table.create", ["table": "default", "dice": [6]])
        #expect(try await again.result("table.stats")["faces"] == [])
    }

    @Test("dice in flight are no part of them until they have settled")
    func inFlight() async throws {
        let room = try Room.here
        let client = try await room.daemon("--slow", "1000").client()
        try await client.result("table.watch")
        let roll = await client.begin("table.roll", ["by": "ann"])
        try await client.event("rollStarted")
        #expect(try await client.result("table.stats")["faces"] == [])
        #expect(try await room.did("stats") == ["no dice rolled at default yet; roll first: dicectl roll"])
        try await client.result("table.cancel")
        let faces = try await client.reply(roll)["result"]["dice"].array.compactMap { $0["value"].int }
        let counts = (1...6).map { face in faces.count { $0 == face } }
        #expect(try await client.result("table.stats")["faces"].array.map { $0["counts"] } == [JSON(counts)])
    }

    @Test("dicectl tells them in columns, as JSON, and on a terminal with bars", .needs(.script))
    func told() async throws {
        let room = try Room.here
        let client = try await room.daemon("--seed", "1").client()
        try await client.result("table.create", ["table": "coin", "dice": [2]])
        for _ in 1...9 { try await client.result("table.roll", ["table": "coin", "animate": false, "by": "ann"]) }
        let stats = try await client.result("table.stats", ["table": "coin"])
        let counts = try #require(stats["faces"].array.first)["counts"].array.compactMap(\.int)
        let lines = try await room.did("stats", "coin")
        try #require(lines.count == 4 && counts.count == 2)
        #expect(lines[0].hasPrefix("d2: 9 rolled, mean 1.") && lines[0].hasSuffix(" (1.5 expected)"))
        #expect(lines[1].hasPrefix("  1  \(counts[0])  ") && lines[2].hasPrefix("  2  \(counts[1])  "))
        #expect(lines[3] == "too few to say anything: 1 more is needed")
        #expect(try await room.did("stats", "-t", "coin", "--by", "ann")[1...] == lines[1...])
        #expect(try await room.did("stats", "coin", "--sides", "20").first?.hasPrefix("no d20 rolled at coin") == true)
        let json = try await room.did("stats", "coin", "--json")
        #expect(JSON(json.joined().utf8) == stats)
        let drawn = try await room.startOnTerminal(#"stty cols 40; LC_ALL=C "$dicectl" stats coin"#).outcome().output
        let bars = drawn.map { $0.filter { $0 != "\r" } }.filter { $0.contains("#") }
        #expect(bars.map(\.count).max() == 40, "\(drawn)")
    }
}
