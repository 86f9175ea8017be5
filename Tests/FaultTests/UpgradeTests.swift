import FoundationEssentials
import ProgramTestSupport
import Testing

@Suite("an upgrade of an older store", .quickRoom)
struct UpgradeTests {
    private func copies(_ room: Room) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: room.state).filter {
            $0.hasPrefix("diced.sqlite.")
        }
    }

    @Test("an upgrade logs both versions and reports its progress to the supervisor")
    func told() async throws {
        let room = try Room.here
        try OlderStore.make(in: room.state)
        let daemon = try await room.daemon()
        #expect(
            try await daemon.client().result("table.get", ["table": "t1"])["turn"] == 1
        )
        _ = try await daemon.stop()
        let log = try await daemon.child.complaint()
        let copy = try #require(try copies(room).first)
        #expect(log.contains(" notice upgrading the store from v13 to v"))
        #expect(log.contains(" notice upgraded the store from v13 to v"))
        #expect(log.contains(copy))
        let told = try await daemon.everyNotification()
        let checking = try #require(
            told.firstIndex(of: "STATUS=upgrading the store: checking the copy")
        )
        #expect(told[..<checking].last == "EXTEND_TIMEOUT_USEC=300000000")
        let ready = try #require(told.firstIndex { $0.hasPrefix("READY=1") })
        #expect(checking < ready)
    }

    @Test(
        "kill -9 during the copy keeps the store, and the next start makes one complete copy"
    )
    func killed() async throws {
        let room = try Room.here
        try OlderStore.make(in: room.state, tables: 40)
        let disk = SlowDisk(room, files: ".before-")
        try disk.close()
        for _ in 1...2 {
            let daemon = try Daemon(room, [], environment: disk.environment)
            try await daemon.child.errors.first { $0.contains("upgrading the store") }
            try await Patience.until("a copy is begun") {
                try copies(room).contains { $0.contains(".before-") }
            }
            try await daemon.kill()
        }
        let daemon = try await room.daemon()
        #expect(
            try await daemon.client().result("table.list")["tables"].array.count == 40
        )
        _ = try await daemon.stop()
        let left = try copies(room)
        #expect(left.count == 1, "\(left)")
        let copy = room.state + "/" + (left.first ?? "")
        #expect(try room.mode("state/" + (left.first ?? "")) == 0o600)
        let look = try room.start(
            Programs.diced,
            ["--state-dir", room.state, "--restore", copy, "--dry-run"]
        )
        #expect(
            try await look.wholeOutput().first?.contains(" holds 40 tables,") == true
        )
    }

    @Test("a dicectl that starts the daemon gets its answer once the store is upgraded")
    func started() async throws {
        let room = try Room.here
        try OlderStore.make(in: room.state)
        let outcome = try await room.dicectl("list", "--json")
        room.adopt(
            try #require(try await room.dicectl("status", "--json").json["pid"].int)
        )
        #expect(outcome.ending == .exited(0))
        #expect(outcome.complaint == "")
        #expect(outcome.json["tables"].array.map { $0["table"] } == ["t1"])
    }
}
