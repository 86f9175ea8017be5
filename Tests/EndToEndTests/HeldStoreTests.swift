import Glibc
import ProgramTestSupport
import Testing

/// Another program is in the middle of a transaction on the daemon's store.
@Suite("A store that another program holds", .room)
struct HeldStoreTests {
    private static let notStored = "the outcome of a roll is not stored yet"

    /// A daemon whose dice move so slowly that the store can be held in mid-roll, as far as this machine is as quick.
    ///
    /// - Returns: nil where the dice had settled before.
    private func heldInMidRoll(
        _ slowness: Int, attempt: Int = 1
    ) async throws -> (daemon: Daemon, client: Client, roll: Int, store: HeldStore)? {
        let room = try Room.here
        let daemon = try await room.daemon(
            "--slow", "\(slowness)", socket: room.path("\(slowness)-\(attempt)/s"))
        let client = try daemon.client()
        try await client.result("table.watch")
        let roll = await client.begin("table.roll")
        try await client.event("rollStarted")
        let store = try HeldStore(of: room)
        if try await client.result("table.get")["rolling"] == true { return (daemon, client, roll, store) }
        store.release()
        _ = try await daemon.stop()
        return nil
    }

    @Test("the reply to a completed roll comes when its outcome is stored, and no kill takes that back")
    func replyAfterOutcome() async throws {
        let room = try Room.here
        // Slower dice leave less of the five seconds that the daemon waits for the store from the request on.
        for attempt in 1...10 {
            guard
                let (daemon, client, roll, store) = try await heldInMidRoll(
                    attempt.isMultiple(of: 3) ? 4 : 2, attempt: attempt)
            else { continue }
            try await client.event("rollSettled")
            for _ in 1...20 { try await client.result("ping") }
            let isAnswered = client.lines.all.contains { $0["id"] == JSON(roll) }
            store.release()
            #expect(try await client.reply(roll)["result"]["outcome"] == "completed")
            try await daemon.kill()
            try await daemon.child.errors.ended()
            // Where the test was away for those five seconds, it answers before.
            if daemon.child.errors.all.contains(where: { $0.contains(Self.notStored) }) { continue }
            #expect(!isAnswered)
            let entry = try await room.daemon().client().result("table.endTurn")
            #expect(entry["rolls"].array.last?["outcome"] == "completed")
            return
        }
        Issue.record("the store was never held in time")
    }

    @Test("an outcome that could not be stored is stored when the daemon stops")
    func outcomeAtTheStop() async throws {
        let room = try Room.here
        for slowness in [2, 4, 8, 16] {
            guard let (daemon, client, roll, store) = try await heldInMidRoll(slowness) else { continue }
            try await daemon.child.errors.first { $0.contains(Self.notStored) }
            #expect(try await client.reply(roll)["result"]["outcome"] == "completed")
            store.release()
            #expect(try await daemon.stop() == .exited(0))
            let entry = try await room.daemon().client().result("table.endTurn")
            #expect(entry["rolls"].array.last?["outcome"] == "completed")
            return
        }
        Issue.record("the store was never held in time")
    }

    @Test("a stop that cannot go on ends by itself, with status 1, and says so; a stop that can go on does not")
    func forcedExit() async throws {
        let room = try Room.here
        for _ in 1...20 {
            let daemon = try await room.daemon()
            let (client, other) = (try daemon.client(), try daemon.client())
            let store = try HeldStore(of: room)
            let lock = await client.begin("table.lock", ["dice": [2]])
            for _ in 1...20 { try await other.result("ping") }
            daemon.child.signal(SIGTERM)
            let ending = try await daemon.child.ending()
            try await client.lines.ended()
            store.release()
            let answer = client.lines.all.first { $0["id"] == JSON(lock) }
            #expect(answer?["result"] == nil, "it is not stored")
            // Where the test was away for two seconds, the daemon gives up the lock first, and then it can stop.
            if let answer {
                #expect(answer["error"]["data"]["reason"] == "storageFailed")
                continue
            }
            #expect(ending == .exited(1))
            #expect(try await daemon.child.complaint().contains("stopping makes no progress"))
            let again = try await room.daemon()
            #expect(try await again.client().result("table.get")["dice"][1]["locked"] == false)
            #expect(try await again.stop() == .exited(0))
            return
        }
        Issue.record("the daemon always gave up the lock before it had to stop")
    }

