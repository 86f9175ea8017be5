import Foundation
import ProgramTestSupport
import Testing

/// A wall clock for one daemon: libfaketime reads its offset from a file.
private struct WallClock {
    private let file: String

    init(_ room: Room) throws {
        file = room.path("clock")
        try step(seconds: 0)
    }

    /// Steps the clock to this offset from the true time.
    func step(seconds: Int) throws {
        try Data((seconds < 0 ? "\(seconds)" : "+\(seconds)").utf8).write(
            to: URL(filePath: file),
            options: .atomic
        )
    }

    /// The command that starts a program with the library. The library sets a variable at the first
    /// start, and a Swift program in which a variable is set at that moment does not find its
    /// arguments.
    static let entry = ["env"]

    var environment: [String: String] {
        [
            "LD_PRELOAD": Tool.faketime.path ?? "", "FAKETIME_TIMESTAMP_FILE": file,
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        ]
    }
}

@Suite("A wall clock changed in mid-roll", .room, .needs(.faketime))
struct ClockStepTests {
    @Test(
        "a roll continues over a clock step, and the history stays in the order of the turns"
    )
    func steps() async throws {
        let room = try Room.here
        let clock = try WallClock(room)
        let daemon = try await room.daemon(
            environment: clock.environment,
            through: WallClock.entry
        )
        let client = try daemon.client()
        try await client.result("table.watch")
        var entries: [JSON] = []
        for (turn, offset) in [-3_600, 3_600, -7_200].enumerated() {
            let mark = client.lines.count
            let roll = await client.begin("table.roll")
            let started = try await client.event("rollStarted", from: mark).index
            // A daemon that the machine had suspended may show the dice only once they have
            // settled.
            try await client.lines.until { lines in
                let later = lines.dropFirst(started)
                return later.count { $0["method"] == "frame" } >= 3
                    || later.contains { $0["params"]["event"] == "rollSettled" }
            }
            try clock.step(seconds: offset)
            let result = try await client.reply(roll)["result"]
            #expect(result["outcome"] == "completed")
            entries.insert(try await client.result("table.endTurn").entry, at: 0)
            let endedAt = try #require(entries[0]["endedAt"].string)
            let ended = try Date(
                endedAt,
                strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            )
            let difference = ended.timeIntervalSinceNow - Double(offset)
            #expect(
                abs(difference) < 1_000,
                "turn \(turn + 1) ended at \(endedAt): the clock was not set"
            )
        }
        #expect(entries.map { $0["turn"] } == [3, 2, 1])
        #expect(try await client.result("table.history")["entries"] == .array(entries))
        let older = try await client.result(
            "table.history",
            ["before": entries[0]["id"], "limit": 1]
        )
        #expect(older["entries"] == [entries[1]] && older["more"] == true)

        try await daemon.kill()
        try clock.step(seconds: -86_400)
        let again = try await room.daemon(
            environment: clock.environment,
            through: WallClock.entry
        )
        .client()
        #expect(try await again.result("table.history")["entries"] == .array(entries))
        #expect(
            try await again.result("server.status")["uptime"].int.map {
                $0 >= 0 && $0 < 3_600
            }
                == true
        )
    }

    @Test("dice in flight do not settle because the clock was set forward")
    func forward() async throws {
        let room = try Room.here
        let clock = try WallClock(room)
        // Every roll takes a quarter of an hour.
        let daemon = try await room.daemon(
            "--slow",
            "1000",
            environment: clock.environment,
            through: WallClock.entry
        )
        let client = try daemon.client()
        try await client.result("table.watch")
        let roll = await client.begin("table.roll")
        try await client.event("rollStarted")
        try clock.step(seconds: 86_400)
        for _ in 1...100 {
            #expect(try await client.result("server.status")["animating"] == 5)
        }
        #expect(
            try await client.result("table.cancel")["cancelled"] == [1, 2, 3, 4, 5]
        )
        #expect(try await client.reply(roll)["result"]["outcome"] == "cancelled")
        let entry = try await client.result("table.endTurn")
        let at = entry["rolls"][0]["at"].string ?? ""
        let endedAt = entry["endedAt"].string ?? ""
        let form = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let hours =
            try Date(endedAt, strategy: form).timeIntervalSince(
                Date(at, strategy: form)
            ) / 3_600
        #expect(hours > 23, "from \(at) to \(endedAt): the clock was not set")
    }
}
