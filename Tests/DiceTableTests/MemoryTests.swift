import DiceModel
import DiceTable
import DiceTestSupport
import Testing

@Suite("Memory")
@TableActor
struct MemoryTests {
    @Test(
        "an unused table is freed in mid-roll with its dice and their tasks"
    )
    func freedInMidRoll() async throws {
        let table = TestTable()
        weak let group = table.group
        weak var die: Die?
        let roll: RollFlight
        do {
            let strong = try #require(table.group)
            die = strong.dice[0]
            roll = try table.begin(strong)
        }
        try await table.clock.waitForSleepers(5)
        #expect(group != nil)
        #expect(die != nil)
        table.release()
        #expect(group == nil && die == nil, "nothing may hold a table but its owner")
        try #require(roll.animationTask?.isCancelled == true)
        try await TestTable.settled(roll)
        #expect(table.clock.sleeperCount == 0)
    }

    @Test("a settled roll leaves no task, and a rolled table no cycle")
    func freedAfterRoll() async throws {
        let table = TestTable()
        weak let group = table.group
        do {
            let strong = try #require(table.group)
            let roll = try table.begin(strong)
            try await table.run(strong)
            try await TestTable.settled(roll)
        }
        table.release()
        #expect(group == nil)
    }
}
