import DiceTestSupport
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceTable

/// The daemon's clock, on the loop of this process's tables.
@Suite("The loop's clock")
@TableActor
struct LoopClockTests {
    private let clock = LoopClock()

    private func sleep(until deadline: LoopClock.Instant, on clock: LoopClock) -> Task<
        Void, any Error
    > {
        Task.immediate(executorPreference: TableActor.shared.taskExecutor) {
            try await clock.sleep(until: deadline, tolerance: nil)
        }
    }

    @Test("sleepers never wake early, however many share a tick")
    func nobodyWakesEarly() async throws {
        let start = clock.now
        let sleepers = (0..<500).map { number in
            Task {
                let deadline = start + .microseconds(100 * number)
                try await clock.sleep(until: deadline, tolerance: nil)
                return clock.now < deadline
            }
        }
        var early = 0
        for sleeper in sleepers where try await sleeper.ended() {
            early += 1
        }
        #expect(early == 0)
    }

    @Test(
        "timers are never set early, even on a perfectly exact loop"
    )
    func timersAreNeverEarly() async throws {
        let loop = EmbeddedEventLoop()
        let clock = LoopClock(eventLoop: loop)
        let start = clock.now
        for number in 1...200 {
            // A deadline that no machine reaches during the test.
            let deadline = start + .seconds(1_000_000) + .microseconds(10 * number)
            let sleeper = sleep(until: deadline, on: clock)
            try await Wait.until("nobody sleeps") { clock.sleepers > 0 }
            var isAwake = false
            let watcher = Task.immediate {
                _ = await sleeper.result
                isAwake = true
            }
            // Counted from a moment after the timer was set, so that the timer cannot be due yet.
            loop.advanceTime(
                by: TimeAmount(clock.now.duration(to: deadline)) - .nanoseconds(1)
            )
            for _ in 1...10 {
                await Task.yield()
            }
            #expect(!isAwake, "sleeper \(number)")
            loop.advanceTime(by: .hours(2))
            try await watcher.ended()
        }
    }

    @Test("a past deadline or a cancelled sleeper does not wait")
    func thePastAndTheCancelled() async throws {
        try await clock.sleep(until: clock.now - .seconds(60), tolerance: nil)
        let asleep = sleep(until: clock.now + .seconds(3_600), on: clock)
        let neverAsleep = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(until: clock.now + .seconds(3_600), tolerance: nil)
        }
        asleep.cancel()
        await #expect(throws: CancellationError.self) { try await asleep.ended() }
        await #expect(throws: CancellationError.self) { try await neverAsleep.ended() }
    }

    @Test("a cancelled sleeper does not wake others of its tick")
    func aTickIsShared() async throws {
        let loop = EmbeddedEventLoop()
        let clock = LoopClock(eventLoop: loop)
        let due = clock.now + .seconds(1_000_000)
        let first = sleep(until: due, on: clock)
        let second = sleep(until: due, on: clock)
        try await Wait.until("not both sleep") { clock.sleepers == 2 }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.ended() }
        #expect(clock.sleepers == 1)
        loop.advanceTime(by: TimeAmount(clock.now.duration(to: due)) + .hours(2))
        try await second.ended()
    }
}
