import DiceModel
import DiceTable
import DiceTestSupport
import Testing

@Suite("Timing of a roll")
@TableActor
struct TimingTests {
    /// Returns the times at which each die showed its values and settled, counted from the start of
    /// the roll.
    private func times(
        _ random: inout RandomCase,
        slowness: Double = 1,
        pace: Double = 1
    ) async throws -> [[Duration]] {
        var stored = StoredTable(new: .default, sides: Array(repeating: 6, count: 8))
        stored.settings.pace = pace
        let table = TestTable(stored, seed: UInt64(random.number), slowness: slowness)
        let group = try #require(table.group)
        _ = try table.begin(group)
        var times = group.dice.map { _ in [Duration]() }
        var seen = group.dice.map(\.changedAt)
        try await table.run(group) {
            for (index, die) in group.dice.enumerated()
            where die.changedAt > seen[index] {
                seen[index] = die.changedAt
                times[index].append(table.clock.now.offset)
            }
        }
        return times
    }

    @Test(
        "delays are 0 to 0.25 s, durations 0.5 to 1 s, all from one start, and no gap shrinks",
        arguments: RandomCase.hundred
    )
    func timesAreInRange(_ random: RandomCase) async throws {
        var random = random
        for die in try await times(&random) {
            let delay = try #require(die.first)
            let end = try #require(die.last)
            #expect((Duration.zero...Duration.milliseconds(250)).contains(delay))
            #expect(
                (Duration.milliseconds(500)...Duration.milliseconds(1_000)).contains(
                    end - delay
                )
            )
            let gaps = zip(die.dropFirst(), die).map { $0 - $1 }
            #expect(
                zip(gaps.dropFirst(), gaps).allSatisfy { $0 >= $1 - .nanoseconds(1) }
            )
            #expect(gaps[gaps.count - 1] >= gaps[0] * 2)
        }
    }

    @Test("all dice count from one start, even if starting them takes time")
    func oneStart() async throws {
        func deadlines(_ clock: TestClock) async throws -> [TestClock.Instant] {
            let table = TestTable(sides: Array(repeating: 6, count: 20), clock: clock)
            let group = try #require(table.group)
            _ = try table.begin(group)
            try await clock.waitForSleepers(20)
            defer {
                group.stopAnimation(.cancel)
            }
            return clock.deadlines
        }
        let still = try await deadlines(TestClock())
        let moving = try await deadlines(TestClock(step: .microseconds(10)))
        #expect(Set(zip(still, moving).map { $0.duration(to: $1) }).count == 1)
    }

    @Test(
        "slowness stretches every delay and every duration",
        arguments: [0.5, 2, 1_000]
    )
    func slowness(_ factor: Double) async throws {
        var random = RandomCase(1)
        let usual = try await times(&random)
        let slow = try await times(&random, slowness: factor)
        #expect(usual.count == 8)
        for (slow, usual) in zip(slow.joined(), usual.joined()) {
            #expect(
                abs(slow / .microseconds(1) - usual / .microseconds(1) * factor) < 2
            )
        }
    }

    @Test(
        "a table's pace divides every delay, duration and gap regardless of the daemon's factor",
        arguments: [(0.25, 1), (2, 1), (4, 8), (0.5, 0.5)]
    )
    func pace(_ pace: Double, slowness: Double) async throws {
        var random = RandomCase(1)
        let usual = try await times(&random)
        let paced = try await times(&random, slowness: slowness, pace: pace)
        #expect(paced.count == 8)
        #expect(paced.allSatisfy { $0.count == 11 })
        let differences = zip(paced.joined(), usual.joined()).map {
            abs($0 * pace / slowness - $1)
        }
        #expect(try #require(differences.max()) < .nanoseconds(10))
    }

    @Test(
        "dice of one roll settle at different times; delays and durations fill their ranges"
    )
    func timesDiffer() async throws {
        var delays: [Duration] = []
        var durations: [Duration] = []
        for random in RandomCase.hundred {
            var random = random
            let dice = try await times(&random)
            #expect(Set(dice.compactMap(\.last)).count > 1)
            delays += dice.compactMap(\.first)
            durations += dice.map { $0[$0.count - 1] - $0[0] }
        }
        #expect(delays.contains { $0 < .milliseconds(25) })
        #expect(delays.contains { $0 > .milliseconds(225) })
        #expect(durations.contains { $0 < .milliseconds(550) })
        #expect(durations.contains { $0 > .milliseconds(950) })
    }

    @Test(
        "a die settles at once after a stall past its end, with no burst of values",
        arguments: [1.0, 5.0, 3_600.0]
    )
    func stallEndsAtOnce(seconds: Double) async throws {
        let table = TestTable(sides: [6])
        let group = try #require(table.group)
        let roll = try table.begin(group)
        try await table.nextStep(group)
        try await table.clock.waitForSleepers(1)
        let revision = group.revision
        table.clock.advance(by: .seconds(seconds) + .milliseconds(300))
        try await TestTable.settled(roll)
        // The two changes are the value that was due during the stall, and the face.
        #expect(group.revision <= revision + 2)
        #expect(!group.isAnyDieAnimating)
        #expect(roll.outcome == .completed)
    }
}

private func abs(_ duration: Duration) -> Duration {
    max(duration, .zero - duration)
}
