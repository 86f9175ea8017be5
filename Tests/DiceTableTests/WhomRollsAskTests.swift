import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import Testing

/// The contributors who are asked to reveal for the rolls of a turn.
struct WhomRollsAskTests {
    @Test("a contributor who was absent is not asked again") func whoWasAbsentIsNotAskedAgain() {
        let voids = VoidRolls([["bo"], ["carol", "dave"], []])
        #expect(voids.count == 3)
        #expect(
            ["bo", "carol", "dave", "eve"].map(voids.mayAsk) == [
                false, false, false, true,
            ]
        )
    }

    @Test("rolls ask no contributors after sixteen void rolls")
    func afterSixteenVoidRollsNobodyIsAsked() {
        #expect(Limits.voidRolls == 16)
        #expect(VoidRolls(Array(repeating: [], count: 15)).mayAsk("bo"))
        #expect(!VoidRolls(Array(repeating: [], count: 16)).mayAsk("bo"))
    }

    @Test("the contributors that rolls ask are kept per turn", arguments: [false, true]) @TableActor
    func theyAreOfTheTurn(isFull: Bool) throws {
        let group = DiceGroup(
            StoredTable(new: .default, sides: [6]),
            clock: TestClock(),
            randomness: DiceRandomness(
                seeds: .derived(from: 1),
                animation: SeededGenerator(seed: 1)
            )
        )
        let at = Timestamp(millisecondsSinceEpoch: 0)
        let void = group.voidRoll(
            by: "ann",
            at: at,
            entropy: nil,
            reason: .absent,
            absent: ["bo"]
        )
        #expect(group.voids.count == 0, "nothing has changed yet")
        _ = group.begin(void)
        #expect(group.voids == VoidRolls([["bo"]]))
        #expect(group.stored.voids == group.voids)
        #expect(void.stored == group.stored)
        _ = group.begin(
            group.drawRoll([1], animate: false, by: "ann", at: at, chance: .nothing)
        )
        #expect(group.voids == VoidRolls([["bo"]]))
        group.beginTurn(try group.planEndTurn(by: "ann", at: at, isFull: isFull).stored)
        #expect(group.voids == VoidRolls())
    }
}
