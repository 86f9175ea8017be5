package import NIOCore

/// The one actor that every table and die is isolated to, as the seeds isolate theirs to the main
/// actor.
///
/// It owns the event loop on which the daemon serves its connections, so a request reaches a table
/// without a change of thread.
@globalActor
package actor TableActor {
    package static let shared = TableActor()

    private nonisolated let executor = LoopExecutor()

    /// The one thread of tables, timers and connections; it starts with the first use of the actor.
    package nonisolated var eventLoop: any EventLoop { executor.eventLoop }
    /// The same thread for work that belongs to no actor, such as to wait for a continuation:
    /// without it, such work would start Dispatch's pool of threads.
    package nonisolated var taskExecutor: any TaskExecutor { executor }
    /// How often the loop has run everything that was ready; then it looks at its sockets.
    package nonisolated var ticks: Int { executor.ticks }
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    private init() {}

    /// Calls `body` once all that is ready on this thread has run, if it is the actor's; at once on
    /// another.
    package nonisolated func afterReadyJobs(_ body: @escaping @Sendable () -> Void) {
        if eventLoop.inEventLoop {
            eventLoop.execute(body)
        } else {
            body()
        }
    }

    /// Runs `body` as part of the actor, from a synchronous function that is on its executor
    /// already; traps elsewhere.
    package static func assumeIsolated<Result: Sendable>(
        _ body: @TableActor () throws -> Result
    )
        rethrows -> Result
    {
        // What `preconditionIsolated` finds out by way of the runtime, in 400 instructions.
        shared.eventLoop.preconditionInEventLoop()
        // The standard library's MainActor.assumeIsolated takes the same step: checked above, only
        // the type differs.
        return try withoutActuallyEscaping(body) { body in
            try unsafe unsafeBitCast(body, to: (() throws -> Result).self)()
        }
    }
}

extension TableActor {
    /// Starts `body` in the loop's next tick. What it awaits is on the loop too, unless it has a
    /// thread of its own.
    @TableActor
    @discardableResult
    package static func task(_ body: @escaping @TableActor () async -> Void) -> Task<
        Void, Never
    > {
        Task(executorPreference: shared.taskExecutor, operation: body)
    }

    /// The same for what brings something, or fails.
    @TableActor
    package static func work<Value: Sendable>(
        _ body: @escaping @TableActor () async throws -> Value
    ) -> Task<Value, any Error> {
        Task(executorPreference: shared.taskExecutor, operation: body)
    }

    /// Calls `body` after `time`, unless the task is cancelled before.
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

/// Something that is done once, a while after it is first asked for.
@TableActor
package final class Delay {
    private var timer: Task<Void, Never>?
    package private(set) var hasEnded = false

    package nonisolated init() {}

    deinit {
        timer?.cancel()
    }

    package var isWaiting: Bool { timer != nil }

    /// Calls `body` after `time`. Does nothing if it waits already or has ended.
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

    /// It is not done any more.
    package func end() {
        cancel()
        hasEnded = true
    }
}
