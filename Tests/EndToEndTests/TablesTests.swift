import ProgramTestSupport
import Testing

@Suite("Tables, history and status", .room)
struct TablesTests {
    @Test("the watchers of a deleted table see its dice settle and are told that it is gone")
    func deletedTable() async throws {
        let daemon = try await Room.here.daemon("--slow", "1000")
        let (watcher, roller) = (try daemon.client(), try daemon.client())
        try await roller.result("table.create", ["table": "t", "dice": [6, 6]])
        try await watcher.result("table.watch", ["table": "t"])
        let roll = await roller.begin("table.roll", ["table": "t"])
        let started = try await watcher.event("rollStarted", table: "t").index
        #expect(try await roller.result("table.delete", ["table": "t"]) == [:])
        let settled = try await watcher.event("rollSettled", table: "t", from: started)
        #expect(settled.element["params"]["outcome"] == "cancelled")
        #expect(settled.element["params"]["reason"] == "tableDeleted")
        try await watcher.event("tableDeleted", table: "t", from: settled.index)
        #expect(try await roller.reply(roll)["result"]["reason"] == "tableDeleted")
        #expect(try await watcher.refusal("table.get", ["table": "t"])["code"] == 1)
        #expect(try await watcher.refusal("table.unwatch", ["table": "t"])["code"] == 1)
        #expect(try await watcher.result("server.status")["watchers"] == 0)
        let lines = watcher.lines.count
        try await roller.result("table.create", ["table": "t", "dice": [6]])
        try await roller.result("table.roll", ["table": "t", "animate": false])
        #expect(try await watcher.result("ping") == [:])
        #expect(watcher.lines.count == lines + 1, "a new table of the old name is another table")
    }

    @Test("a table's history is deleted with it")
    func deletedHistory() async throws {
        let client = try await Room.here.daemon().client()
        for _ in 0...1 {
            try await client.result("table.create", ["table": "t", "dice": [6]])
            #expect(try await client.result("table.history", ["table": "t"]) == ["entries": [], "more": false])
            try await client.result("table.roll", ["table": "t", "animate": false])
            try await client.result("table.endTurn", ["table": "t"])
            try await client.result("table.delete", ["table": "t"])
        }
    }

    @Test("history comes newest first, a page at a time")
    func historyPages() async throws {
        let client = try await Room.here.daemon().client()
        var ids: [Int] = []
        for _ in 1...25 {
            try await client.result("table.roll", ["animate": false])
            ids.insert(try #require(try await client.result("table.endTurn")["id"].int), at: 0)
        }
        #expect(ids == ids.sorted(by: >))
        func page(_ params: JSON?) async throws -> (ids: [Int], more: JSON) {
            let page = try await client.result("table.history", params)
            #expect(page.names == ["entries", "more"])
            return (page["entries"].array.compactMap { $0["id"].int }, page["more"])
        }
        #expect(try await page(nil) == (Array(ids.prefix(20)), true))
        #expect(try await page(["limit": 25]) == (ids, false))
        #expect(try await page(["limit": 1_000]) == (ids, false))
        var paged: [Int] = []
        var before: JSON = JSON(ids[0] + 1)
        while true {
            let (found, more) = try await page(["limit": 7, "before": before])
            paged += found
            guard more == true, let last = found.last else { break }
            before = JSON(last)
        }
        #expect(paged == ids)
        #expect(try await page(["before": JSON(ids[24])]) == ([], false))
    }

    @Test("the list is sorted by name and tells what each table is doing")
    func list() async throws {
        let daemon = try await Room.here.daemon("--slow", "1000")
        let (client, other) = (try daemon.client(), try daemon.client())
        for name in ["b", "a.1", "B", "z_z", "a-1"] {
            try await client.result("table.create", ["table": .string(name), "dice": [4, 4]])
        }
        try await client.result("table.watch", ["table": "b"])
        try await other.result("table.watch", ["table": "b"])
        try await client.result("table.roll", ["table": "z_z", "animate": false])
        try await client.result("table.endTurn", ["table": "z_z"])
        let roll = await client.begin("table.roll", ["table": "b"])
        try await client.event("rollStarted", table: "b")
        let tables = try await other.result("table.list")["tables"].array
        let names = tables.compactMap { $0["table"].string }
        #expect(names == ["B", "a-1", "a.1", "b", "default", "z_z"])
        let byName = Dictionary(grouping: tables) { $0["table"] }.compactMapValues(\.first)
        #expect(byName["b"] == ["table": "b", "dice": 2, "turn": 1, "roll": 1, "rolling": true, "watchers": 2])
        #expect(byName["z_z"] == ["table": "z_z", "dice": 2, "turn": 2, "roll": 0, "rolling": false, "watchers": 0])
        #expect(try await other.result("table.cancel", ["table": "b"]) == ["cancelled": [1, 2]])
        #expect(try await client.reply(roll)["result"]["reason"] == "cancel")
        let after = try await other.result("table.list")["tables"].array.first { $0["table"] == "b" }
        #expect(after?["rolling"] == false && after?["roll"] == 1)
    }

    @Test("the status counts tables, clients, watchers and seconds")
    func status() async throws {
        let launch = ContinuousClock.now
        let daemon = try await Room.here.daemon()
        let (client, other) = (try daemon.client(), try daemon.client())
        try await other.result("table.watch")
        let quiet = try await client.result("server.status")
        #expect(
            quiet.names == [
                "version", "pid", "uptime", "tables", "clients", "watchers", "animating", "seeded", "stateFolder",
                "storeBytes",
            ])
        #expect(quiet["pid"] == JSON(Int(daemon.child.pid)))
        #expect(quiet["seeded"] == false && quiet["tables"] == 1 && quiet["clients"] == 2 && quiet["watchers"] == 1)
        #expect(quiet["animating"] == 0)
        // Each roll takes half a second or more.
        let start = ContinuousClock.now
        for _ in 1...2 { try await client.result("table.roll") }
        let least = Int(start.duration(to: .now).components.seconds)
        let uptime = try #require(try await client.result("server.status")["uptime"].int)
        #expect(least >= 1 && uptime >= least)
        #expect(.seconds(uptime) <= launch.duration(to: .now))
    }

