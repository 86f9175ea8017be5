import Glibc
import ProgramTestSupport
import Testing
import Unix

@Suite("Seeds and idleness", .quickRoom)
struct SeedTests {
    @Test(
        "two daemons with one seed roll the same and report it; other seeds roll differently"
    )
    func seeds() async throws {
        let room = try Room.here
        var rolls: [[JSON]] = []
        for (index, seed) in ["42", "42", "1", nil].enumerated() {
            let daemon = try Daemon(
                room,
                seed.map { ["--seed", $0] } ?? [],
                socket: room.path("\(index)/s"),
                state: room.path("st-\(index)")
            )
            try await daemon.ready()
            let client = try daemon.client()
            try await client.result(
                "table.create",
                ["table": "t", "dice": JSON([Int](repeating: 1_000, count: 10))]
            )
            var values: [JSON] = []
            for dice in [[1, 2], [2, 3, 10]] as [JSON] {
                values.append(
                    try await client.result(
                        "table.roll",
                        ["table": "t", "dice": dice, "animate": false]
                    )
                )
            }
            rolls.append(values.map { $0["dice"] })
            #expect(
                try await client.result("server.status")["seeded"] == .bool(seed != nil)
            )
            try await daemon.child.errors.first { $0.contains(" ready ") }
            #expect(
                daemon.child.errors.all.contains { $0.contains("the rolls are seeded") }
                    == (seed != nil)
            )
        }
        #expect(rolls[0] == rolls[1])
        #expect(Set(rolls).count == 3)
    }

    @Test(
        "`--idle-exit` ends the daemon after its last client has been gone for the given time"
    )
    func idleExit() async throws {
        let room = try Room.here
        let path = room.path("s")
        let listener = try Descriptor.socket(.stream, path, binding: true)
        #expect(listen(listener.number, 16) == 0)
        // Both clients wait in the socket's queue before the daemon starts, because the daemon
        // would not wait for them.
        let first = try Client(path)
        let last = try Client(path)
        let daemon = try Daemon(
            room,
            inheriting: listener,
            at: path,
            "--idle-exit",
            "1"
        )
        try await last.result("ping")
        first.close()
        // Together the rolls take longer than the idle time: each takes half a second or more.
        for _ in 1...2 {
            try await last.result("table.roll")
        }
        let start = ContinuousClock.now
        last.close()
        #expect(try await daemon.child.ending() == .exited(0))
        #expect(start.duration(to: .now) >= .seconds(1))
    }
}
