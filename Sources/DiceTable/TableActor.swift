public import NIOCore

/// The one actor that every table and die is isolated to, as the seeds isolate theirs to the main actor.
///
/// It owns the event loop on which the daemon serves its connections, so a request reaches a table without a change
/// of thread.
@globalActor
public actor TableActor {
    public static let shared = TableActor()

    private nonisolated let executor = LoopExecutor()

    /// The one thread of tables, timers and connections; it starts with the first use of the actor.
    public nonisolated var eventLoop: any EventLoop { executor.eventLoop }
    /// The same thread for work that belongs to no actor, such as to wait for a continuation: without it, such work would
    /// start Dispatch's pool of threads.
    public nonisolated var taskExecutor: any TaskExecutor { executor }
    /// How often the loop has run everything that was ready; then it looks at its sockets.
    public nonisolated var turnsEnded: Int { executor.turnsEnded }
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private init() {}

    /// Runs `body` as part of the actor, from a synchronous function that is on its executor already; traps elsewhere.
    public static func assumeIsolated<Result: Sendable>(
        _ body: @TableActor () throws -> Result
    ) rethrows -> Result {
        shared.preconditionIsolated("a table was touched outside its actor")
        // The standard library's MainActor.assumeIsolated takes the same step: checked above, only the type differs.
        return try withoutActuallyEscaping(body) { body in
            try unsafe unsafeBitCast(body, to: (() throws -> Result).self)()
        }
    }
}

extension TableActor {
    /// Starts `body` in the loop's next turn. What it awaits is on the loop too, unless it has a thread of its own.
    @TableActor
    @discardableResult
    public static func task(_ body: @escaping @TableActor () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: shared.taskExecutor, operation: body)
    }

    /// The same for what brings something, or fails.
    @TableActor
    public static func work<Value: Sendable>(
        _ body: @escaping @TableActor () async throws -> Value
    ) -> Task<Value, any Error> {
        Task(executorPreference: shared.taskExecutor, operation: body)
    }

    /// Calls `body` after `time`, unless the task is cancelled before.
    @TableActor
    public static func after<C: TableClock>(
        _ time: Duration, on clock: C, _ body: @escaping @TableActor () -> Void
    ) -> Task<Void, Never> {
        let deadline = clock.now.advanced(by: time)
        return Task.immediate(executorPreference: shared.taskExecutor) {
            guard (try? await clock.sleep(until: deadline)) != nil, !Task.isCancelled else { return }
            body()
        }
    }
}
