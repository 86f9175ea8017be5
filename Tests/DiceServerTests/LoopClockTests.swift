import DiceModel
import DiceServer
import DiceTestSupport
import NIOCore
import NIOEmbedded
import Testing

/// The daemon's clock, on the loop that the tables of this process live on.
@Suite("The loop's clock")
@TableActor
struct LoopClockTests {
    private let clock = LoopClock(TableLoop.eventLoop)

    @Test("nobody wakes before the time, however many share a tick")
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
        for sleeper in sleepers where try await sleeper.value { early += 1 }
        #expect(early == 0)
    }

    @Test("nobody's timer is set before the time, on a loop that would be as exact as can be")
    func timersAreNeverEarly() async throws {
        let loop = EmbeddedEventLoop()
        let clock = LoopClock(loop)
        let start = clock.now
        for number in 1...200 {
            // So far ahead that it does not come while the test runs, on any machine.
            let deadline = start + .seconds(1_000_000) + .microseconds(10 * number)
            let sleeper = Task.immediate { try await clock.sleep(until: deadline, tolerance: nil) }
            var isAwake = false
            let watcher = Task.immediate {
                _ = await sleeper.result
                isAwake = true
            }
            // Counted from after the timer was set, so that it cannot be due yet.
            loop.advanceTime(by: TimeAmount(clock.now.duration(to: deadline)) - .nanoseconds(1))
            for _ in 1...5 { await Task.yield() }
            #expect(!isAwake, "sleeper \(number)")
            loop.advanceTime(by: .minutes(2))
            await watcher.value
        }
    }

    @Test("what is long past does not wait, and neither does who is cancelled")
    func thePastAndTheCancelled() async throws {
        try await clock.sleep(until: clock.now - .seconds(60), tolerance: nil)
        let asleep = Task.immediate { try await clock.sleep(until: clock.now + .seconds(3_600), tolerance: nil) }
        let neverAsleep = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(until: clock.now + .seconds(3_600), tolerance: nil)
        }
        asleep.cancel()
        await #expect(throws: CancellationError.self) { try await asleep.value }
        await #expect(throws: CancellationError.self) { try await neverAsleep.value }
    }

    @Test("a sleeper that is cancelled takes no other of its tick along")
    func aTickIsShared() async throws {
        let due = clock.now + .milliseconds(50)
        let first = Task.immediate { try await clock.sleep(until: due, tolerance: nil) }
        let second = Task.immediate { try await clock.sleep(until: due, tolerance: nil) }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        try await second.value
        #expect(clock.now >= due)
    }

    @Test("of steps that are overdue only the newest is carried out, and none after one that says so")
    func noBurst() async throws {
        let now = clock.now
        var steps: [Int] = []
        try await clock.run(from: now, at: [-3, -2, -1, 3_600].map { .seconds($0) }) { step in
            steps.append(step)
            return false
        }
        #expect(steps == [2])
    }

    @Test("a step may cancel what it is a part of")
    func cancelledFromWithin() async throws {
        let now = clock.now
        var task: Task<Void, any Error>?
        var steps: [Int] = []
        task = Task {
            try await clock.run(from: now, at: [.zero, .seconds(3_600)]) { step in
                steps.append(step)
                task?.cancel()
                return true
            }
        }
        await #expect(throws: CancellationError.self) { try await task?.value }
        #expect(steps == [0])
    }
}
