import DiceModel
import DiceTable
import DiceTestSupport
import Testing

/// Checks that the random tables cover the cases of the seeds' properties.
@Suite("Random tables")
struct RandomTableTests {
    @Test(
        "locks are mixed, and at least half of the dice have six sides",
        arguments: RandomCase.hundred
    )
    func mixed(_ random: RandomCase) {
        var random = random
        let dice = random.table().dice
        #expect(Set(dice.map(\.locked)) == [true, false])
        #expect(2 * dice.count { $0.sides == 6 } >= dice.count)
        #expect(dice.allSatisfy { 1...$0.sides ~= $0.value })
    }

    @Test(
        "random tables have few or many dice, various sides, and faces that are words"
    )
    func unlike() {
        let tables = RandomCase.hundred.map { random in
            var random = random
            return random.table().dice
        }
        #expect(tables.contains { $0.count == 2 })
        #expect(tables.contains { $0.count == 12 })
        #expect(tables.joined().contains { $0.sides != 6 })
        #expect(tables.joined().contains { $0.faces != nil })
    }
}
