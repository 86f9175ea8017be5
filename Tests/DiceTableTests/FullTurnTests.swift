import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import Testing

@Suite("The capacity of a turn")
@TableActor
struct FullTurnTests {
    @Test(
        "a turn is full when one more roll would pass 1,000 rolls or 100,000 values",
        arguments: [
            (1, 1_000), (5, 1_000), (100, 1_000), (101, 990), (999, 100), (1_000, 100),
        ]
    )
    func limits(dice: Int, rolls: Int) {
        func isFull(after rolls: Int) -> Bool {
            var stored = StoredTable(
                new: .default,
                sides: Array(repeating: 6, count: dice)
            )
            stored.rollCount = rolls
            let randomness = DiceRandomness(
                seeds: .derived(from: 1),
                animation: SeededGenerator(seed: 2)
            )
            return DiceGroup(stored, clock: TestClock(), randomness: randomness)
                .isTurnFull
        }
        #expect(!isFull(after: rolls - 1))
        #expect(isFull(after: rolls))
    }
}
