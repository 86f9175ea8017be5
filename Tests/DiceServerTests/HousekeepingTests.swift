import DiceTable
import DiceTestSupport
import Testing

@testable import DiceServer

@Suite("Housekeeping")
@TableActor
struct HousekeepingTests {
    @Test(
        "the store is tidied once after a quiet time, retried on failure, without idle wakeups"
    )
    func quiet() async throws {
        let store = TestStore()
        let clock = TestClock()
        let housekeeping = Housekeeping(clock: clock) { await store.tidy() }
        await Rig.advance(clock, by: .seconds(60))
        #expect(store.tidied == 0)
        #expect(clock.sleeperCount == 0)
        for _ in 1...5 {
            housekeeping.changed()
            await Rig.advance(clock, by: .seconds(15))
        }
        #expect(store.tidied == 0, "it is not quiet yet")
        store.isTidy = false
        for _ in 1...3 {
            await Rig.advance(clock, by: .seconds(20))
        }
        let before = store.tidied
        #expect(before > 0)
        store.isTidy = true
        for _ in 1...3 {
            await Rig.advance(clock, by: .seconds(20))
        }
        #expect(store.tidied == before + 1)
        #expect(clock.sleeperCount == 0)
    }
}
