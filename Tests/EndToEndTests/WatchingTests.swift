import ProgramTestSupport
import Testing

@Suite("Watching a table", .room)
struct WatchingTests {
    /// So many dice that some begin to tumble soon, however slow they are made.
    private static let many: JSON = ["table": "many", "dice": JSON([Int](repeating: 6, count: 100))]

    @Test("two watchers are shown the same frames and events in the same order")
    func sameFrames() async throws {
        let daemon = try await Room.here.daemon("--slow", "50")
        let (ann, ben, roller) = (try daemon.client(), try daemon.client(), try daemon.client())
        try await roller.result("table.create", Self.many)
        let snapshots = (
            try await ann.result("table.watch", ["table": "many"]),
            try await ben.result("table.watch", ["table": "many"])
        )
        #expect(snapshots.0["dice"] == snapshots.1["dice"] && snapshots.0["revision"] == snapshots.1["revision"])
        #expect(snapshots.0["watchers"] == 1 && snapshots.1["watchers"] == 2)
        _ = await roller.begin("table.roll", ["table": "many", "by": "cleo"])
        try await ann.frames(atLeast: 12)
        try await roller.result("table.cancel", ["table": "many"])
        try await ann.event("rollSettled", table: "many")
        try await ben.event("rollSettled", table: "many")
        // How many watch is told a second after they came, which may be just now.
        func seen(_ watcher: Client) -> [JSON] {
            watcher.notifications.filter { $0["params"]["event"] != "watchersChanged" }
        }
        #expect(seen(ann) == seen(ben))
    }

    @Test("the frame that settles the last die comes before rollSettled, and that before the roll's reply")
    func order() async throws {
        let daemon = try await Room.here.daemon()
        let client = try daemon.client()
        try await client.result("table.watch")
        try await client.result("table.roll")
        let reply = client.lines.count - 1
        let settled = try await client.event("rollSettled").index
        let started = try await client.event("rollStarted").index
        let rest = try await client.lines.first(from: started) {
            $0["method"] == "frame" && $0["params"]["rolling"] == false
        }
        #expect(rest.index == settled - 1)
        #expect(settled == reply - 1)
        let states = rest.element["params"]["dice"].array
        #expect(!states.isEmpty && states.allSatisfy { $0["animating"] == false })
        let events = client.lines.all.filter { $0["method"] == "event" }.map { $0["params"]["event"] }
        #expect(events == ["rollStarted", "rollSettled"])
    }

