import Glibc
import ProgramTestSupport
import Testing

/// Another program is in the middle of a transaction on the daemon's store.
@Suite("A store locked by another program", .quickRoom)
struct HeldStoreTests {
    @Test(
        "a stop without progress is forced with status 1 and a message; one with progress is not"
    )
    func forcedExit() async throws {
        let room = try Room.here
        for _ in 1...20 {
            let daemon = try await room.daemon()
            let client = try daemon.client()
            let other = try daemon.client()
            let store = try HeldStore(of: room)
            let lock = await client.begin("table.lock", ["dice": [2]])
            for _ in 1...20 {
                try await other.result("ping")
            }
            daemon.child.signal(SIGTERM)
            let ending = try await daemon.child.ending()
            try await client.lines.ended()
            store.release()
            let answer = client.lines.all.first { $0["id"] == JSON(lock) }
            // If the test was suspended for two seconds, the daemon gives up the lock first, and
            // can then stop.
            if let answer {
                #expect(
                    answer["error"]["data"]["reason"] == "storageFailed",
                    "it is not stored"
                )
                continue
            }
            #expect(ending == .exited(1))
            #expect(
                try await daemon.child.complaint().contains(
                    "stopping makes no progress"
                )
            )
            let again = try await room.daemon()
            #expect(
                try await again.client().result("table.get")["dice"][1]["locked"]
                    == false
            )
            #expect(try await again.stop() == .exited(0))
            return
        }
        Issue.record("the daemon always gave up the lock before it had to stop")
    }

    @Test(
        "requests that wait for the store are done even if their client has disconnected"
    )
    func gone() async throws {
        let room = try Room.here
        let first = try await room.daemon()
        for table in ["t", "unread"] as [JSON] {
            try await first.client().result(
                "table.create",
                ["table": table, "dice": [6]]
            )
        }
        _ = try await first.stop()
        // A machine that stalls may exceed the daemon's patience.
        for _ in 1...5 {
            let daemon = try await room.daemon()
            let stays = try daemon.client()
            let goes = try daemon.client()
            let other = try daemon.client()
            for table in ["default", "t"] as [JSON] {
                try await stays.result("table.unlock", ["table": table, "dice": [1]])
            }
            let store = try HeldStore(of: room)
            _ = await goes.begin("table.lock", ["dice": [1]])
            let lock = await stays.begin("table.lock", ["table": "t", "dice": [1]])
            for _ in 1...20 {
                try await other.result("ping")
            }
            // Reads that are queued behind the writes are answered once the attempts to write are
            // over.
            try await other.result("table.get", ["table": "unread"])
            goes.close()
            try await other.status(becomes: "clients", 2)
            store.release()
            let reply = try await stays.reply(lock)
            let locked = try await stays.result("table.get")["dice"][0]["locked"]
            try await daemon.kill()
            if reply["error"]["code"] == 12 {
                continue
            }
            #expect(reply["result"]["dice"][0]["locked"] == true)
            #expect(locked == true)
            return
        }
        Issue.record("the store was never held in time")
    }
}
