import NIOConcurrencyHelpers
package import NIOCore
import Synchronization

/// A continuous clock whose sleepers wake on the table actor's event loop, without waking another
/// thread.
///
/// Deadlines are rounded up to a tick, and all sleepers with the same tick share a timer. With one
/// timer for each of ten thousand dice, the loop would spend more time on its timer heap than on
/// the dice, and fifty dice would wake it 550 times per roll.
package final class LoopClock: TableClock {
    private typealias Continuation = CheckedContinuation<Void, any Error>

    /// The sleepers of one tick, by number.
    private struct Tick {
        var timer: Scheduled<Void>
        var sleepers: [Int: Continuation] = [:]
    }

    private let eventLoop: any EventLoop
    private let start = ContinuousClock.now
    private let lastSleeper = Atomic(0)
    /// The ticks that have sleepers, by tick number since `start`.
    private let ticks = NIOLockedValueBox<[Int64: Tick]>([:])

    package init(eventLoop: any EventLoop = TableActor.shared.eventLoop) {
        self.eventLoop = eventLoop
    }

    package var now: ContinuousClock.Instant { .now }
    /// The maximum delay of a sleeper: half a frame of a 60 Hz screen.
    package var minimumResolution: Duration { .milliseconds(8) }

    @TableActor
    package func sleep(until deadline: ContinuousClock.Instant) async throws {
        try Task.checkCancellation()
        let tick = tick(of: deadline)
        let sleeper = lastSleeper.add(1, ordering: .relaxed).newValue
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(continuation, sleeper, at: tick)
                // If the cancellation happened earlier, its handler found no sleeper to wake.
                if Task.isCancelled {
                    cancel(sleeper, at: tick)
                }
            }
        } onCancel: {
            cancel(sleeper, at: tick)
        }
    }

    /// The number of sleepers.
    var sleepers: Int {
        ticks.withLockedValue { $0.values.reduce(0) { $0 + $1.sleepers.count } }
    }

    private func add(_ continuation: Continuation, _ sleeper: Int, at tick: Int64) {
        ticks.withLockedValue { ticks in
            ticks[tick, default: Tick(timer: timer(tick))].sleepers[sleeper] =
                continuation
        }
    }

    private func timer(_ tick: Int64) -> Scheduled<Void> {
        let due = start.advanced(by: minimumResolution * tick)
        return eventLoop.scheduleTask(
            in: TimeAmount(ContinuousClock.now.duration(to: due))
        ) {
            self.wake(tick)
        }
    }

    private func wake(_ tick: Int64) {
        let sleepers = ticks.withLockedValue { $0.removeValue(forKey: tick) }?.sleepers
            .values
        for continuation in sleepers ?? [:].values {
            continuation.resume()
        }
    }

    private func cancel(_ sleeper: Int, at tick: Int64) {
        let continuation = ticks.withLockedValue { ticks in
            let continuation = ticks[tick]?.sleepers.removeValue(forKey: sleeper)
            if ticks[tick]?.sleepers.isEmpty == true {
                ticks.removeValue(forKey: tick)?.timer.cancel()
            }
            return continuation
        }
        continuation?.resume(throwing: CancellationError())
    }

    /// Returns the first tick at or after `deadline`.
    private func tick(of deadline: ContinuousClock.Instant) -> Int64 {
        let (seconds, attoseconds) = start.duration(to: deadline).components
        let tick = minimumResolution.components.attoseconds
        return seconds * (1_000_000_000_000_000_000 / tick) + (attoseconds + tick - 1)
            / tick
    }
}

/// A clock on which code isolated to `TableActor` can sleep without leaving its thread.
///
/// `Clock.sleep(until:tolerance:)` is not isolated, so each call would leave the actor and return
/// to it: one more loop tick for each step of each die.
package protocol TableClock: Clock where Duration == Swift.Duration {
    /// Throws `CancellationError` as soon as the task is cancelled.
    @TableActor func sleep(until deadline: Instant) async throws
}

extension TableClock {
    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await sleep(until: deadline)
    }
}
