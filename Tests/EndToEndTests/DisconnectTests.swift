import Glibc
import ProgramTestSupport
import Testing

@Suite("Clients that go away", .room)
struct DisconnectTests {
    @Test("the dice of a killed roller settle at once, and nobody else's roll is disturbed", .needs(.nc))
    func killedRoller() async throws {
        let room = try Room.here
        let daemon = try await room.daemon("--slow", "1000")
        let (watcher, other) = (try daemon.client(), try daemon.client())
        try await other.result("table.create", ["table": "other", "dice": [6, 6]])
        try await watcher.result("table.watch")
        let roller = try room.start(Tool.nc.name, ["-U", daemon.socket])
        roller.write(#"{"jsonrpc":"2.0","id":1,"method":"table.roll","params":{"by":"doomed"}}"# + "\n")
        try await watcher.event("rollStarted")
        try await other.result("table.watch", ["table": "other"])
        let roll = await other.begin("table.roll", ["table": "other"])
        try await other.event("rollStarted", table: "other")
        roller.signal(SIGKILL)

        let settled = try await watcher.event("rollSettled")
        #expect(settled.element["params"]["outcome"] == "cancelled")
        #expect(settled.element["params"]["reason"] == "disconnected")
        #expect(settled.element["params"]["by"] == "doomed")
        let last = watcher.lines.all[settled.index - 1]["params"]
        #expect(last["rolling"] == false)
        let table = try await other.result("table.get")
        #expect(table["dice"] == settled.element["params"]["dice"])
        #expect(table["rolling"] == false && table["roll"] == 1, "the roll counts")
        #expect(try await other.result("table.cancel", ["table": "other"]) == ["cancelled": [1, 2]])
        #expect(try await other.reply(roll)["result"]["reason"] == "cancel")
        let entry = try await other.result("table.endTurn")
        #expect(entry["rolls"][0]["outcome"] == "cancelled")
    }

    @Test("a closed connection cancels its rolls on every table, and theirs alone")
    func closedConnection() async throws {
        let daemon = try await Room.here.daemon("--slow", "1000")
        let (leaving, staying) = (try daemon.client(), try daemon.client())
        for name in ["a", "b", "c"] {
            try await staying.result("table.create", ["table": .string(name), "dice": [6, 6, 6]])
            try await staying.result("table.watch", ["table": .string(name)])
        }
        _ = await leaving.begin("table.roll", ["table": "a"])
        _ = await leaving.begin("table.roll", ["table": "b"])
        let roll = await staying.begin("table.roll", ["table": "c"])
        for name in ["a", "b", "c"] { try await staying.event("rollStarted", table: name) }
        leaving.close()
        for name in ["a", "b"] {
            let settled = try await staying.event("rollSettled", table: name).element["params"]
            #expect(settled["outcome"] == "cancelled" && settled["reason"] == "disconnected")
        }
        #expect(try await staying.result("table.cancel", ["table": "c"]) == ["cancelled": [1, 2, 3]])
        #expect(try await staying.reply(roll)["result"]["reason"] == "cancel")
    }

    @Test("a roll taken over by another client's restart is no longer cancelled when its first roller leaves")
    func restartedByAnother() async throws {
        let daemon = try await Room.here.daemon("--slow", "1000")
        let (first, second) = (try daemon.client(), try daemon.client())
        try await second.result("table.watch")
        _ = await first.begin("table.roll")
        let started = try await second.event("rollStarted")
        let roll = await second.begin("table.roll", ["restart": true])
        try await second.event("rollStarted", from: started.index + 1)
        first.close()
        try await second.status(becomes: "clients", 1)
        #expect(try await second.result("table.cancel") == ["cancelled": [1, 2, 3, 4, 5]])
        let result = try await second.reply(roll)["result"]
        #expect(result["reason"] == "cancel" && result["roll"] == 2)
    }

    @Test("the daemon forgets the watches of a client that is gone")
    func watches() async throws {
        let daemon = try await Room.here.daemon("--slow", "1000")
        let (leaving, staying) = (try daemon.client(), try daemon.client())
        try await leaving.result("table.watch")
        try await staying.result("table.watch")
        #expect(try await staying.result("server.status")["watchers"] == 2)
        _ = await leaving.begin("table.roll")
        try await staying.event("rollStarted")
        leaving.close()
        try await staying.event("rollSettled")
        let status = try await staying.result("server.status")
        #expect(status["watchers"] == 1 && status["clients"] == 1)
    }
}
