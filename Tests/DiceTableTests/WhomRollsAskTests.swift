import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import Testing

/// Whom the rolls of a turn ask for what they have promised.
struct WhomRollsAskTests {
    @Test func eachOtherNameIsAskedAndNobodyForARollOfTheirOwn() {
        let none = VoidRolls()
        #expect(none.asks("bo", forRollOf: "ann") && !none.asks("ann", forRollOf: "ann"))
        // The rolls of others ask who does not ask for their own.
        #expect(none.mayAsk("ann"))
        #expect(!none.asks("Jose\u{301}", forRollOf: "Jos\u{E9}"), "the same name, written in another way")
    }

    @Test func whoWasAbsentIsNotAskedAgain() {
        let voids = VoidRolls([["bo"], ["carol", "dave"], []])
        #expect(voids.count == 3)
        #expect(["bo", "carol", "dave", "eve"].map(voids.mayAsk) == [false, false, false, true])
        #expect(!voids.asks("bo", forRollOf: "ann") && voids.asks("eve", forRollOf: "bo"))
    }

    @Test func afterSixteenVoidRollsNobodyIsAsked() {
        #expect(Limits.voidRolls == 16)
        #expect(VoidRolls(Array(repeating: [], count: 15)).asks("bo", forRollOf: "ann"))
        #expect(!VoidRolls(Array(repeating: [], count: 16)).asks("bo", forRollOf: "ann"))
    }

    @Test(arguments: [false, true]) @TableActor
    func theyAreOfTheTurn(isFull: Bool) throws {
        let group = DiceGroup(
            StoredTable(new: .default, sides: [6]), clock: TestClock(),
            randomness: DiceRandomness(seeds: .derived(from: 1), animation: SeededGenerator(seed: 1)))
        let at = Timestamp(millisecondsSinceEpoch: 0)
        let void = group.voidRoll(by: "ann", at: at, entropy: nil, reason: .absent, absent: ["bo"])
        #expect(group.voids.count == 0, "nothing has changed yet")
        _ = group.begin(void)
        #expect(group.voids == VoidRolls([["bo"]]) && group.stored.voids == group.voids && void.stored == group.stored)
        _ = group.begin(group.drawRoll([1], animate: false, by: "ann", at: at, chance: .nothing))
        #expect(group.voids == VoidRolls([["bo"]]))
        group.beginTurn(try group.planEndTurn(by: "ann", at: at, isFull: isFull).stored)
        #expect(group.voids == VoidRolls())
    }
}
