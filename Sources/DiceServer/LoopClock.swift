internal import DiceModel
public import NIOCore
internal import Synchronization

/// The continuous clock, with the timers of the event loop: a sleeper wakes on the loop, and no other thread does.
public struct LoopClock: Clock {
    private let eventLoop: any EventLoop

    public init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    public var now: ContinuousClock.Instant { .now }
    public var minimumResolution: Duration { .nanoseconds(1) }

    public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let sleeper = Sleeper()
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                guard sleeper.begin(continuation) else { return }
                eventLoop.scheduleTask(in: TimeAmount(now.duration(to: deadline))) { sleeper.end(nil) }
            }
        } onCancel: {
            sleeper.end(CancellationError())
        }
    }

    /// Resumed once, by the timer or by cancellation. A timer that comes late finds nobody.
    private final class Sleeper: Sendable {
        private enum State {
            case awake
            case asleep(UnsafeContinuation<Void, any Error>)
            case done
        }

        private let state = Mutex(State.awake)

        func begin(_ continuation: UnsafeContinuation<Void, any Error>) -> Bool {
            let begins = state.withLock { state in
                guard case .awake = state else { return false }
                state = .asleep(continuation)
                return true
            }
            if !begins { continuation.resume(throwing: CancellationError()) }
            return begins
        }

        func end(_ error: (any Error)?) {
            let last = state.withLock { state in
                defer { state = .done }
                return state
            }
            guard case .asleep(let continuation) = last else { return }
            if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
    }
}

/// Runs what belongs to no actor on the event loop too, so that the daemon needs no pool of threads.
public final class LoopTaskExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    public init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
