import DiceModel
import DiceProof
import DiceTestSupport
import Testing

@testable import DiceTable

@Suite("Fairness")
@TableActor
struct FairnessTests {
    @Test(
        "the faces of a roll follow from the turn's seed, the roller's entropy and the reveals"
    )
    func fromTheSeed() throws {
        let table = TestTable(sides: [6, 20, 1_000], seed: 3)
        let group = try #require(table.group)
        let kept = try #require(Seed(hex: String(repeating: "5e", count: 32)))
        group.state.seed = CommittedSeed(kept)
        let chance = RollChance(
            entropy: String(repeating: "01", count: 16),
            reveals: [String(repeating: "02", count: 16)]
        )
        let roll = try group.drawRoll(
            dice: [1, 3],
            by: "test",
            at: Timestamp(millisecondsSinceEpoch: 0),
            chance: chance
        )
        var faces = FaceStream(
            kept,
            table: "default",
            turn: 1,
            roll: 1,
            chance: chance
        )
        #expect(
            roll.record.values == [faces.face(sides: 6), 1, faces.face(sides: 1_000)]
        )
        #expect(roll.record.entropy == chance.entropy)
        #expect(roll.record.reveals == chance.reveals)
    }

    @Test("faces cannot be traced to their inputs if the seed is lost")
    func lost() throws {
        let table = TestTable(sides: Array(repeating: 1_000, count: 20))
        let group = try #require(table.group)
        group.state.seed = CommittedSeed(
            commitment: String(repeating: "0", count: 64),
            seed: nil,
            isDerived: false
        )
        let at = Timestamp(millisecondsSinceEpoch: 0)
        let one = try group.drawRoll(by: "test", at: at)
        let other = try group.drawRoll(by: "test", at: at)
        #expect(one.record.values != other.record.values)
    }

    @Test("a roller adds no entropy to faces that must be repeatable")
    func seededLeavesEntropyOut() throws {
        let group = try #require(TestTable(seed: 42).group)
        let at = Timestamp(millisecondsSinceEpoch: 0)
        let chance = RollChance(
            entropy: String(repeating: "01", count: 16),
            reveals: []
        )
        let one = try group.drawRoll(by: "test", at: at, chance: chance)
        let other = try group.drawRoll(by: "test", at: at)
        #expect(one.record == other.record)
        #expect(one.record.entropy == "")
    }

    @Test("a void roll moves no die, uses up its number and names the absent")
    func void() throws {
        let table = TestTable()
        let group = try #require(table.group)
        let before = group.dice.map(\.state)
        let void = group.voidRoll(
            by: "ann",
            at: Timestamp(millisecondsSinceEpoch: 0),
            entropy: nil,
            reason: .absent,
            absent: ["bo"]
        )
        let roll = group.begin(void)
        #expect(group.dice.map(\.state) == before)
        #expect(group.rollCount == 1)
        #expect(group.roll == nil)
        #expect(roll.outcome == .void)
        #expect(roll.absent == ["bo"])
        #expect(roll.rolled.isEmpty)
        #expect(roll.reason == .absent)
        #expect(void.record.reason == .absent)
    }

    @Test("the same seed gives the same faces regardless of what the animation draws")
    func seededFacesAreRepeatable() async throws {
        func faces(animate: Bool) async throws -> [Int] {
            let table = TestTable(seed: 42)
            let group = try #require(table.group)
            var faces: [Int] = []
            for _ in 1...3 {
                let roll = try table.begin(group, animate: animate)
                try await table.run(group)
                try await TestTable.settled(roll)
                faces += group.dice.map(\.value)
            }
            return faces
        }
        let animated = try await faces(animate: true)
        let immediate = try await faces(animate: false)
        #expect(animated == immediate)
        #expect(Set(animated).count > 1)
    }
}
