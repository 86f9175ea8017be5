import ProgramTestSupport
import Testing

@Suite("Future faces", .room)
struct WithheldFaceTests {
    private static let tables = (1...40).map { JSON.string("t\($0)") }

    /// A value that a die showed while it animated.
    private struct Passing: Hashable {
        var table: JSON
        var die: Int
        var value: Int
    }

    /// Returns the values of dice in flight in all frames and snapshots.
    private func passing(_ shown: some Sequence<JSON>) -> Set<Passing> {
        var values: Set<Passing> = []
        for state in shown {
            for die in state["dice"].array where die["animating"] == true {
                guard let number = die["die"].int, let value = die["value"].int else {
                    continue
                }
                values.insert(Passing(table: state["table"], die: number, value: value))
            }
        }
        return values
    }

    @Test("a die's final face is not visible anywhere before the die settles")
    func resultIsWithheld() async throws {
        let daemon = try await Room.here.daemon("--log-level", "trace")
        let watcher = try daemon.client()
        let roller = try daemon.client()
        let curious = try daemon.client()
        var rolls: [JSON: Int] = [:]
        for table in Self.tables {
            let dice = JSON([Int](repeating: 1_000, count: 5))
            try await watcher.result("table.create", ["table": table, "dice": dice])
            try await watcher.result("table.watch", ["table": table])
        }
        for table in Self.tables {
            rolls[table] = await roller.begin("table.roll", ["table": table])
        }
        var snapshots: [JSON] = []
        // At the start, when one table has settled, and when half of the tables have settled.
        for settled in [0, 1, 20] {
            if settled > 0 {
                try await roller.lines.until { $0.count >= settled }
            }
            for table in Self.tables {
                snapshots.append(
                    try await curious.result("table.get", ["table": table])
                )
            }
            snapshots.append(try await curious.result("server.status"))
            snapshots.append(try await curious.result("table.list"))
        }
        let logged = daemon.child.errors.all
        var faces: [JSON: [Int]] = [:]
        for (table, roll) in rolls {
            faces[table] = try await roller.reply(roll)["result"]["dice"].array
                .compactMap {
                    $0["value"].int
                }
        }

        let shown = snapshots + watcher.frames
        let early = passing(shown)
        #expect(early.count >= 200, "the start alone shows every die")
        // On average two of the 200 dice show their face in passing, because each shows ten of a
        // thousand values. More than ten dice do so in one of a hundred thousand runs; if one die
        // of each roll leaked, it would be forty.
        let leaks = early.filter { faces[$0.table]?[$0.die - 1] == $0.value }
        #expect(leaks.count <= 10, "\(leaks)")
        for state in shown {
            for die in state["dice"].array
            where die["animating"] == false && state["roll"] == 1 {
                #expect(
                    faces[state["table"]]?[(die["die"].int ?? 0) - 1]
                        == die["value"].int
                )
            }
        }
        for line in watcher.notifications where line["params"]["event"] == "rollStarted" {
            #expect(
                line["params"].names == [
                    "table", "revision", "event", "by", "rolled", "commitment",
                    "entropy", "reveals", "may",
                ]
            )
        }
        // No seed is sent before its turn ends, and no seed of any later throw is sent.
        let seen =
            (watcher.lines.all + roller.lines.all + curious.lines.all).map(\.text)
            + logged
        for table in Self.tables {
            let entry = try await curious.result("table.endTurn", ["table": table])
            let seed = try #require(entry["seed"].string)
            #expect(!seen.contains { $0.contains(seed) })
        }
        // Three digits that are not part of a time or a process id.
        let words = logged.flatMap {
            $0.split(separator: " ").filter { !$0.contains(":") && !$0.contains("pid") }
        }
        let numbers = Set(
            words.flatMap { $0.split { !$0.isNumber } }.compactMap { Int($0) }
        )
        #expect(!words.isEmpty)
        #expect(
            numbers.isDisjoint(
                with: faces.values.joined().filter { (100...999).contains($0) }
            )
        )
    }
}
