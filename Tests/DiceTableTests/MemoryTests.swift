import DiceModel
import DiceTable
import DiceTestSupport
import Foundation
import Testing

@Suite("Memory")
@TableActor
struct MemoryTests {
    @Test("a table that nobody needs any more is freed in mid-roll, with its dice and their tasks")
    func freedInMidRoll() async throws {
        let table = TestTable()
        weak let group = table.group
        weak var die: Die?
        let roll: Roll
        do {
            let strong = try #require(table.group)
            die = strong.dice[0]
            roll = try table.begin(strong)
        }
        await table.clock.waitForSleepers(5)
        #expect(group != nil && die != nil)
        table.release()
        #expect(group == nil && die == nil, "nothing may hold a table but its owner")
        try #require(roll.animationTask?.isCancelled == true)
        await roll.settled()
        #expect(table.clock.sleeperCount == 0)
    }

    @Test("a settled roll leaves no task, and a rolled table no cycle")
    func freedAfterRoll() async throws {
        let table = TestTable()
        weak let group = table.group
        do {
            let strong = try #require(table.group)
            let roll = try table.begin(strong)
            await table.run(strong)
            await roll.settled()
        }
        table.release()
        #expect(group == nil)
    }

    @Test("no die and no table is left of many that rolled, whether they settled, were cancelled or let go in mid-roll")
    func manyTables() async throws {
        let cycles = ProcessInfo.processInfo.environment["DICED_SOAK"] == "1" ? 10_000 : 1_000
        var left: [Weak] = []
        for cycle in 1...cycles {
            let table = TestTable(sides: [6, 20], seed: UInt64(cycle))
            let group = try #require(table.group)
            left += [Weak(object: group)] + group.dice.map { Weak(object: $0) }
            let roll = try table.begin(group)
            switch cycle % 3 {
            case 0: await table.run(group)
            case 1: group.stopAnimation(.cancel)
            default: await table.clock.waitForSleepers(2)
            }
            if roll.outcome != nil { await roll.settled() }
            table.release()
        }
        #expect(left.count == 3 * cycles)
        #expect(left.count { $0.object != nil } == 0)
    }

    private struct Weak {
        weak var object: AnyObject?
    }
}
