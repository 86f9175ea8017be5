import DiceClient
import Testing

@testable import DicePlay

/// Timers on a clock that the tests control.
struct TimersTests {
    private final class Clock {
        private let start = Deadline.now
        var milliseconds = 0
        var now: Deadline { start + .milliseconds(milliseconds) }
    }

    @Test("a number waits four hundred milliseconds at most")
    func aNumberWaitsFourHundredMillisecondsAtMost() {
        let clock = Clock()
        var timers = Timers(now: { clock.now })
        timers.start(.digit)
        clock.milliseconds = 399
        #expect(timers.takeDue() == [])
        clock.milliseconds = 400
        #expect(timers.takeDue() == [.digit])
        #expect(timers.takeDue() == [])
    }

    @Test("each timer fires once, in the order of the due times")
    func eachIsDueOnceInTheOrderOfTheirTimes() {
        let clock = Clock()
        var timers = Timers(now: { clock.now })
        #expect(timers.next == .never)
        timers.start(.list)
        timers.start(.escape)
        timers.start(.digit, for: .milliseconds(70))
        #expect(timers.next == clock.now + .milliseconds(50))
        timers.stop(.escape)
        #expect(timers.next == clock.now + .milliseconds(70))
        clock.milliseconds = 50
        timers.start(.digit)
        clock.milliseconds = 449
        #expect(timers.takeDue() == [], "started anew, it waits anew")
        clock.milliseconds = 2_000
        #expect(timers.takeDue() == [.digit, .list])
    }
}
