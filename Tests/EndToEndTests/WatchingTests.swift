import ProgramTestSupport
import Testing

@Suite("Watching a table", .quickRoom)
struct WatchingTests {
    @Test(
        "the last die's frame precedes rollSettled, which precedes the equal reply to the roll"
    )
    func order() async throws {
        let client = try await Room.here.daemon().client()
        try await client.result("table.watch")
        let result = try await client.result("table.roll", ["by": "ann"])
        let reply = client.lines.count - 1
        let settled = try await client.event("rollSettled")
        let started = try await client.event("rollStarted").index
        let rest = try await client.lines.first(from: started) {
            $0["method"] == "frame" && $0["params"]["rolling"] == false
        }
        #expect(rest.index == settled.index - 1)
        #expect(settled.index == reply - 1)
        let states = rest.element["params"]["dice"].array
        #expect(!states.isEmpty && states.allSatisfy { $0["animating"] == false })
        let events = client.lines.all.filter { $0["method"] == "event" }.map {
            $0["params"]["event"]
        }
        #expect(events == ["rollStarted", "rollSettled"])
        let event = settled.element["params"]
        for name in ["table", "by", "outcome", "rolled", "dice", "total"] {
            #expect(event[name] == result[name])
        }
        #expect(result["outcome"] == "completed")
        #expect(!result.names.contains("reason"))
        #expect(result["rolled"] == [1, 2, 3, 4, 5] && result["by"] == "ann")
        #expect(
            result["total"].int
                == result["dice"].array.reduce(0) { $0 + ($1["value"].int ?? 0) }
        )
        #expect(result["turn"] == 1 && result["roll"] == 1)
    }

    @Test(
        "a frame holds only the dice that changed, and frames add up to the table"
    )
    func framesAddUp() async throws {
        // A die with a thousand sides, because a die with few sides may change twice between two
        // frames and return to its value.
        let client = try await Room.here.daemon("--slow", "1").client()
        try await client.result(
            "table.create",
            ["table": "t", "dice": JSON([Int](repeating: 1_000, count: 5))]
        )
        var dice = try await client.result("table.watch", ["table": "t"])["dice"].array
        try await client.result("table.lock", ["table": "t", "dice": [4]])
        try await client.result("table.roll", ["table": "t"])
        var told = 0
        var unchanged = 0
        for frame in client.frames {
            for die in frame["dice"].array {
                let index = try #require(die["die"].int) - 1
                #expect(die.names == ["die", "sides", "value", "locked", "animating"])
                told += 1
                if dice[index] == die {
                    unchanged += 1
                }
                dice[index] = die
            }
        }
        #expect(
            JSON.array(dice)
                == (try await client.result("table.get", ["table": "t"])["dice"])
        )
        #expect(told >= 9 && unchanged <= 2, "\(unchanged) of \(told) had not changed")
    }

    @Test("unwatch ends the notifications, and the connection continues")
    func unwatch() async throws {
        let daemon = try await Room.here.daemon("--slow", "50")
        let client = try daemon.client()
        let other = try daemon.client()
        // With this many dice some begin to animate soon, however slow they are.
        try await client.result(
            "table.create",
            ["table": "many", "dice": JSON([Int](repeating: 6, count: 100))]
        )
        try await other.result("table.watch", ["table": "many"])
        let roll = try await client.rollInFlight(["table": "many"])
        try await client.frames(atLeast: 5)
        #expect(try await client.result("table.unwatch", ["table": "many"]) == [:])
        let shown = client.notifications.count
        try await other.frames(atLeast: other.frames.count + 5)
        try await other.result("table.cancel", ["table": "many"])
        try await other.event("rollSettled", table: "many")
        #expect(try await client.reply(roll)["result"]["reason"] == "cancel")
        #expect(client.notifications.count == shown)
        #expect(try await client.result("server.status")["watchers"] == 1)
    }
}
