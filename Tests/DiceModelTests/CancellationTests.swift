import DiceModel
import DiceTestSupport
import Testing

@Suite("Cancellation")
@TableActor
struct CancellationTests {
    @Test("stopping settles every die at once on the face already drawn", arguments: RandomCase.hundred)
    func stopSettlesAtOnce(_ random: RandomCase) async throws {
        var random = random
        let table = TestTable(random.table())
        let group = try #require(table.group)
        let draw = try group.drawRoll(by: "test", at: Timestamp(millisecondsSinceEpoch: 0))
        let roll = group.begin(draw)
        let tasks = group.dice.compactMap(\.animationTask)
        #expect(tasks.count == roll.rolled.count)
        for _ in 0..<random.int(0...20) where group.isAnyDieAnimating { await table.nextStep(group) }
        let inFlight = group.dice.filter(\.isAnimating).map(\.number)

        #expect(group.stopAnimation(.cancel) == inFlight)
        #expect(!group.isAnyDieAnimating)
        for die in group.dice {
            #expect(!die.isAnimating && die.animationTask == nil)
            #expect(die.value == draw.record.values[die.number - 1])
        }
        #expect(roll.outcome == (inFlight.isEmpty ? .completed : .cancelled))
        #expect(roll.reason == (inFlight.isEmpty ? nil : .cancel))

        let after = group.snapshot
        try #require(table.clock.sleeperCount == 0, "a cancelled task must not go on sleeping")
        for task in tasks { await task.value }
        #expect(group.snapshot == after, "a cancelled task must change nothing more")
        await roll.settled()
    }

    @Test("restart cancels what is in flight, on its own faces, and rolls anew")
    func restart() async throws {
        let table = TestTable()
        let group = try #require(table.group)
        let first = try table.begin(group)
        let oldTasks = group.dice.compactMap(\.animationTask)
        for _ in 0..<7 { await table.nextStep(group) }
        let second = try table.begin(group, dice: [2, 3], restart: true)
        #expect(first.outcome == .cancelled && first.reason == .restart)
        #expect(oldTasks.allSatisfy { $0.isCancelled })
        #expect(group.dice.filter(\.isAnimating).map(\.number) == [2, 3])
        #expect(group.rollCount == 2)
        for die in [1, 4, 5] { #expect(group.dice[die - 1].value == first.dice[die - 1].value) }
        await table.run(group)
        await second.settled()
        #expect(second.outcome == .completed)
    }

    @Test("a newer animation of a die cancels the one in flight, of which nothing is shown any more")
    func newerAnimationCancelsOlder() async throws {
        let table = TestTable(sides: [1_000])
        let group = try #require(table.group)
        let die = group.dice[0]
        let randomness = DiceRandomness(faces: SeededGenerator(seed: 1), animation: SeededGenerator(seed: 2))
        func animate(to face: Int, by plan: AnimationPlan) -> Task<Void, Never> {
            Task.immediate { await die.animateRoll(to: face, by: plan, randomness: randomness, clock: table.clock) }
        }
        let older = animate(to: 700, by: AnimationPlan(delay: .milliseconds(10), duration: .milliseconds(500)))
        let oldTask = try #require(die.animationTask)
        await table.nextStep(group)
        await table.clock.waitForSleepers(1)

        let plan = AnimationPlan(delay: .milliseconds(3), duration: .milliseconds(1_000))
        let start = table.clock.now.offset
        let newer = animate(to: 300, by: plan)
        #expect(die.value == 700, "the older animation ends on its own face")
        #expect(die.animationTask != oldTask)
        try #require(oldTask.isCancelled)
        await older.value
        await table.clock.waitForSleepers(1)
        #expect(table.clock.sleeperCount == 1, "the older task must not go on sleeping")

        var changes: [Duration] = []
        var seen = die.changedAt
        await table.run(group) {
            guard die.changedAt > seen else { return }
            seen = die.changedAt
            changes.append(table.clock.now.offset - start)
        }
        #expect(changes == (0..<AnimationPlan.valueCount).map { plan.time(ofValue: $0) } + [plan.settleTime])
        await newer.value
        #expect(die.value == 300 && table.clock.sleeperCount == 0)
    }

    @Test("a step whose time has come when the die is stopped is not carried out")
    func stoppedBeforeItsStep() async throws {
        let table = TestTable()
        let group = try #require(table.group)
        let draw = try group.drawRoll(by: "test", at: Timestamp(millisecondsSinceEpoch: 0))
        _ = group.begin(draw)
        let tasks = group.dice.compactMap(\.animationTask)
        await table.clock.waitForSleepers(5)
        table.clock.advance(by: .milliseconds(400))
        group.stopAnimation(.cancel)
        let after = group.snapshot
        try #require(tasks.allSatisfy { $0.isCancelled })
        for task in tasks { await task.value }
        #expect(group.snapshot == after)
        #expect(group.dice.map(\.value) == draw.record.values)
    }

    @Test("the animation task is there while the die animates, and gone when it ends")
    func taskIsCleared() async throws {
        let table = TestTable(sides: [6, 6])
        let group = try #require(table.group)
        #expect(group.dice.allSatisfy { $0.animationTask == nil })
        _ = try table.begin(group)
        #expect(group.dice.allSatisfy { $0.animationTask != nil })
        await table.run(group) {
            for die in group.dice { #expect((die.animationTask != nil) == die.isAnimating) }
        }
        #expect(group.dice.allSatisfy { $0.animationTask == nil })
    }
}
