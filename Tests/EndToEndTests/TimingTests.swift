import ProgramTestSupport
import Testing

/// The times at which dice move, as a watcher of the built daemon receives them (seed 001,
/// requirement 2). The test checks the times in plans, which no machine delays, and that nothing is
/// early.
@Suite("The daemon's timing", .room)
struct TimingTests {
    private static let dice = 200

    @Test(
        "dice start within 0.25 s, move for 0.5 to 1 s, and the roll ends no earlier than planned"
    )
    func bounds() async throws {
        let daemon = try await Room.here.daemon()
        let watcher = try daemon.client()
        let roller = try daemon.client()
        let sides = JSON([Int](repeating: 1_000, count: Self.dice))
        try await roller.result("table.create", ["table": "t", "dice": sides])
        try await watcher.result("table.watch", ["table": "t", "frames": "plan"])
        let start = ContinuousClock.now
        let result = try await roller.result("table.roll", ["table": "t"])
        let elapsed = start.duration(to: .now) / .milliseconds(1)

        let started = try await watcher.event("rollStarted", table: "t")
        let plans = started.element["params"]["plan"].array
        #expect(plans.map { $0["die"].int } == (1...Self.dice).map { $0 })
        var delays: [Double] = []
        var durations: [Double] = []
        var ends: [Double] = []
        for plan in plans {
            let times = plan["times"].array.compactMap(\.double)
            try #require(times.count == 11 && plan["values"].array.count == 10)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
            delays.append(times[0])
            durations.append(times[10] - times[0])
            ends.append(times[10])
        }
        // The times are in milliseconds; a plan also has tenths.
        #expect(delays.allSatisfy { (0...250).contains($0) })
        #expect(durations.allSatisfy { (499.9...1_000.1).contains($0) })
        // Of 200 dice some are close to each end of the range.
        let earliest = try #require(delays.min())
        let latest = try #require(delays.max())
        let shortest = try #require(durations.min())
        let longest = try #require(durations.max())
        #expect(earliest < 50)
        #expect(latest > 200)
        #expect(shortest < 600)
        #expect(longest > 900)
        #expect(Set(ends).count > Self.dice / 2)
        let end = try #require(ends.max())
        #expect(elapsed >= end - 1)

        // Each die's face is sent once, when it has settled.
        try await watcher.event("rollSettled", table: "t")
        let settled = watcher.frames.flatMap(\.["dice"].array)
        #expect(
            settled.count == Self.dice
                && settled.allSatisfy { $0["animating"] == false }
        )
        for die in settled {
            #expect(result["dice"][(die["die"].int ?? 0) - 1]["value"] == die["value"])
        }
    }
}