    @Test("the status counts the dice in flight, until they settle")
    func animating() async throws {
        let daemon = try await Room.here.daemon("--slow", "1000")
        let (client, other) = (try daemon.client(), try daemon.client())
        try await other.result("table.watch")
        _ = await client.begin("table.roll", ["dice": [1, 2, 3]])
        try await other.event("rollStarted")
        #expect(try await other.result("server.status")["animating"] == 3)
        try await other.result("table.cancel")
        #expect(try await other.result("server.status")["animating"] == 0)
    }

    @Test("hello tells the daemon's version, pid and instance, which differs from one start to the next")
    func hello() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let first = try await daemon.client().result("hello", ["protocol": 1, "client": "test/1"])
        #expect(first.names == ["protocol", "server", "instance", "pid"])
        #expect(first["protocol"] == 1 && first["server"].string?.hasPrefix("diced/") == true)
        #expect(first["pid"] == JSON(Int(daemon.child.pid)))
        #expect(try await daemon.client().result("hello", ["protocol": 1])["instance"] == first["instance"])
        #expect(try await daemon.stop() == .exited(0))
        let second = try await room.daemon().client().result("hello", ["protocol": 1])
        #expect(second["instance"] != first["instance"])
    }

    @Test("rpc.discover describes every method, notification and error")
    func discover() async throws {
        let document = try await Room.here.daemon().client().result("rpc.discover")
        #expect(document["openrpc"].string?.hasPrefix("1.") == true)
        let methods = Set(document["methods"].array.compactMap { $0["name"].string })
        #expect(
            methods.isSuperset(of: [
                "hello", "ping", "rpc.discover", "server.status", "table.list", "table.create", "table.delete",
                "table.get", "table.roll", "table.cancel", "table.lock", "table.unlock", "table.toggleLock",
                "table.endTurn", "table.history", "table.stats", "roll.save", "roll.list", "roll.delete", "table.watch",
                "table.unwatch",
            ]))
        let text = document.text
        for word in ["frame", "event", "tableNotFound", "busy", "dieAnimating", "storageFailed"] {
            #expect(text.contains(word))
        }
    }

    @Test("names and dice at the limits are taken")
    func limits() async throws {
        let client = try await Room.here.daemon().client()
        let name = JSON.string("9" + String(repeating: "_", count: 63))
        let table = try await client.result(
            "table.create", ["table": name, "dice": JSON([2, 1_000] + [Int](repeating: 6, count: 998))])
        #expect(table["dice"].array.count == 1_000)
        let result = try await client.result("table.roll", ["table": name, "animate": false])
        #expect(result["rolled"].array.count == 1_000)
    }
}
