internal import Synchronization

/// The one actor that every table and die is isolated to, as the seeds isolate theirs to the main actor.
///
/// It runs where `run(on:)` said before its first use (the daemon: its event loop, so that a request reaches a table
/// without a change of thread), else on the main actor's executor.
@globalActor
public actor TableActor {
    public static let shared = TableActor()

    private static let chosen = Mutex<(any SerialExecutor)?>(nil)
    private static let chosenForTasks = Mutex<(any TaskExecutor)?>(nil)
    /// Where a die's task runs while it is between two steps; nil for the global executor.
    static var taskExecutor: (any TaskExecutor)? { chosenForTasks.withLock { $0 } }
    private let executor: (any SerialExecutor)?

    private init() {
        executor = Self.chosen.withLock { $0 }
    }

    /// Chooses the executor, which must outlive the process's last use of a table. Later calls have no effect once the
    /// actor is in use; `isRunning(on:)` tells.
    public static func run(on executor: any SerialExecutor, tasks: (any TaskExecutor)? = nil) {
        chosen.withLock { $0 = $0 ?? executor }
        chosenForTasks.withLock { $0 = $0 ?? tasks }
    }

    /// Whether the actor's work runs on `executor`.
    public static func isRunning(on executor: any SerialExecutor) -> Bool {
        shared.executor === executor
    }

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor
    }

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
