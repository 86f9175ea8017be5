import Glibc
import ProgramTestSupport
import Testing

@Suite("Clients that disconnect", .quickRoom)
struct DisconnectTests {
    @Test(
        "the dice of a killed roller settle at once, and other rolls are not disturbed",
        .needs(.nc)
    )
    func killedRoller() async throws {
        let room = try Room.here
        let daemon = try await room.daemon("--slow", "1000")
        let watcher = try daemon.client()
        let other = try daemon.client()
        for name in ["other", "third"] as [JSON] {
            try await other.result("table.create", ["table": name, "dice": [6, 6]])
        }
        for name in ["default", "third"] as [JSON] {
            try await watcher.result("table.watch", ["table": name])
        }
        let roller = try room.start(Tool.nc.name, ["-U", daemon.socket])
        roller.write(
            #"{"jsonrpc":"2.0","id":1,"method":"table.roll","params":{"by":"doomed"}}"#
                + "\n"
                + #"{"jsonrpc":"2.0","id":2,"method":"table.roll","params":{"table":"third"}}"#
                + "\n"
                + #"{"jsonrpc":"2.0","id":3,"method":"table.watch","params":{"table":"other"}}"#
                + "\n"
        )
        for name in ["default", "third"] {
            try await watcher.event("rollStarted", table: name)
        }
        let roll = try await other.rollInFlight(["table": "other"])
        try await other.status(becomes: "watchers", 4)
        roller.signal(SIGKILL)

        let settled = try await watcher.event("rollSettled")
        #expect(settled.element["params"]["outcome"] == "cancelled")
        #expect(settled.element["params"]["reason"] == "disconnected")
        #expect(settled.element["params"]["by"] == "doomed")
        let third = try await watcher.event("rollSettled", table: "third").element[
            "params"
        ]
        #expect(third["reason"] == "disconnected")
        let last = watcher.lines.all[settled.index - 1]["params"]
        #expect(last["rolling"] == false)
        let table = try await other.result("table.get")
        #expect(table["dice"] == settled.element["params"]["dice"])
        #expect(table["rolling"] == false && table["roll"] == 1, "the roll counts")
        let status = try await other.result("server.status")
        #expect(
            status["watchers"] == 3 && status["clients"] == 2,
            "its watch is forgotten"
        )
        #expect(
            try await other.result("table.cancel", ["table": "other"]) == [
                "cancelled": [1, 2]
            ]
        )
        #expect(try await other.reply(roll)["result"]["reason"] == "cancel")
        let entry = try await other.result("table.endTurn")
        #expect(entry["rolls"][0]["outcome"] == "cancelled")
    }

    @Test(
        "a roll restarted by another client is not cancelled when its first roller disconnects"
    )
    func restartedByAnother() async throws {
        let daemon = try await Room.here.daemon("--slow", "1000")
        let first = try daemon.client()
        let second = try daemon.client()
        try await second.result("table.watch")
        try await first.rollInFlight()
        let started = try await second.event("rollStarted")
        let roll = await second.begin("table.roll", ["restart": true])
        try await second.event("rollStarted", from: started.index + 1)
        first.close()
        try await second.status(becomes: "clients", 1)
        #expect(
            try await second.result("table.cancel") == ["cancelled": [1, 2, 3, 4, 5]]
        )
        let result = try await second.reply(roll)["result"]
        #expect(result["reason"] == "cancel" && result["roll"] == 2)
    }
}
