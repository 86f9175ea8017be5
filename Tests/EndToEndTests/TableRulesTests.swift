import Glibc
import ProgramTestSupport
import Testing

@Suite("Rules of the table", .room)
struct TableRulesTests {
    @Test("a new daemon has the table default with five six-sided dice at rest")
    func newDaemon() async throws {
        let client = try await Room.here.daemon().client()
        let table = try await client.result("table.get")
        #expect(
            table.names == [
                "table", "revision", "turn", "roll", "rolling", "watchers", "total", "commitment", "throwCommitment",
                "dice",
            ])
        #expect(table["table"] == "default" && table["turn"] == 1 && table["roll"] == 0 && table["rolling"] == false)
        #expect(table["dice"].array.count == 5)
        for (index, die) in table["dice"].array.enumerated() {
            #expect(die.names == ["die", "sides", "value", "locked", "animating"])
            #expect(die["die"] == JSON(index + 1) && die["sides"] == 6)
            #expect(die["locked"] == false && die["animating"] == false)
            #expect((1...6).contains(die["value"].int ?? 0))
        }
    }

    @Test("locked dice keep their values and never animate")
    func lockedDice() async throws {
        let client = try await Room.here.daemon().client()
        try await client.result("table.watch")
        try await client.result("table.roll", ["animate": false])
        let before = try await client.result("table.lock", ["dice": [2, 4]])["dice"]
        let start = client.lines.count
        let result = try await client.result("table.roll")
        #expect(result["rolled"] == [1, 3, 5])
        #expect(result["dice"][1] == before[1] && result["dice"][3] == before[3])
        let shown = client.lines.all[start...].filter { $0["method"] == "frame" }.flatMap { $0["params"]["dice"].array }
        #expect(Set(shown.map { $0["die"] }) == [1, 3, 5], "nothing of a locked die has changed")
    }

    @Test("roll and endTurn are refused as busy while any die animates, and change nothing")
    func busy() async throws {
        let daemon = try await Room.here.daemon("--slow", "1000")
        let (client, other) = (try daemon.client(), try daemon.client())
        try await client.result("table.watch")
        let roll = await client.begin("table.roll", ["dice": [1]])
        try await client.event("rollStarted")
        for request in [("table.roll", nil), ("table.roll", ["dice": [5]]), ("table.endTurn", nil)] as [(String, JSON?)]
        {
            let error = try await other.refusal(request.0, request.1)
            #expect(error["code"] == 3 && error["data"]["reason"] == "busy")
        }
        let table = try await other.result("table.get")
        #expect(table["roll"] == 1 && table["turn"] == 1)
        #expect(table["dice"].array.map { $0["animating"] } == [true, false, false, false, false])
        #expect(try await other.result("table.cancel") == ["cancelled": [1]])
        #expect(try await client.reply(roll)["result"]["reason"] == "cancel")
        #expect(try await other.result("table.roll", ["dice": [5], "animate": false])["roll"] == 2)
        #expect(try await other.result("table.endTurn")["turn"] == 1)
    }

    @Test("a lock change that names an animating die is refused whole", arguments: ["lock", "unlock", "toggleLock"])
    func dieAnimating(_ change: String) async throws {
        let daemon = try await Room.here.daemon("--slow", "1000")
        let (client, other) = (try daemon.client(), try daemon.client())
        try await client.result("table.lock", ["dice": [3]])
        try await client.result("table.watch")
        _ = await client.begin("table.roll", ["dice": [2, 4]])
        try await client.event("rollStarted")
        let error = try await other.refusal("table.\(change)", ["dice": [1, 2, 3, 4]])
        #expect(error["code"] == 4 && error["data"]["dice"] == [2, 4])
        let locks = try await other.result("table.get")["dice"].array.map { $0["locked"] }
        #expect(locks == [false, false, true, false, false])
        let changed = try await other.result("table.\(change)", ["dice": [1, 3]])["dice"].array.map { $0["locked"] }
        let expected: [String: [JSON]] = [
            "lock": [true, false, true, false, false], "unlock": [false, false, false, false, false],
            "toggleLock": [true, false, false, false, false],
        ]
        #expect(changed == expected[change], "dice at rest may be locked in mid-roll")
    }

    @Test("restart cancels what is in flight on the faces drawn, and rolls anew")
    func restart() async throws {
        let room = try Room.here
        let twin = try await room.daemon("--seed", "11", socket: room.path("t/s"), state: room.path("twin")).client()
        var expected: [JSON] = []
        for _ in 1...3 { expected.append(try await twin.result("table.roll", ["animate": false])) }
        let client = try await room.daemon("--seed", "11", "--slow", "1000").client()
        try await client.result("table.watch")
        var rolls = [await client.begin("table.roll")]
        let started = try await client.event("rollStarted").index
        rolls.append(await client.begin("table.roll", ["restart": true]))
        try await client.event("rollStarted", from: started + 1)
        rolls.append(await client.begin("table.roll", ["restart": true, "animate": false]))
        var results: [JSON] = []
        for roll in rolls { results.append(try await client.reply(roll)["result"]) }
        for result in results[...1] { #expect(result["outcome"] == "cancelled" && result["reason"] == "restart") }
        #expect(results[2]["outcome"] == "completed")
        #expect(results.map { $0["roll"] } == [1, 2, 3])
        for index in 0...2 {
            #expect(
                results[index]["dice"].array.map { $0["value"] } == expected[index]["dice"].array.map { $0["value"] })
        }
        let events = client.lines.all.filter { $0["method"] == "event" }.map { $0["params"]["event"] }
        #expect(events == Array(repeating: ["rollStarted", "rollSettled"], count: 3).flatMap(\.self))
        let entry = try await client.result("table.endTurn")
        #expect(entry["rolls"].array.map { $0["outcome"] } == ["cancelled", "cancelled", "completed"])
    }

    @Test("restart on a table at rest is a roll like any other")
    func restartAtRest() async throws {
        let client = try await Room.here.daemon().client()
        #expect(try await client.result("table.roll", ["restart": true, "animate": false])["outcome"] == "completed")
    }

    @Test("cancel settles at once on the faces drawn, returns the dice's numbers, and the roll counts")
    func cancel() async throws {
        let room = try Room.here
        let twin = try await room.daemon("--seed", "3", socket: room.path("t/s"), state: room.path("twin")).client()
        let expected = try await twin.result("table.roll", ["dice": [1, 3, 5], "animate": false])
        let daemon = try await room.daemon("--seed", "3", "--slow", "1000")
        let (client, other) = (try daemon.client(), try daemon.client())
        try await client.result("table.watch")
        let roll = await client.begin("table.roll", ["dice": [5, 3, 1]])
        try await client.event("rollStarted")
        #expect(try await other.result("table.cancel") == ["cancelled": [1, 3, 5]])
        let table = try await other.result("table.get")
        #expect(table["rolling"] == false && table["roll"] == 1)
        #expect(table["dice"].array.map { $0["value"] } == expected["dice"].array.map { $0["value"] })
        let result = try await client.reply(roll)["result"]
        #expect(result["outcome"] == "cancelled" && result["reason"] == "cancel")
        #expect(result["dice"] == table["dice"] && result["rolled"] == [1, 3, 5])
        #expect(try await other.result("table.cancel") == ["cancelled": []])
        let entry = try await other.result("table.endTurn")
        #expect(entry["rolls"][0]["outcome"] == "cancelled")
    }

    @Test("a roll with all dice locked is refused, and so is one that names a locked die")
    func allLocked() async throws {
        let client = try await Room.here.daemon().client()
        try await client.result("table.lock", ["dice": [2, 4]])
        let named = try await client.refusal("table.roll", ["dice": [1, 4, 2]])
        #expect(named["code"] == 9 && named["data"] == ["reason": "dieLocked", "dice": [2, 4]])
        try await client.result("table.lock", ["dice": [1, 2, 3, 5]])
        let all = try await client.refusal("table.roll")
        #expect(all["code"] == 5 && all["data"]["reason"] == "allLocked")
        #expect(try await client.result("table.get")["roll"] == 0)
        let error = try await client.refusal("table.endTurn")
        #expect(error["code"] == 6, "a refused roll is no roll")
    }

    @Test("a partial roll throws the dice it names and leaves the others as they are")
    func partialRoll() async throws {
        let client = try await Room.here.daemon().client()
        try await client.result("table.create", ["table": "t", "dice": [1_000, 1_000, 1_000, 1_000]])
        let before = try await client.result("table.get", ["table": "t"])["dice"]
        let result = try await client.result("table.roll", ["table": "t", "dice": [4, 2, 4], "animate": false])
        #expect(result["rolled"] == [2, 4])
        #expect(result["dice"][0] == before[0] && result["dice"][2] == before[2])
        #expect(result["dice"][1] != before[1] || result["dice"][3] != before[3])
    }

    @Test("endTurn writes every roll and the dice, then unlocks all and begins the next turn")
    func endTurn() async throws {
        let daemon = try await Room.here.daemon()
        let (client, watcher) = (try daemon.client(), try daemon.client())
        try await watcher.result("table.watch")
        let first = try await client.result("table.roll", ["animate": false, "by": "ann"])
        try await client.result("table.lock", ["dice": [1, 2]])
        let second = try await client.result("table.roll", ["animate": false, "by": "ben"])
        let entry = try await client.result("table.endTurn", ["by": "cleo"])

        #expect(
            entry.names == [
                "id", "kind", "table", "turn", "endedAt", "by", "rolls", "dice", "total", "commitment", "seed", "chain",
                "nextCommitment",
            ])
        #expect(entry["table"] == "default" && entry["turn"] == 1 && entry["by"] == "cleo")
        let instant = try Regex(#"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"#)
        #expect(try instant.wholeMatch(in: entry["endedAt"].string ?? "") != nil)
        #expect(entry["rolls"].array.map { $0["roll"] } == [1, 2])
        #expect(entry["rolls"].array.map { $0["by"] } == ["ann", "ben"])
        #expect(entry["rolls"].array.map { $0["rolled"] } == [[1, 2, 3, 4, 5], [3, 4, 5]])
        #expect(entry["rolls"].array.map { $0["outcome"] } == ["completed", "completed"])
        for (roll, result) in zip(entry["rolls"].array, [first, second]) {
            #expect(roll.names == ["roll", "by", "at", "outcome", "rolled", "values", "entropy", "reveals"])
            #expect(roll["values"].array == result["dice"].array.map { $0["value"] })
            #expect(try instant.wholeMatch(in: roll["at"].string ?? "") != nil)
        }
        #expect(entry["dice"].array.map { $0["locked"] } == [true, true, false, false, false])
        #expect(entry["dice"].array.map { $0["value"] } == second["dice"].array.map { $0["value"] })
        #expect(entry["dice"][0].names == ["die", "sides", "value", "locked"])
        #expect(entry["total"] == second["total"])

        let table = try await client.result("table.get")
        #expect(table["turn"] == 2 && table["roll"] == 0)
        #expect(table["dice"].array.allSatisfy { $0["locked"] == false })
        let ended = try await watcher.event("turnEnded")
        #expect(ended.element["params"]["entry"] == entry.entry)
        let frame = watcher.lines.all[ended.index - 1]["params"]
        #expect(frame["turn"] == 2 && frame["dice"].array.map { $0["die"] } == [1, 2])
        #expect(try await client.refusal("table.endTurn")["code"] == 6)
    }

    @Test("watchers are told which locks changed, and no more")
    func lockChanged() async throws {
        let daemon = try await Room.here.daemon()
        let (client, watcher) = (try daemon.client(), try daemon.client())
        try await watcher.result("table.watch")
        try await client.result("table.lock", ["dice": [1, 2]])
        try await client.result("table.lock", ["dice": [1, 2]])
        try await client.result("table.lock", ["dice": [2, 3]])
        try await client.result("table.toggleLock", ["dice": [3, 5]])
        try await watcher.lines.until { lines in lines.count { $0["method"] == "event" } == 3 }
        let changes = watcher.notifications.filter { $0["method"] == "event" }.map { $0["params"]["dice"].array }
        #expect(changes.map { $0.map { $0["die"] } } == [[1, 2], [3], [3, 5]])
        #expect(changes.map { $0.map { $0["locked"] } } == [[true, true], [true], [false, true]])
        #expect(
            try await client.result("table.get")["dice"].array.map { $0["locked"] } == [true, true, false, false, true])
    }

    @Test("animate:false shows the faces at once, and watchers are told as of any roll")
    func withoutAnimation() async throws {
        let client = try await Room.here.daemon().client()
        try await client.result("table.watch")
        let result = try await client.result("table.roll", ["animate": false])
        #expect(result["outcome"] == "completed" && result["dice"].array.allSatisfy { $0["animating"] == false })
        #expect(client.frames.flatMap(\.["dice"].array).allSatisfy { $0["animating"] == false })
        let events = client.lines.all.filter { $0["method"] == "event" }.map { $0["params"]["event"] }
        #expect(events == ["rollStarted", "rollSettled"])
    }

    @Test("a player who gives no name is called by the login name")
    func defaultPlayer() async throws {
        let client = try await Room.here.daemon().client()
        let result = try await client.result("table.roll", ["animate": false])
        let entry = try await client.result("table.endTurn")
        let login = try #require(getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) })
        #expect(result["by"] == .string(login) && entry["by"] == .string(login))
    }
}
