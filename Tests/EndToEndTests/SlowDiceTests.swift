import ProgramTestSupport
import Testing

@Suite("Slow dice", .room)
struct SlowDiceTests {
    @Test(
        "`--slow` is shown in the status and the log, and its dice move longer"
    )
    func slow() async throws {
        let room = try Room.here
        let slow = try await room.daemon("--seed", "9", "--slow", "1000")
        // A factor of 1 means the usual speed.
        let usual = try await room.daemon(
            "--seed",
            "9",
            "--slow",
            "1",
            socket: room.path("usual/s"),
            state: room.path("usual-state")
        )
        try await slow.child.errors.first {
            $0.contains("slow") && $0.contains("1000 times")
        }
        let first = try slow.client()
        let second = try usual.client()
        #expect(try await first.result("server.status")["slow"] == 1_000)
        #expect(!(try await second.result("server.status").names.contains("slow")))

        let roll = try await first.rollInFlight()
        let start = ContinuousClock.now
        let usualRoll = try await second.result("table.roll")
        #expect(usualRoll["outcome"] == "completed")
        #expect(start.duration(to: .now) >= .seconds(0.5))
        let table = try await first.result("table.get")
        #expect(
            table["dice"].array.map { $0["animating"] }
                == [JSON](repeating: true, count: 5)
        )
        #expect(
            try await first.result("table.cancel") == ["cancelled": [1, 2, 3, 4, 5]]
        )
        let slowRoll = try await first.reply(roll)["result"]
        #expect(
            slowRoll["reason"] == "cancel" && slowRoll["dice"] == usualRoll["dice"],
            "a seed gives the same faces"
        )
        #expect(!usual.child.errors.all.contains { $0.contains("slow") })
    }

    @Test(
        "`--slow` takes factors from 0.01 to 1000 and refuses anything else",
        arguments: ["0", "0.001", "1001", "-1", "x", ""]
    )
    func refused(_ times: String) async throws {
        let room = try Room.here
        let (ending, complaint) = try await room.refusedDaemon("--slow", times)
        #expect(ending == .exited(64))
        #expect(complaint.contains("--slow"))
        #expect(!room.exists("run"))
        #expect(!room.exists("state"))
    }
}
