import Testing

@testable import DiceClient

struct BackoffTests {
    /// Knuth's MMIX linear congruential generator: the same numbers in every run.
    private struct Repeatable: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }

    private static let ceilings = [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]

    @Test func everyWaitLiesBetweenNothingAndACeilingThatDoubles() {
        var generator = Repeatable(state: 1)
        var waits = Array(repeating: [Duration](), count: Self.ceilings.count)
        for _ in 0..<1_000 {
            var backoff = Backoff()
            for index in waits.indices { waits[index].append(backoff.next(using: &generator)) }
        }
        for (waits, ceiling) in zip(waits, Self.ceilings) {
            #expect(waits.allSatisfy { $0 >= .zero && $0 <= .milliseconds(ceiling) })
            // Full jitter: all of the range is used.
            #expect(waits.contains { $0 < .milliseconds(ceiling / 20) })
            #expect(waits.contains { $0 > .milliseconds(ceiling - ceiling / 20) })
        }
    }

    @Test func aDeadlineGivesPollWholeMillisecondsRoundedUp() {
        #expect(Deadline.never.pollTimeout == -1)
        #expect(Deadline.now.pollTimeout == 0)
        #expect((1...1_000).contains(Deadline.after(.seconds(1)).pollTimeout))
        #expect(Deadline.after(.microseconds(900)).pollTimeout <= 1)
        #expect(Deadline.never + .seconds(1) == .never)
    }
}
