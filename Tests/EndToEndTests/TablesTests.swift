import ProgramTestSupport
import Testing

@Suite("Tables and status", .room)
struct TablesTests {
    @Test(
        "watchers of a deleted table see its dice settle and are notified of the deletion"
    )
    func deletedTable() async throws {
        let daemon = try await Room.here.daemon("--slow", "1000")
        let watcher = try daemon.client()
        let roller = try daemon.client()
        try await roller.result("table.create", ["table": "t", "dice": [6, 6]])
        try await watcher.result("table.watch", ["table": "t"])
        let roll = try await roller.rollInFlight(["table": "t"])
        #expect(try await roller.result("table.delete", ["table": "t"]) == [:])
        let settled = try await watcher.event("rollSettled", table: "t")
        #expect(settled.element["params"]["outcome"] == "cancelled")
        #expect(settled.element["params"]["reason"] == "tableDeleted")
        try await watcher.event("tableDeleted", table: "t", from: settled.index)
        #expect(try await roller.reply(roll)["result"]["reason"] == "tableDeleted")
        #expect(try await watcher.refusal("table.get", ["table": "t"])["code"] == 1)
        #expect(try await watcher.result("server.status")["watchers"] == 0)
    }

    @Test(
        "list and status describe the tables and the daemon, and hello identifies the daemon"
    )
    func status() async throws {
        let room = try Room.here
        let launch = ContinuousClock.now
        let daemon = try await room.daemon()
        let client = try daemon.client()
        let other = try daemon.client()
        let quiet = try await client.result("server.status")
        #expect(
            quiet.names == [
                "version", "pid", "uptime", "tables", "clients", "watchers",
                "animating", "seeded",
                "stateFolder",
                "storeBytes",
            ]
        )
        #expect(
            quiet["pid"] == JSON(Int(daemon.child.pid)) && quiet["seeded"] == false
                && quiet["clients"] == 2
        )
        // Each roll takes half a second or more.
        let start = ContinuousClock.now
        for _ in 1...2 {
            try await client.result("table.roll")
        }
        let minimum = Int(start.duration(to: .now).components.seconds)
        let uptime = try #require(
            try await client.result("server.status")["uptime"].int
        )
        #expect(minimum >= 1)
        #expect(uptime >= minimum)
        #expect(
            .seconds(uptime) <= launch.duration(to: .now),
            "it counts from its start"
        )
        let hello = try await client.result(
            "hello",
            ["protocol": 1, "client": "test/1"]
        )
        #expect(
            hello["protocol"] == 1
                && hello["server"].string?.hasPrefix("diced/") == true
        )
        #expect(hello["pid"] == quiet["pid"])
        #expect(
            try await other.result("hello", ["protocol": 1])["instance"]
                == hello["instance"]
        )
        let methods = try await client.result("rpc.discover")["methods"].array
            .compactMap {
                $0["name"].string
            }
        #expect(
            Set(methods).isSuperset(of: [
                "hello", "table.roll", "table.throw", "rpc.discover",
            ])
        )
        #expect(try await daemon.stop() == .exited(0))

        let second = try await room.daemon("--slow", "1000")
        let roller = try second.client()
        let witness = try second.client()
        #expect(
            try await witness.result("hello", ["protocol": 1])["instance"]
                != hello["instance"]
        )
        for name in ["b", "a.1", "B", "z_z", "a-1"] {
            try await roller.result(
                "table.create",
                ["table": .string(name), "dice": [4, 4]]
            )
        }
        let roll = try await roller.rollInFlight(["table": "b"])
        try await witness.result("table.watch", ["table": "b"])
        let tables = try await witness.result("table.list")["tables"].array
        #expect(
            tables.compactMap { $0["table"].string } == [
                "B", "a-1", "a.1", "b", "default", "z_z",
            ]
        )
        #expect(
            tables[3] == [
                "table": "b", "dice": 2, "turn": 1, "roll": 1, "rolling": true,
                "watchers": 2, "created": 2,
            ]
        )
        let busy = try await witness.result("server.status")
        #expect(busy["animating"] == 2 && busy["watchers"] == 2 && busy["tables"] == 6)
        #expect(
            try await witness.result("table.cancel", ["table": "b"]) == [
                "cancelled": [1, 2]
            ]
        )
        #expect(try await roller.reply(roll)["result"]["reason"] == "cancel")
        #expect(try await witness.result("server.status")["animating"] == 0)
    }
}