    @Test("rollSettled and the reply tell the same of a roll")
    func sameResult() async throws {
        let daemon = try await Room.here.daemon()
        let client = try daemon.client()
        try await client.result("table.watch")
        let result = try await client.result("table.roll", ["by": "ann"])
        let event = try await client.event("rollSettled").element["params"]
        for name in ["table", "by", "outcome", "rolled", "dice", "total"] { #expect(event[name] == result[name]) }
        #expect(result["outcome"] == "completed")
        #expect(result["reason"] == nil && !result.names.contains("reason"))
        #expect(result["rolled"] == [1, 2, 3, 4, 5])
        #expect(result["by"] == "ann")
        #expect(result["total"].int == result["dice"].array.reduce(0) { $0 + ($1["value"].int ?? 0) })
        #expect(result["turn"] == 1 && result["roll"] == 1)
    }

    @Test("a table's revisions never go down on a connection, whatever happens at the table")
    func revisions() async throws {
        let daemon = try await Room.here.daemon("--slow", "50")
        let (watcher, busy) = (try daemon.client(), try daemon.client())
        let table: JSON = ["table": "many"]
        try await busy.result("table.create", Self.many)
        try await watcher.result("table.watch", table)
        try await busy.result("table.lock", ["table": "many", "dice": [2]])
        let first = await busy.begin("table.roll", table)
        try await watcher.frames(atLeast: 9)
        try await busy.result("table.cancel", table)
        _ = try await busy.reply(first)
        try await busy.result("table.roll", ["table": "many", "animate": false])
        let second = await busy.begin("table.roll", table)
        try await watcher.frames(atLeast: 21)
        try await watcher.result("table.get", table)
        try await busy.result("table.roll", ["table": "many", "restart": true, "animate": false])
        _ = try await busy.reply(second)
        try await busy.result("table.endTurn", table)
        try await watcher.event("turnEnded", table: "many")
        let revisions = watcher.lines.all.compactMap { ($0["params"]["revision"].int ?? $0["result"]["revision"].int) }
        #expect(revisions == revisions.sorted())
        #expect(Set(revisions).count > 20)
    }

    @Test("a frame holds the dice that changed and nothing else, and frames add up to the table")
    func framesAddUp() async throws {
        // Of a thousand sides, since a die may change twice between two frames, and be again what it was.
        let client = try await Room.here.daemon().client()
        try await client.result("table.create", ["table": "t", "dice": JSON([Int](repeating: 1_000, count: 5))])
        var dice = try await client.result("table.watch", ["table": "t"])["dice"].array
        try await client.result("table.lock", ["table": "t", "dice": [4]])
        try await client.result("table.roll", ["table": "t"])
        var (told, unchanged) = (0, 0)
        for frame in client.frames {
            for die in frame["dice"].array {
                let index = try #require(die["die"].int) - 1
                #expect(die.names == ["die", "sides", "value", "locked", "animating"])
                told += 1
                if dice[index] == die { unchanged += 1 }
                dice[index] = die
            }
        }
        #expect(JSON.array(dice) == (try await client.result("table.get", ["table": "t"])["dice"]))
        #expect(told >= 9 && unchanged <= 2, "\(unchanged) of \(told) had not changed")
    }

    @Test("a watcher that comes in mid-roll is shown the roll's rest")
    func lateWatcher() async throws {
        let daemon = try await Room.here.daemon("--slow", "50")
        let (early, late) = (try daemon.client(), try daemon.client())
        try await early.result("table.create", Self.many)
        try await early.result("table.watch", ["table": "many"])
        let roll = await early.begin("table.roll", ["table": "many"])
        try await early.event("rollStarted", table: "many")
        let snapshot = try await late.result("table.watch", ["table": "many"])
        #expect(snapshot["rolling"] == true && snapshot["roll"] == 1)
        #expect(snapshot["dice"].array.map { $0["animating"] } == [JSON](repeating: true, count: 100))
        try await late.frames(atLeast: 5)
        try await early.result("table.cancel", ["table": "many"])
        let settled = try await late.event("rollSettled", table: "many").element["params"]
        #expect(try await settled["dice"] == early.reply(roll)["result"]["dice"])
    }

    @Test("unwatch ends the notifications, and the connection goes on")
    func unwatch() async throws {
        let daemon = try await Room.here.daemon("--slow", "50")
        let (client, other) = (try daemon.client(), try daemon.client())
        try await client.result("table.create", Self.many)
        try await other.result("table.watch", ["table": "many"])
        try await client.result("table.watch", ["table": "many"])
        let roll = await client.begin("table.roll", ["table": "many"])
        try await client.frames(atLeast: 5)
        #expect(try await client.result("table.unwatch", ["table": "many"]) == [:])
        let shown = client.notifications.count
        try await other.frames(atLeast: other.frames.count + 5)
        try await other.result("table.cancel", ["table": "many"])
        try await other.event("rollSettled", table: "many")
        #expect(try await client.reply(roll)["result"]["reason"] == "cancel")
        #expect(client.notifications.count == shown)
        #expect(try await client.result("server.status")["watchers"] == 1)
        #expect(try await client.result("table.unwatch", ["table": "many"]) == [:], "twice is no error")
    }

    @Test("one connection may watch several tables and is told of each")
    func severalTables() async throws {
        let daemon = try await Room.here.daemon()
        let client = try daemon.client()
        for name in ["a", "b"] as [JSON] {
            try await client.result("table.create", ["table": name, "dice": [6]])
            try await client.result("table.watch", ["table": name])
        }
        let (a, b) = (
            await client.begin("table.roll", ["table": "a"]), await client.begin("table.roll", ["table": "b"])
        )
        #expect(try await client.reply(a)["result"]["table"] == "a")
        #expect(try await client.reply(b)["result"]["table"] == "b")
        for name in ["a", "b"] { try await client.event("rollSettled", table: name) }
        #expect(try await client.result("server.status")["watchers"] == 2)
    }
}
