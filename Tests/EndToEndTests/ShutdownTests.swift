import Glibc
import ProgramTestSupport
import Testing

@Suite("Stopping the daemon", .room)
struct ShutdownTests {
    @Test(
        "SIGTERM and SIGINT in mid-roll settle, tell and store everything, and end with 0",
        arguments: [SIGTERM, SIGINT])
    func midRoll(_ signal: Int32) async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let (watcher, roller) = (try daemon.client(), try daemon.client())
        try await watcher.result("table.watch")
        let roll = await roller.begin("table.roll", ["by": "ann"])
        try await watcher.frames(atLeast: 5)
        let start = ContinuousClock.now
        daemon.child.signal(signal)
        #expect(try await daemon.child.ending() == .exited(0))
        #expect(start.duration(to: .now) < .seconds(4))

        let settled = try await watcher.event("rollSettled")
        #expect(settled.element["params"]["outcome"] == "cancelled")
        #expect(settled.element["params"]["reason"] == "serverStopping")
        #expect(watcher.lines.all[settled.index - 1]["params"]["rolling"] == false)
        let stopping = try await watcher.event("serverStopping")
        #expect(settled.index < stopping.index)
        try await watcher.lines.ended()
        let result = try await roller.reply(roll)["result"]
        #expect(result["outcome"] == "cancelled" && result["reason"] == "serverStopping")
        #expect(!room.exists("run/diced.sock"))

        let datagrams = try await daemon.everyNotification()
        let states = datagrams.compactMap { text in ["READY=1", "STOPPING=1"].first { text.contains($0) } }
        #expect(states == ["READY=1", "STOPPING=1"])
        #expect(datagrams.contains { $0.contains("READY=1") && $0.contains("STATUS=1 table, ") })

        let again = try await room.daemon().client()
        let table = try await again.result("table.get")
        #expect(table["dice"] == settled.element["params"]["dice"] && table["roll"] == 1)
        let entry = try await again.result("table.endTurn")
        #expect(entry["rolls"][0]["outcome"] == "cancelled" && entry["rolls"][0]["by"] == "ann")
    }

    @Test("a roll that has completed is stored as completed")
    func completed() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        try await daemon.client().result("table.roll")
        #expect(try await daemon.stop() == .exited(0))
        let entry = try await room.daemon().client().result("table.endTurn")
        #expect(entry["rolls"][0]["outcome"] == "completed")
    }

    @Test("neither a client that does not read nor one that says nothing holds the end up")
    func deafClients() async throws {
        let daemon = try await Room.here.daemon()
        let (deaf, silent, roller) = (try daemon.client(reading: false), try daemon.client(), try daemon.client())
        try await roller.result("table.create", SlowReaderTests.big)
        await deaf.send(#"{"jsonrpc":"2.0","id":1,"method":"table.watch","params":{"table":"big"}}"#)
        try await silent.result("ping")
        try await roller.status(becomes: "watchers", 1)
        for _ in 0..<4 { try await roller.result("table.roll", ["table": "big", "animate": false]) }
        let start = ContinuousClock.now
        #expect(try await daemon.stop() == .exited(0))
        #expect(start.duration(to: .now) < .seconds(5))
        try await silent.lines.ended()
    }

    @Test("the supervisor is told how many tables, watchers and animating dice there are")
    func status() async throws {
        let daemon = try await Room.here.daemon()
        let client = try daemon.client()
        let ready = try await daemon.notify.datagrams.first { $0.contains("READY=1") }.element
        #expect(ready.contains("STATUS=1 table, 0 watchers, 0 dice animating"))
        try await client.result("table.watch")
        try await client.result("table.create", ["table": "t", "dice": [6]])
        try await daemon.notify.datagrams.first { $0.contains("STATUS=2 tables, 1 watcher") }
    }

    @Test("a supervisor with a watchdog is told that the daemon lives")
    func watchdog() async throws {
        let daemon = try await Room.here.daemon(environment: ["WATCHDOG_USEC": "400000"])
        try await daemon.notify.datagrams.until { $0.count { $0.contains("WATCHDOG=1") } >= 3 }
        #expect(try await daemon.stop() == .exited(0))
    }
}
