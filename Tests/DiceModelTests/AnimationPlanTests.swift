import DiceModel
import DiceTestSupport
import Testing

@Suite("Animation plan")
struct AnimationPlanTests {
    @Test(
        "values slow down and the last gap is at least twice the first",
        arguments: RandomCase.hundred
    )
    func easesOut(_ random: RandomCase) {
        var random = random
        let plan = AnimationPlan(
            delay: .microseconds(random.int(0...250_000)),
            duration: .microseconds(random.int(500_000...1_000_000))
        )
        var times = (0..<AnimationPlan.valueCount).map { plan.time(ofStep: $0) }
        #expect(times.first == plan.delay)
        times.append(plan.time(ofStep: AnimationPlan.valueCount))
        #expect(
            plan.time(ofStep: AnimationPlan.valueCount) == plan.delay + plan.duration
        )
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(gaps.count == 10)
        for (later, earlier) in zip(gaps.dropFirst(), gaps) {
            #expect(later >= earlier)
        }
        #expect(gaps[9] >= gaps[0] * 2)
    }
}
