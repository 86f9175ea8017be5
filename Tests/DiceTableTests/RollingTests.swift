import DiceModel
import DiceTable
import DiceTestSupport
import Testing

@Suite("Rolling")
@TableActor
struct RollingTests {
    @Test(
        "only unlocked dice animate, from the very start; locked dice keep their value",
        arguments: RandomCase.hundred
    )
    func onlyUnlockedDiceAnimate(_ random: RandomCase) async throws {
        var random = random
        let stored = random.table()
        let table = TestTable(stored)
        let group = try #require(table.group)
        let roll = try table.begin(group)
        for (die, before) in zip(group.dice, stored.dice) {
            #expect(die.isAnimating == !before.locked)
            #expect(die.value == before.value, "nothing has moved yet")
        }
        #expect(
            roll.rolled
                == stored.dice.indices.filter { !stored.dice[$0].locked }.map { $0 + 1 }
        )
        try await table.run(group) {
            for (die, before) in zip(group.dice, stored.dice) where before.locked {
                try #require(die.value == before.value && !die.isAnimating)
            }
        }
        try await TestTable.settled(roll)
    }

    @Test(
        "a die shows ten random values, each different from the last, then the drawn face"
    )
    func showsTenValues() async throws {
        let table = TestTable(sides: [6, 6, 20, 2, 1_000])
        let group = try #require(table.group)
        let draw = try group.drawRoll(
            by: "test",
            at: Timestamp(millisecondsSinceEpoch: 0)
        )
        var shown = group.dice.map { [$0.value] }
        var steps = group.dice.map { _ in 0 }
        var revisions = group.dice.map(\.changedAt)
        let roll = group.begin(draw)
        revisions = group.dice.map(\.changedAt)
        try await table.run(group) {
            for (index, die) in group.dice.enumerated()
            where die.changedAt > revisions[index] {
                revisions[index] = die.changedAt
                steps[index] += 1
                if die.isAnimating {
                    shown[index].append(die.value)
                }
            }
        }
        for (index, die) in group.dice.enumerated() {
            #expect(steps[index] == AnimationPlan.valueCount + 1)
            #expect(shown[index].count == AnimationPlan.valueCount + 1)
            #expect(shown[index].allSatisfy { (1...die.sides).contains($0) })
            #expect(zip(shown[index], shown[index].dropFirst()).allSatisfy { $0 != $1 })
            #expect(die.value == draw.record.values[index])
        }
        #expect(roll.outcome == .completed)
    }

    @Test(
        "a settled die is at rest on a valid face, and the last one ends the roll",
        arguments: RandomCase.hundred
    )
    func settlesAtRest(_ random: RandomCase) async throws {
        var random = random
        let table = TestTable(random.table())
        let group = try #require(table.group)
        let roll = try table.begin(group)
        try await table.run(group) {
            #expect((roll.outcome == nil) == group.isAnyDieAnimating)
            #expect((group.roll != nil) == group.isAnyDieAnimating)
        }
        try await TestTable.settled(roll)
        #expect(!group.isAnyDieAnimating)
        #expect(group.roll == nil)
        for die in group.dice {
            #expect(!die.isAnimating)
            #expect((1...die.sides).contains(die.value))
        }
        #expect(roll.outcome == .completed)
        #expect(roll.reason == nil)
        #expect(roll.dice == group.snapshot.dice)
        #expect(roll.total == group.stored.dice.total)
    }

    @Test("the task of a roll returns when every die is at rest, and not before")
    func rollAllReturnsAtRest() async throws {
        let table = TestTable()
        let group = try #require(table.group)
        let roll = try table.begin(group)
        var returned = false
        let settling = Task {
            await roll.settled()
            returned = true
        }
        try await table.run(group) { #expect(!returned || !group.isAnyDieAnimating) }
        try await settling.ended()
        #expect(roll.outcome == .completed)
        #expect(!group.isAnyDieAnimating)
    }

    @Test("a roll without animation settles immediately")
    func rollsWithoutAnimation() throws {
        let table = TestTable()
        let group = try #require(table.group)
        let roll = try table.begin(group, animate: false)
        #expect(roll.outcome == .completed)
        #expect(!group.isAnyDieAnimating)
        #expect(table.clock.sleeperCount == 0)
        #expect(group.snapshot.roll == 1)
    }

    @Test("only the named dice roll; the others keep their value")
    func rollsNamedDice() throws {
        let table = TestTable(sides: [1_000, 1_000, 1_000])
        let group = try #require(table.group)
        let roll = try table.begin(group, dice: [1, 3], animate: false)
        #expect(roll.rolled == [1, 3])
        #expect(group.dice[1].value == 1)
        #expect(group.dice[0].value != 1 && group.dice[2].value != 1)
    }

    @Test("refusals change nothing and draw no face")
    func refusals() async throws {
        let table = TestTable(sides: [6, 6, 6])
        let group = try #require(table.group)
        func refusal(_ dice: [Int]? = nil) -> DiceError? {
            let before = (group.snapshot, group.stored)
            defer {
                #expect((group.snapshot, group.stored) == before)
            }
            do {
                _ = try table.begin(group, dice: dice)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal([0, 4]) == .noSuchDie([0, 4]))
        group.dice[0].toggleLock()
        #expect(refusal([1, 2]) == .dieLocked([1]))
        for die in group.dice where !die.locked {
            die.toggleLock()
        }
        #expect(refusal() == .allLocked)
        group.dice[2].toggleLock()
        let roll = try table.begin(group)
        #expect(refusal() == .busy)
        #expect(group.roll === roll)
    }
}