    @Test("who leaves while its roll waits for the store takes nobody else's roll along")
    func waitingRoll() async throws {
        let room = try Room.here
        let daemon = try await room.daemon("--slow", "1000")
        let (ann, ben, cleo) = (try daemon.client(), try daemon.client(), try daemon.client())
        try await ann.result("table.watch")
        let roll = await ann.begin("table.roll", ["dice": [1, 2]])
        try await ann.event("rollStarted")
        let store = try HeldStore(of: room)
        let lock = await cleo.begin("table.lock", ["dice": [3]])
        for _ in 1...20 { try await ann.result("ping") }
        _ = await ben.begin("table.roll")
        for _ in 1...20 { try await ann.result("ping") }
        ben.close()
        try await ann.status(becomes: "clients", 2)
        store.release()
        _ = try await cleo.reply(lock)
        #expect(try await cleo.result("table.cancel") == ["cancelled": [1, 2]])
        #expect(try await ann.reply(roll)["result"]["reason"] == "cancel")
    }

    @Test("a change that is asked for while the daemon stops is refused, and what only reads is answered")
    func shuttingDown() async throws {
        let room = try Room.here
        // A machine that stalls may be late for a stop or two, which the daemon gives up after some seconds.
        for _ in 1...5 {
            let daemon = try await room.daemon()
            let (client, other) = (try daemon.client(), try daemon.client())
            let store = try HeldStore(of: room)
            _ = await client.begin("table.lock", ["dice": [2]])
            for _ in 1...20 { try await other.result("ping") }
            daemon.child.signal(SIGTERM)
            try await daemon.notify.datagrams.first { $0.contains("STOPPING=1") }
            let replies = try? await refusals(other)
            store.release()
            _ = try await daemon.child.ending()
            guard let replies else { continue }
            for error in replies {
                #expect(error["code"] == 11 && error["data"]["reason"] == "shuttingDown")
            }
            let table = try await room.daemon().client().result("table.get")
            #expect(table["roll"] == 0 && table["turn"] == 1)
            #expect(table["dice"].array.map { $0["locked"] == true }.suffix(3) == [false, false, false])
            return
        }
        Issue.record("no request ever came while the daemon stopped")
    }

    /// The errors with which a stopping daemon refuses each change; throws where it ends before.
    private func refusals(_ client: Client) async throws -> [JSON] {
        let requests: [(String, JSON?)] = [
            ("table.roll", ["animate": false]), ("table.roll", nil), ("table.lock", ["dice": [5]]),
            ("table.unlock", ["dice": [5]]), ("table.toggleLock", ["dice": [4]]), ("table.endTurn", nil),
            ("table.cancel", nil), ("table.create", ["table": "late", "dice": [6]]),
            ("table.delete", ["table": "default"]),
        ]
        var errors: [JSON] = []
        for (method, params) in requests { errors.append(try await client.call(method, params)["error"]) }
        for method in ["ping", "table.get", "server.status"] {
            let reply = try await client.call(method)
            if reply["error"] != nil { errors.append(reply["error"]) }
        }
        return errors
    }

    @Test("what waited for the store is not done for a client that is gone, and is done for one that stays")
    func gone() async throws {
        let room = try Room.here
        let first = try await room.daemon()
        for table in ["t", "unread"] as [JSON] {
            try await first.client().result("table.create", ["table": table, "dice": [6]])
        }
        _ = try await first.stop()
        // A machine that stalls may be late for the daemon's patience.
        for _ in 1...5 {
            let daemon = try await room.daemon()
            let (stays, goes, other) = (try daemon.client(), try daemon.client(), try daemon.client())
            for table in ["default", "t"] as [JSON] {
                try await stays.result("table.unlock", ["table": table, "dice": [1]])
            }
            let store = try HeldStore(of: room)
            _ = await goes.begin("table.lock", ["dice": [1]])
            let lock = await stays.begin("table.lock", ["table": "t", "dice": [1]])
            for _ in 1...20 { try await other.result("ping") }
            // What is read behind the writes comes when they have been tried.
            try await other.result("table.get", ["table": "unread"])
            goes.close()
            try await other.status(becomes: "clients", 2)
            store.release()
            let reply = try await stays.reply(lock)
            let locked = try await stays.result("table.get")["dice"][0]["locked"]
            try await daemon.kill()
            if reply["error"]["code"] == 12 { continue }
            #expect(reply["result"]["dice"][0]["locked"] == true)
            #expect(locked == false)
            return
        }
        Issue.record("the store was never held in time")
    }
}
