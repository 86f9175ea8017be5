import DiceModel
import DiceNotation
import DiceProof
import DiceStore
import DiceTable
import DiceTestSupport
import DiceWire
import Foundation
import ProgramTestSupport
import Testing

@Suite("Persistence and animation")
@TableActor
struct PersistenceTests {
    /// Between the steps of a roll, a real store saves locks of dice at rest and throws of other
    /// dice; after some of these steps, the daemon dies.
    @Test(
        "storing in mid-roll stops no die, and a restart finds all dice at rest on the faces drawn",
        arguments: RandomCase.hundred
    )
    func storingInMidRoll(_ random: RandomCase) async throws {
        var random = random
        let folder = try TemporaryFolder()
        defer {
            folder.remove()
        }
        let store = try SQLiteStore(directory: folder.path + "/state")
        let table = TestTable(Self.table(&random))
        let group = try #require(table.group)
        try await store.create(group.stored)
        let draw = try group.drawRoll(by: "ann", at: now)
        #expect(
            draw.record.outcome == .cancelled,
            "until it has completed, a crash would cut it short"
        )
        _ = try await draw.save(in: store, at: now)
        _ = group.begin(draw)
        var steps = group.dice.map { _ in 0 }
        var writes = 0
        while group.isAnyDieAnimating {
            let before = group.dice.map { ($0.isAnimating, $0.changedAt) }
            try await table.nextStep(group)
            for (index, die) in group.dice.enumerated()
            where before[index].0 && die.changedAt > before[index].1 {
                steps[index] += 1
            }
            guard group.isAnyDieAnimating, writes == 0 || random.int(1...20) == 1 else {
                continue
            }
            writes += 1
            try await change(group, in: store, &random)
            try await crash(folder, group, draw)
        }
        #expect(
            steps
                == group.dice.map {
                    draw.record.rolled.contains($0.number) ? AnimationPlan.stepCount : 0
                }
        )
        #expect(group.dice.map(\.value) == draw.record.values)
        try await crash(folder, group, draw)
        try await store.close()
    }

    private let now = Timestamp(millisecondsSinceEpoch: 0)

    private static func table(_ random: inout RandomCase) -> StoredTable {
        let seeds = SeedSource.derived(from: UInt64(random.number))
        var table = random.table()
        table.rollCount = 0
        table.seed = seeds.seed(table: table.name.description, turn: table.turn)
        table.throwSeed = seeds.seed(table: table.name.description, throw: 1)
        return table
    }

    /// Stores a change to the table and applies it. The visible state does not depend on when the
    /// change is stored.
    private func change(
        _ group: DiceGroup,
        in store: SQLiteStore,
        _ random: inout RandomCase
    )
        async throws
    {
        let before = group.snapshot
        let resting = group.dice.filter { !$0.isAnimating }.map(\.number)
        if random.bool(), let die = resting.randomElement(using: &random.generator) {
            let plan = try group.planLocks(.toggle, dice: [die], by: "ann")
            try await store.save(plan.stored, adding: nil)
            #expect(group.snapshot == before)
            group.apply(plan)
        } else {
            let draw = try group.drawThrow(
                Expression(parsing: "2d6!"),
                text: "2d6!",
                by: "bo"
            )
            _ = try await draw.save(in: store, at: now)
            #expect(group.snapshot == before)
            _ = group.begin(draw)
        }
    }

    /// Opens a copy of the files as they would be after killing the daemon now.
    private func crash(_ folder: TemporaryFolder, _ group: DiceGroup, _ draw: RollDraw)
        async throws
    {
        let files = FileManager.default
        let copy = folder.path + "/copy"
        try? files.removeItem(atPath: copy)
        try files.copyItem(atPath: folder.path + "/state", toPath: copy)
        let store = try SQLiteStore(directory: copy)
        let stored = try #require(try await store.table(group.name))
        #expect(stored == group.stored)
        let restored = try #require(TestTable(stored).group)
        #expect(!restored.isAnyDieAnimating)
        #expect(restored.throwsInFlight.isEmpty)
        #expect(restored.dice.map(\.value) == draw.record.values)
        #expect(restored.dice.map(\.locked) == group.dice.map(\.locked))
        try await store.endLeftThrows(at: now)
        let (ending, next) = try restored.planEndTurn(by: "ann", at: now)
        let turn = try await store.endTurn(ending, leaving: next)
        #expect(turn.rolls == [draw.record])
        #expect(turn.dice.map(\.value) == draw.record.values)
        let page = try await store.history(
            HistoryQuery(.all, limit: 100, kind: .throw),
            among: nil
        )
        #expect(
            page.entries.compactMap(\.thrown).allSatisfy { $0.outcome == .cancelled }
        )
        #expect(page.entries.count == group.throwCount)
        try await store.close()
    }

    @Test("a table made from what was stored in mid-roll is at rest on the drawn faces")
    func restoresAtRest() throws {
        let table = TestTable()
        let group = try #require(table.group)
        let draw = try group.drawRoll(
            by: "test",
            at: Timestamp(millisecondsSinceEpoch: 0)
        )
        _ = group.begin(draw)
        let restored = try #require(TestTable(group.stored).group)
        #expect(!restored.isAnyDieAnimating)
        #expect(restored.dice.map(\.value) == draw.record.values)
        #expect(restored.turn == group.turn)
        #expect(restored.rollCount == group.rollCount)
    }

    @Test(
        "an entry has the edition in which its turn began, and the next turn has today's"
    )
    func edition() throws {
        var stored = StoredTable(new: .default, sides: [6], seeds: .derived(from: 1))
        stored.edition = 3
        let group = try #require(TestTable(stored).group)
        for edition in [3, 5] {
            _ = group.begin(
                try group.drawRoll(
                    animate: false,
                    by: "ann",
                    at: Timestamp(millisecondsSinceEpoch: 0)
                )
            )
            let (ending, next) = try group.planEndTurn(
                by: "ann",
                at: Timestamp(millisecondsSinceEpoch: 0)
            )
            #expect(ending.edition == edition)
            group.beginTurn(next)
        }
    }

    @Test("a draw changes nothing until it begins")
    func drawChangesNothing() throws {
        let table = TestTable()
        let group = try #require(table.group)
        let before = (group.snapshot, group.stored)
        _ = try group.drawRoll(by: "test", at: Timestamp(millisecondsSinceEpoch: 0))
        #expect((group.snapshot, group.stored) == before)
    }
}
