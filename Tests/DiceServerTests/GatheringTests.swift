import DiceModel
import NIOCore
import Testing

@testable import DiceServer

@Suite("Gathering of changes into frames")
struct GatheringTests {
    @Test("changes are gathered for less time than any die shows any value")
    func noValueIsSkipped() throws {
        let quickest = AnimationPlan(delay: .zero, duration: AnimationPlan.durations.lowerBound)
        let shown = (0..<AnimationPlan.valueCount).map { quickest.time(ofValue: $0) } + [quickest.settleTime]
        let shortest = try #require(zip(shown.dropFirst(), shown).map { $0 - $1 }.min())
        #expect(.nanoseconds(Table.gatheringTime.nanoseconds) < shortest)
    }
}
