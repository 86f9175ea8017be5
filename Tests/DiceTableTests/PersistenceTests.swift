import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import Testing

@Suite("Persistence and animation")
@TableActor
struct PersistenceTests {
    @Test(
        "reading the stored state in mid-roll changes nothing and holds the drawn faces", arguments: RandomCase.hundred)
    func storingInMidRoll(_ random: RandomCase) async throws {
        var random = random
        let table = TestTable(random.table())
        let group = try #require(table.group)
        let draw = try group.drawRoll(by: "test", at: Timestamp(millisecondsSinceEpoch: 0))
        #expect(draw.record.outcome == .cancelled, "until it has completed, a crash would cut it short")
        _ = group.begin(draw)
        try await table.run(group) {
            let before = group.snapshot
            #expect(group.stored == draw.stored)
            #expect(group.snapshot == before)
        }
        #expect(group.dice.map(\.value) == draw.record.values)
    }

    @Test("a table made from what was stored in mid-roll is at rest on the drawn faces")
    func restoresAtRest() throws {
        let table = TestTable()
        let group = try #require(table.group)
        let draw = try group.drawRoll(by: "test", at: Timestamp(millisecondsSinceEpoch: 0))
        _ = group.begin(draw)
        let restored = try #require(TestTable(group.stored).group)
        #expect(!restored.isAnyDieAnimating)
        #expect(restored.dice.map(\.value) == draw.record.values)
        #expect(restored.turn == group.turn && restored.rollCount == group.rollCount)
    }

    @Test("the entry of a turn has the edition that it was begun under, and the next turn has today's")
    func edition() throws {
        var stored = StoredTable(new: .default, sides: [6], seeds: .derived(from: 1))
        stored.edition = 3
        let group = try #require(TestTable(stored).group)
        for edition in [3, 4] {
            _ = group.begin(try group.drawRoll(animate: false, by: "ann", at: Timestamp(millisecondsSinceEpoch: 0)))
            let (ending, next) = try group.planEndTurn(by: "ann", at: Timestamp(millisecondsSinceEpoch: 0))
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
