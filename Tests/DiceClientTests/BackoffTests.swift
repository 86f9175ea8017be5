import ClientTestSupport
import Glibc
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

    @Test("every wait is between zero and a ceiling that doubles")
    func everyWaitLiesBetweenNothingAndACeilingThatDoubles() {
        var generator = Repeatable(state: 1)
        var waits = Array(repeating: [Duration](), count: Self.ceilings.count)
        for _ in 0..<1_000 {
            var backoff = Backoff()
            for index in waits.indices {
                waits[index].append(backoff.next(using: &generator))
            }
        }
        for (waits, ceiling) in zip(waits, Self.ceilings) {
            #expect(waits.allSatisfy { $0 >= .zero && $0 <= .milliseconds(ceiling) })
            // Full jitter uses the whole range.
            #expect(waits.contains { $0 < .milliseconds(ceiling / 20) })
            #expect(waits.contains { $0 > .milliseconds(ceiling - ceiling / 20) })
        }
    }

    @Test("a deadline gives poll whole milliseconds, rounded up")
    func aDeadlineGivesPollWholeMillisecondsRoundedUp() {
        let now = Deadline.now
        #expect(Deadline.never.pollTimeout == -1)
        #expect(now.pollTimeout == 0)
        for (time, milliseconds) in [
            (Duration.seconds(1), 1_000),
            (.nanoseconds(1), 1),
            (.microseconds(900), 1),
            (.milliseconds(2), 2),
            (.nanoseconds(2_000_001), 3),
            (.zero, 0),
            (.seconds(-1), 0),
            (.seconds(10_000_000), Int(Int32.max)),
        ] {
            #expect((now + time).pollTimeout(from: now) == milliseconds, "\(time)")
        }
    }

    @Test("deadlines are ordered, and 'never' is the last")
    func deadlinesAreInOrderAndNeverIsTheLast() {
        let now = Deadline.now
        #expect(now < now + .nanoseconds(1))
        #expect(now + .seconds(1) < .never)
        #expect(now + .seconds(2) == now + .seconds(1) + .milliseconds(1_000))
        #expect(Deadline.never + .seconds(1) == .never)
        #expect(now.hasPassed)
        #expect(!Deadline.never.hasPassed)
        #expect(!Deadline.after(.seconds(100_000)).hasPassed)
        #expect(Deadline.after(.zero).hasPassed)
    }

    @Test("a wait ends at the deadline or when input arrives")
    func aWaitEndsWithTheDeadlineOrWithSomethingToRead() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer {
            close(ends[0])
        }
        #expect(Poll.wait(for: [Poll.Interest(ends[0])], until: .now) == [false])
        #expect(write(ends[1], "x", 1) == 1)
        let both = [Poll.Interest(ends[0]), Poll.Interest(ends[0], reading: false)]
        #expect(Poll.wait(for: both, until: .after(.patience)) == [true, false])
        // A program that is started at the same time has a copy of the descriptor for a moment.
        shutdown(ends[1], Int32(SHUT_RDWR))
        close(ends[1])
        #expect(Poll.wait(for: both, until: .after(.patience)) == [true, true])
    }
}
