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
        for task in tasks { await task.value }
        #expect(table.clock.sleeperCount == 0, "a cancelled task must not go on sleeping")
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

    @Test("a newer animation of a die cancels the one in flight")
    func newerAnimationCancelsOlder() async throws {
        let table = TestTable(sides: [6])
        let group = try #require(table.group)
        let die = group.dice[0]
        _ = try table.begin(group)
        let old = try #require(die.animationTask)
        _ = try table.begin(group, restart: true)
        #expect(old.isCancelled)
        #expect(die.animationTask != nil && die.animationTask != old)
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
