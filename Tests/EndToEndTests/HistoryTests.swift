import ProgramTestSupport
import Testing

@Suite("dicectl history and export", .quickRoom)
struct HistoryTests {
    /// Plays turns for ann and bo at two tables. Returns them in the order in which they ended.
    private func turns(_ client: Client) async throws -> [JSON] {
        for name in ["a", "b"] {
            try await client.result(
                "table.create",
                ["table": .string(name), "dice": [6, 6]]
            )
        }
        var entries: [JSON] = []
        for (table, by) in [
            ("a", "ann"), ("b", "bo"), ("a", "bo"), ("b", "ann"), ("a", "ann"),
        ] {
            try await client.result(
                "table.roll",
                ["table": .string(table), "animate": false, "by": .string(by)]
            )
            entries.append(
                try await client.result(
                    "table.endTurn",
                    ["table": .string(table), "by": .string(by)]
                )
            )
        }
        return entries
    }

    private func ids(_ lines: [String]) -> [Int] {
        lines.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
    }

    @Test("history is filtered by table, player and time, with totals for each player")
    func filters() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        let entries = try await turns(client)
        let numbers = entries.compactMap { $0["id"].int }
        func told(_ arguments: String...) async throws -> [Int] {
            let outcome = try await room.dicectl(["history"] + arguments)
            #expect(outcome.ending == .exited(0))
            #expect(outcome.complaint == "")
            return ids(outcome.output)
        }
        #expect(try await told("a") == [numbers[4], numbers[2], numbers[0]])
        #expect(try await told("--all") == numbers.reversed())
        #expect(try await told("--all", "--by", "bo") == [numbers[2], numbers[1]])
        #expect(try await told("b", "--by", "ann") == [numbers[3]])
        #expect(try await told("--all", "--since", "1 hour ago") == numbers.reversed())
        #expect(try await told("--all", "--until", "1 hour ago") == [])
        let middle = try #require(entries[2]["endedAt"].string)
        let since = try await told("--all", "--since", middle)
        let until = try await told("--all", "--until", middle)
        #expect(
            since + until == numbers.reversed() && since.contains(numbers[2])
                && !until.contains(numbers[2])
        )

        let totals = try await room.did("history", "--all", "--totals")
        for (line, by) in zip(totals, ["ann", "bo"]) {
            let scores = entries.filter { $0["by"] == .string(by) }.compactMap {
                $0["total"].int
            }
            let words = line.split(separator: " ").map(String.init)
            #expect(
                words[0] == by && words[1] == "\(scores.count)"
                    && words[3] == "\(scores.max() ?? 0)"
            )
        }
        #expect(totals.count == 2)
    }

    @Test(
        "an export has every turn, oldest first, and a history has the requested number"
    )
    func export() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result(
            "table.create",
            ["table": "t", "dice": JSON(Array(repeating: 6, count: 1_000))]
        )
        // About 6 KB per roll: 105 rolls exceed the 512 KiB of one page.
        for _ in 1...7 {
            for _ in 1...15 {
                try await client.result("table.roll", ["table": "t", "animate": false])
            }
            try await client.result("table.endTurn", ["table": "t"])
        }
        _ = try await turns(client)
        let newest = try await client.result(
            "table.history",
            ["table": "t", "limit": 7]
        )
        #expect(newest["more"] == true && newest["entries"].array.count < 7)
        #expect(try await room.did("history", "t", "--limit", "6").count == 6)
        let lines = try await room.did("export", "t")
        let entries = lines.compactMap { JSON($0.utf8) }
        #expect(entries.compactMap { $0["turn"].int } == Array(1...7))
        #expect(
            entries.reversed().prefix(newest["entries"].array.count)
                == newest["entries"].array[...]
        )
        #expect(try await room.did("export", "--all").count == 12)
        #expect(try await room.did("export", "--all", "--by", "bo").count == 2)
        #expect(try await room.did("export") == [])
    }
}
