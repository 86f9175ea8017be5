import DiceModel
import DiceProof
import DiceTestSupport
import Testing

@testable import DiceTable

@Suite("Cancellation")
@TableActor
struct CancellationTests {
    @Test(
        "stopping settles every die at once on the face already drawn",
        arguments: RandomCase.hundred
    )
    func stopSettlesAtOnce(_ random: RandomCase) async throws {
        var random = random
        let table = TestTable(random.table())
        let group = try #require(table.group)
        let draw = try group.drawRoll(
            by: "test",
            at: Timestamp(millisecondsSinceEpoch: 0)
        )
        let roll = group.begin(draw)
        let task = try #require(roll.animationTask)
        for _ in 0..<random.int(0...20) where group.isAnyDieAnimating {
            try await table.nextStep(group)
        }
        let inFlight = group.dice.filter(\.isAnimating).map(\.number)

        #expect(group.stopAnimation(.cancel) == inFlight)
        #expect(!group.isAnyDieAnimating)
        #expect(group.roll == nil)
        #expect(task.isCancelled == !inFlight.isEmpty)
        for die in group.dice {
            #expect(!die.isAnimating)
            #expect(die.value == draw.record.values[die.number - 1])
        }
        #expect(roll.outcome == (inFlight.isEmpty ? .completed : .cancelled))
        #expect(roll.reason == (inFlight.isEmpty ? nil : .cancel))

        let after = group.snapshot
        try #require(
            table.clock.sleeperCount == 0,
            "a cancelled task must not go on sleeping"
        )
        try await task.ended()
        #expect(group.snapshot == after, "a cancelled task must change nothing more")
        try await TestTable.settled(roll)
    }

    @Test("a restart settles dice in flight on their own faces and rolls again")
    func restart() async throws {
        let table = TestTable()
        let group = try #require(table.group)
        let first = try table.begin(group)
        for _ in 0..<7 {
            try await table.nextStep(group)
        }
        let second = try table.begin(group, dice: [2, 3], restart: true)
        #expect(first.outcome == .cancelled)
        #expect(first.reason == .restart)
        #expect(first.animationTask?.isCancelled == true)
        try await TestTable.settled(first)
        try await table.clock.waitForSleepers(2)
        #expect(
            table.clock.sleeperCount == 2,
            "the older animation must not go on sleeping"
        )
        #expect(group.dice.filter(\.isAnimating).map(\.number) == [2, 3])
        #expect(group.rollCount == 2)
        for die in [1, 4, 5] {
            #expect(group.dice[die - 1].value == first.dice[die - 1].value)
        }
        try await table.run(group)
        try await TestTable.settled(second)
        #expect(second.outcome == .completed)
    }

    @Test(
        "cancelling the task of a roll settles every die at once and cancels the roll"
    )
    func cancelledTask() async throws {
        let table = TestTable()
        let group = try #require(table.group)
        let draw = try group.drawRoll(
            by: "test",
            at: Timestamp(millisecondsSinceEpoch: 0)
        )
        let roll = group.begin(draw)
        let task = try #require(roll.animationTask)
        try await table.clock.waitForSleepers(5)
        for _ in 0..<7 {
            try await table.nextStep(group)
        }
        task.cancel()
        try #require(table.clock.sleeperCount == 0, "no child may go on sleeping")
        try await task.ended()
        #expect(!group.isAnyDieAnimating)
        #expect(group.dice.map(\.value) == draw.record.values)
        #expect(roll.outcome == .cancelled)
        #expect(roll.reason == .cancel)
    }

    @Test(
        "a newer animation of a die ends the one in flight, which shows no more values"
    )
    func newerAnimationEndsOlder() async throws {
        let table = TestTable(sides: [1_000])
        let group = try #require(table.group)
        let clock = table.clock
        let die = group.dice[0]
        let randomness = DiceRandomness(
            seeds: .derived(from: 1),
            animation: SeededGenerator(seed: 2)
        )
        func animate(to face: Int, by plan: AnimationPlan) -> Task<Void, Never> {
            let motion = randomness.motion(in: 1...die.sides, from: die.value, pace: 1)
            let animation = die.startAnimation(
                to: face,
                by: DieMotion(start: die.value, values: motion.values, plan: plan)
            )
            let flightClock = FlightClock(clock)
            return Task.immediate { await animation.animateRoll(on: flightClock) }
        }
        let older = animate(
            to: 700,
            by: AnimationPlan(delay: .milliseconds(10), duration: .milliseconds(500))
        )
        try await table.nextStep(group)
        try await clock.waitForSleepers(1)

        let plan = AnimationPlan(
            delay: .milliseconds(300),
            duration: .milliseconds(1_000)
        )
        let start = clock.now
        let newer = animate(to: 300, by: plan)
        #expect(die.value == 700, "the older animation ends on its own face")
        try await clock.waitForSleepers(2)
        clock.advance(by: .milliseconds(299))
        try await older.ended()
        #expect(die.value == 700)
        #expect(clock.sleeperCount == 1)

        var changes: [Duration] = []
        try await table.run(group) { changes.append(start.duration(to: clock.now)) }
        #expect(changes == (0..<AnimationPlan.stepCount).map { plan.time(ofStep: $0) })
        try await newer.ended()
        #expect(die.value == 300)
        #expect(clock.sleeperCount == 0)
    }

    @Test("a step that is due when the die is stopped is not carried out")
    func stoppedBeforeItsStep() async throws {
        let table = TestTable()
        let group = try #require(table.group)
        let draw = try group.drawRoll(
            by: "test",
            at: Timestamp(millisecondsSinceEpoch: 0)
        )
        _ = group.begin(draw)
        let task = try #require(group.roll?.animationTask)
        try await table.clock.waitForSleepers(5)
        table.clock.advance(by: .milliseconds(400))
        group.stopAnimation(.cancel)
        let after = group.snapshot
        try #require(task.isCancelled)
        try await task.ended()
        #expect(group.snapshot == after)
        #expect(group.dice.map(\.value) == draw.record.values)
    }

    @Test(
        "the animation task exists while a die animates and is cleared at rest"
    )
    func taskIsCleared() async throws {
        let table = TestTable(sides: [6, 6])
        let group = try #require(table.group)
        #expect(group.roll == nil)
        _ = try table.begin(group)
        #expect(group.roll?.animationTask != nil)
        try await table.run(group) {
            #expect((group.roll?.animationTask != nil) == group.isAnyDieAnimating)
        }
        #expect(group.roll == nil)
    }
}
