package import NIOCore

/// The actor that isolates every table and die, as the main actor does in the seeds.
///
/// It owns the event loop on which the daemon serves its connections, so a request reaches a table
/// without a change of thread.
@globalActor
package actor TableActor {
    package static let shared = TableActor()

    private nonisolated let executor = LoopExecutor()

    /// The thread for tables, timers and connections. It starts when the actor is first used.
    package nonisolated var eventLoop: any EventLoop { executor.eventLoop }
    /// The same thread for nonisolated work, for example waiting for a continuation. Without it,
    /// such work would start Dispatch's thread pool.
    package nonisolated var taskExecutor: any TaskExecutor { executor }
    /// The number of times that the loop has run everything that was ready. After each time, the
    /// loop polls its sockets.
    package nonisolated var ticks: Int { executor.ticks }
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    private init() {}

    /// On the actor's thread, calls `body` after everything that is ready there has run; on any
    /// other thread, calls `body` at once.
    package nonisolated func afterReadyJobs(_ body: @escaping @Sendable () -> Void) {
        if eventLoop.inEventLoop {
            eventLoop.execute(body)
        } else {
            body()
        }
    }

    /// Runs `body` isolated to the actor, from a synchronous function that is already running on
    /// the actor's executor. Traps on any other executor.
    package static func assumeIsolated<Result: Sendable>(
        _ body: @TableActor () throws -> Result
    )
        rethrows -> Result
    {
        // A cheap check; `preconditionIsolated` asks the runtime, which takes 400 instructions.
        shared.eventLoop.preconditionInEventLoop()
        // The standard library's `MainActor.assumeIsolated` does the same. The isolation was
        // checked above; only the type differs.
        return try withoutActuallyEscaping(body) { body in
            try unsafe unsafeBitCast(body, to: (() throws -> Result).self)()
        }
    }
}

extension TableActor {
    /// Starts `body` in the loop's next tick. Functions that it awaits also run on the loop, unless
    /// they have their own thread.
    @TableActor
    @discardableResult
    package static func task(_ body: @escaping @TableActor () async -> Void) -> Task<
        Void, Never
    > {
        Task(executorPreference: shared.taskExecutor, operation: body)
    }

    /// Starts `body` in the same way, for a `body` that returns a value or throws.
    @TableActor
    package static func work<Value: Sendable>(
        _ body: @escaping @TableActor () async throws -> Value
    ) -> Task<Value, any Error> {
        Task(executorPreference: shared.taskExecutor, operation: body)
    }

    /// Calls `body` after `time`, unless the task is cancelled first.
    @TableActor
    package static func after<C: TableClock>(
        _ time: Duration,
        on clock: C,
        _ body: @escaping @TableActor () -> Void
    ) -> Task<Void, Never> {
        let deadline = clock.now.advanced(by: time)
        return Task.immediate(executorPreference: shared.taskExecutor) {
            guard (try? await clock.sleep(until: deadline)) != nil, !Task.isCancelled
            else {
                return
            }
            body()
        }
    }
}

/// An action that runs once, some time after it is first requested.
@TableActor
package final class Delay {
    private var timer: Task<Void, Never>?
    package private(set) var hasEnded = false

    package nonisolated init() {}

    deinit {
        timer?.cancel()
    }

    package var isWaiting: Bool { timer != nil }

    /// Calls `body` after `time`. Does nothing if a call is pending or the delay has ended.
    package func start(
        after time: Duration,
        on clock: any TableClock,
        _ body: @escaping @TableActor () -> Void
    ) {
        guard !isWaiting, !hasEnded else { return }
        timer = TableActor.after(time, on: clock) { [weak self] in
            self?.timer = nil
            body()
        }
    }

    package func cancel() {
        timer.take()?.cancel()
    }

    /// Cancels the action.
    package func end() {
        cancel()
        hasEnded = true
    }
}
