import DiceModel
import DiceProof
import DiceTestSupport
import Testing

@testable import DiceTable

@Suite("The steps of one die")
@TableActor
struct DieAnimationTests {
    private let plan = AnimationPlan(delay: .milliseconds(100), duration: .seconds(1))
    private let table = TestTable(sides: [1_000])

    /// Starts an animation to 700 that began `elapsed` ago.
    private func animate<C: TableClock>(elapsed: Duration, on clock: C) throws -> Task<
        Void, Never
    > {
        let die = try #require(table.group).dice[0]
        let randomness = DiceRandomness(
            seeds: .derived(from: 1),
            animation: SeededGenerator(seed: 2)
        )
        let motion = randomness.motion(in: 1...1_000, from: die.value, pace: 1)
        let animation = die.startAnimation(
            to: 700,
            by: DieMotion(start: die.value, values: motion.values, plan: plan)
        )
        let flightClock = FlightClock(clock, elapsed: elapsed)
        return Task.immediate(executorPreference: TableActor.shared.taskExecutor) {
            await animation.animateRoll(on: flightClock)
        }
    }

    @Test("no step is early, and each sleeps until its own time")
    func neverEarly() async throws {
        let group = try #require(table.group)
        let clock = table.clock
        let task = try animate(elapsed: .zero, on: clock)
        for step in 0..<AnimationPlan.stepCount {
            try await clock.waitForSleepers(1)
            #expect(clock.nextDeadline?.offset == plan.time(ofStep: step))
            let before = group.revision
            clock.advance(
                by: plan.time(ofStep: step) - clock.now.offset - .nanoseconds(1)
            )
            #expect(clock.sleeperCount == 1)
            #expect(group.revision == before)
            try await table.nextStep(group)
            #expect(group.revision == before + 1)
        }
        try await task.ended()
        #expect(group.dice[0].value == 700)
        #expect(!group.isAnyDieAnimating)
    }

    @Test(
        "only the newest of the overdue steps is carried out",
        arguments: [0, 99, 100, 151, 152, 500, 1_099, 1_100, 9_000]
    )
    func overdue(milliseconds: Int) async throws {
        let group = try #require(table.group)
        let clock = table.clock
        let elapsed = Duration.milliseconds(milliseconds)
        let before = group.revision
        let task = try animate(elapsed: elapsed, on: clock)
        let late = (0..<AnimationPlan.stepCount).count {
            plan.time(ofStep: $0) <= elapsed
        }
        let rest = AnimationPlan.stepCount - late
        if rest > 0 {
            try await table.run(group)
        }
        try await task.ended()
        // The start is one more change.
        #expect(group.revision - before == 1 + rest + min(late, 1))
        #expect(group.dice[0].value == 700)
    }

    @Test(
        "a die that is overdue or cancelled settles at once on the daemon's clock"
    )
    func onTheLoopClock() async throws {
        let group = try #require(table.group)
        let clock = LoopClock()
        let before = group.revision
        try await animate(elapsed: .seconds(60), on: clock).ended()
        #expect(group.dice[0].value == 700)
        #expect(!group.isAnyDieAnimating)
        #expect(group.revision == before + 2)
        let task = try animate(elapsed: .seconds(-3_600), on: clock)
        #expect(group.isAnyDieAnimating)
        task.cancel()
        try await task.ended()
        #expect(group.dice[0].value == 700)
        #expect(!group.isAnyDieAnimating)
    }
}
