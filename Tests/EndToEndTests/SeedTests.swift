import Glibc
import ProgramTestSupport
import Testing
import Unix

@Suite("Seeds and idleness", .room)
struct SeedTests {
    @Test("two daemons of one seed roll the same, and say that they are seeded")
    func sameRolls() async throws {
        let room = try Room.here
        var rolls: [[JSON]] = []
        for name in ["a", "b"] {
            let daemon = try await room.daemon(
                "--seed", "42", socket: room.path("\(name)/s"), state: room.path("st-\(name)"))
            let client = try daemon.client()
            var values: [JSON] = []
            for request in [["animate": false], ["dice": [2, 3]], ["animate": false]] as [JSON] {
                values.append(try await client.result("table.roll", request)["dice"])
            }
            rolls.append(values)
            #expect(try await client.result("server.status")["seeded"] == true)
            try await daemon.child.errors.first { $0.contains("the rolls are seeded") }
        }
        #expect(rolls[0] == rolls[1])
    }

    @Test("another seed rolls otherwise, and so does none")
    func otherRolls() async throws {
        let room = try Room.here
        var rolls: Set<JSON> = []
        for (index, arguments) in [["--seed", "1"], ["--seed", "2"], [], []].enumerated() {
            let daemon = try Daemon(room, arguments, socket: room.path("\(index)/s"), state: room.path("st-\(index)"))
            try await daemon.ready()
            let client = try daemon.client()
            try await client.result("table.create", ["table": "t", "dice": JSON([Int](repeating: 1_000, count: 10))])
            rolls.insert(try await client.result("table.roll", ["table": "t", "animate": false])["dice"])
            #expect(try await client.result("server.status")["seeded"] == .bool(!arguments.isEmpty))
            try await daemon.child.errors.first { $0.contains(" ready ") }
            #expect(daemon.child.errors.all.contains { $0.contains("the rolls are seeded") } == !arguments.isEmpty)
        }
        #expect(rolls.count == 4)
    }

    @Test("--idle-exit ends the daemon when its last client has been gone for so long, not before")
    func idleExit() async throws {
        let room = try Room.here
        let listener = try Descriptor.socket(.stream, room.path("s"), binding: true)
        #expect(listen(listener.number, 16) == 0)
        // Both wait in the socket's queue before there is a daemon, which would not wait for them.
        let (first, last) = (try Client(room.path("s")), try Client(room.path("s")))
        let daemon = try ActivatedDaemon(room, listener, "--idle-exit", "1")
        try await last.result("ping")
        first.close()
        // Together longer than the idle time: each takes half a second or more.
        for _ in 0..<3 { try await last.result("table.roll") }
        let start = ContinuousClock.now
        last.close()
        #expect(try await daemon.child.ending() == .exited(0))
        #expect(start.duration(to: .now) >= .seconds(1))
    }

    @Test("--idle-exit ends a daemon that nobody has ever called, and its socket's file goes with it")
    func neverCalled() async throws {
        let room = try Room.here
        let start = ContinuousClock.now
        #expect(try await room.daemon("--idle-exit", "1").child.ending() == .exited(0))
        #expect(start.duration(to: .now) >= .seconds(1))
        #expect(!room.exists("run/diced.sock"))
    }
}
