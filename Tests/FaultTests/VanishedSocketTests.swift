import Foundation
import ProgramTestSupport
import Testing

@Suite("Files removed under a running daemon", .room)
struct VanishedSocketTests {
    @Test(
        "a removed socket is recreated with its folder, and connected clients stay connected",
        arguments: [
            "run/diced.sock", "run",
        ]
    )
    func socket(what: String) async throws {
        let room = try Room.here
        let daemon = try await room.daemon("--slow", "1000")
        let watcher = try daemon.client()
        try await watcher.result("table.watch")
        let roll = await watcher.begin("table.roll")
        try await watcher.event("rollStarted")
        var heard = 0
        for _ in 1...2 {
            try await daemon.remove(room.path(what))
            heard =
                try await daemon.child.errors.first(from: heard) {
                    $0.contains("created it again")
                }.index + 1
            let late = try daemon.client()
            #expect(try await late.result("table.get")["rolling"] == true)
            #expect(try room.mode("run/diced.sock") & 0o777 == 0o600)
            #expect(try await room.refusedDaemon().ending == .exited(73))
        }
        try await watcher.result("table.cancel")
        #expect(try await watcher.reply(roll)["result"]["outcome"] == "cancelled")
        #expect(try await daemon.stop() == .exited(0))
        #expect(!room.exists("run/diced.sock"))
    }

    @Test(
        "every change is refused once the state folder is gone, and reads are answered"
    )
    func stateFolder() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.roll", ["animate": false])
        try FileManager.default.removeItem(atPath: room.state)
        let before = try await client.result("table.get")
        for method in ["table.roll", "table.endTurn", "table.delete"] {
            let refusal = try await client.refusal(
                method,
                method == "table.delete" ? ["table": "default"] : nil
            )
            #expect(refusal["data"]["reason"] == "storageFailed", "\(method)")
        }
        #expect(try await client.result("table.get") == before)
    }
}
