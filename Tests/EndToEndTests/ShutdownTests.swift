import Glibc
import ProgramTestSupport
import Testing

@Suite("Stopping the daemon", .quickRoom)
struct ShutdownTests {
    @Test(
        "SIGTERM and SIGINT during a roll settle, announce and store everything, and exit with 0",
        arguments: [SIGTERM, SIGINT]
    )
    func midRoll(_ signal: Int32) async throws {
        let room = try Room.here
        let daemon = try await room.daemon("--slow", "1000")
        let watcher = try daemon.client()
        let roller = try daemon.client()
        try await watcher.result("table.watch")
        let roll = try await roller.rollInFlight(["by": "ann"])
        daemon.child.signal(signal)
        #expect(try await daemon.child.ending() == .exited(0))

        let settled = try await watcher.event("rollSettled")
        #expect(settled.element["params"]["outcome"] == "cancelled")
        #expect(settled.element["params"]["reason"] == "serverStopping")
        #expect(watcher.lines.all[settled.index - 1]["params"]["rolling"] == false)
        let stopping = try await watcher.event("serverStopping")
        #expect(settled.index < stopping.index)
        try await watcher.lines.ended()
        let result = try await roller.reply(roll)["result"]
        #expect(
            result["outcome"] == "cancelled" && result["reason"] == "serverStopping"
        )
        #expect(!room.exists("run/diced.sock"))

        let datagrams = try await daemon.everyNotification()
        let states = datagrams.compactMap { text in
            ["READY=1", "STOPPING=1"].first { text.contains($0) }
        }
        #expect(states == ["READY=1", "STOPPING=1"])

        let again = try await room.daemon().client()
        let table = try await again.result("table.get")
        #expect(
            table["dice"] == settled.element["params"]["dice"] && table["roll"] == 1
        )
        let entry = try await again.result("table.endTurn")
        #expect(
            entry["rolls"][0]["outcome"] == "cancelled"
                && entry["rolls"][0]["by"] == "ann"
        )
    }

    @Test("a second signal does not interrupt a stop that waits for the store")
    func secondSignal() async throws {
        let room = try Room.here
        let daemon = try await room.daemon("--slow", "1000")
        let client = try daemon.client()
        try await client.rollInFlight()
        let store = try HeldStore(of: room)
        daemon.child.signal(SIGTERM)
        try await daemon.notify.datagrams.first { $0.contains("STOPPING=1") }
        for signal in [SIGTERM, SIGINT] {
            daemon.child.signal(signal)
        }
        store.release()
        #expect(try await daemon.child.ending() == .exited(0))
        let entry = try await room.daemon().client().result("table.endTurn")
        #expect(entry["rolls"][0]["outcome"] == "cancelled")
    }

    /// The client that does not read gets a second. The daemon asks the supervisor for more time,
    /// because it has made progress.
    @Test(
        "a client that does not read and one that sends nothing do not delay the stop"
    )
    func deafClients() async throws {
        let daemon = try await Room.here.daemon()
        let deaf = try daemon.client(reading: false)
        let silent = try daemon.client()
        let roller = try daemon.client()
        try await roller.result("table.create", SlowReaderTests.big)
        await deaf.send(
            #"{"jsonrpc":"2.0","id":1,"method":"table.watch","params":{"table":"big"}}"#
        )
        try await silent.result("ping")
        try await roller.status(becomes: "watchers", 1)
        for _ in 0..<4 {
            try await roller.result("table.roll", ["table": "big", "animate": false])
        }
        #expect(try await daemon.stop() == .exited(0))
        try await silent.lines.ended()
        let told = try await daemon.everyNotification()
        let end = try #require(told.firstIndex { $0.contains("STOPPING=1") })
        #expect(told[end] == "STOPPING=1\nSTATUS=stopping")
        #expect(Set(told[(end + 1)...]) == ["EXTEND_TIMEOUT_USEC=5000000"])
    }

    @Test(
        "a daemon that is stopped while it opens its store exits with 0",
        arguments: [SIGTERM, SIGINT]
    )
    func whileStarting(signal: Int32) async throws {
        let room = try Room.here
        _ = try await room.daemon().stop()
        // The attempt to open the store is given up after some seconds, and the machine may stall
        // for that long.
        for _ in 1...5 {
            let store = try HeldStore(keepingOthersOutOf: room)
            let daemon = try Daemon(room, [])
            try await daemon.notify.datagrams.first {
                $0.contains("EXTEND_TIMEOUT_USEC")
            }
            daemon.child.signal(signal)
            let ending = try await daemon.child.ending()
            store.release()
            if ending == .exited(74) {
                continue
            }
            #expect(ending == .exited(0))
            _ = try await room.daemon().stop()
            return
        }
        Issue.record("the store was opened before the signal came")
    }
}
