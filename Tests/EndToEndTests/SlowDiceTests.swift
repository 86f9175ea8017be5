import ProgramTestSupport
import Testing

@Suite("Slow dice", .room)
struct SlowDiceTests {
    @Test("a daemon with --slow says so in its status and its log, and its dice are in flight when others have settled")
    func slow() async throws {
        let room = try Room.here
        let slow = try await room.daemon("--slow", "1000")
        let usual = try await room.daemon(socket: room.path("usual/s"), state: room.path("usual-state"))
        try await slow.child.errors.first { $0.contains("slow") && $0.contains("1000 times") }
        let (first, second) = (try slow.client(), try usual.client())
        #expect(try await first.result("server.status")["slow"] == 1_000)
        #expect(!(try await second.result("server.status").names.contains("slow")))

        try await first.result("table.watch")
        let roll = await first.begin("table.roll")
        try await first.event("rollStarted")
        #expect(try await second.result("table.roll")["outcome"] == "completed")
        let table = try await first.result("table.get")
        #expect(table["dice"].array.map { $0["animating"] } == [JSON](repeating: true, count: 5))
        #expect(try await first.result("table.cancel") == ["cancelled": [1, 2, 3, 4, 5]])
        #expect(try await first.reply(roll)["result"]["reason"] == "cancel")
        #expect(!usual.child.errors.all.contains { $0.contains("slow") })
    }

    @Test("slow dice settle all the same, on the faces that a seed gives")
    func settle() async throws {
        let room = try Room.here
        let faces = try await room.faces(seed: 9)
        let daemon = try await room.daemon("--seed", "9", "--slow", "2")
        let start = ContinuousClock.now
        let result = try await daemon.client().result("table.roll")
        #expect(start.duration(to: .now) >= .seconds(1))
        #expect(result["outcome"] == "completed")
        #expect(result["dice"].array.map { $0["value"] } == faces)
    }

    @Test("dice are made 1 to 1000 times slower, and by nothing else", arguments: ["0", "1001", "-1", "1.5", "x", ""])
    func refused(_ times: String) async throws {
        let room = try Room.here
        let (ending, complaint) = try await room.refusedDaemon("--slow", times)
        #expect(ending == .exited(64))
        #expect(complaint.contains("--slow"))
        #expect(!room.exists("run") && !room.exists("state"))
    }

    @Test("--slow 1 is as usual")
    func one() async throws {
        let daemon = try await Room.here.daemon("--slow", "1")
        #expect(!(try await daemon.client().result("server.status").names.contains("slow")))
        #expect(!daemon.child.errors.all.contains { $0.contains("slow") })
    }
}
