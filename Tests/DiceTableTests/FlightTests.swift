import DiceModel
import DiceTable
import DiceTestSupport
import Testing

@Suite("Plans of dice in flight")
@TableActor
struct FlightTests {
    @Test(
        "each die shows the planned values at their times and settles with the last",
        arguments: [0.5, 1, 40, 1_000]
    )
    func asPlanned(slowness: Double) async throws {
        let table = TestTable(
            StoredTable(new: .default, sides: [6, 6, 20, 2, 1_000]),
            seed: UInt64(slowness),
            slowness: slowness
        )
        let group = try #require(table.group)
        #expect(group.flight == nil)
        _ = try table.begin(group)
        let flight = try #require(group.flight)
        #expect(flight.elapsed == 0)
        #expect(flight.plan.map(\.die) == [1, 2, 3, 4, 5])
        var steps = group.dice.map { _ in 0 }
        var seen = group.dice.map(\.changedAt)
        try await table.run(group) {
            for (index, die) in group.dice.enumerated()
            where die.changedAt > seen[index] {
                let plan = flight.plan[index]
                #expect(
                    abs(
                        plan.times[steps[index]] - table.clock.now.offset
                            / .milliseconds(1)
                    )
                        <= 0.05
                )
                if die.isAnimating {
                    #expect(die.value == plan.values[steps[index]])
                }
                seen[index] = die.changedAt
                steps[index] = steps[index] + 1
            }
        }
        #expect(steps == [11, 11, 11, 11, 11])
        #expect(group.flight == nil)
    }

    @Test(
        "consecutive values differ, and all are within the range of the die",
        arguments: RandomCase.hundred
    )
    func values(_ random: RandomCase) throws {
        var random = random
        let table = TestTable(random.table(), seed: UInt64(random.number))
        let group = try #require(table.group)
        _ = try table.begin(group)
        for plan in try #require(group.flight).plan {
            let die = group.dice[plan.die - 1]
            let shown = [die.value] + plan.values
            #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 != $1 })
            #expect(plan.values.allSatisfy { (1...die.sides).contains($0) })
            #expect(zip(plan.times, plan.times.dropFirst()).allSatisfy { $0 < $1 })
        }
        group.stopAnimation(.cancel)
    }

    @Test("a flight has the dice that have not settled and its duration")
    func stillInFlight() async throws {
        let table = TestTable()
        let group = try #require(table.group)
        _ = try table.begin(group)
        try await table.run(group) {
            let flying = group.dice.filter(\.isAnimating).map(\.number)
            #expect(group.flight?.plan.map(\.die) ?? [] == flying)
            if let flight = group.flight {
                #expect(
                    abs(flight.elapsed - table.clock.now.offset / .milliseconds(1))
                        <= 0.05
                )
            }
        }
    }
}
