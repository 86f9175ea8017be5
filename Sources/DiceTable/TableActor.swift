import DequeModule
import NIOConcurrencyHelpers
package import NIOCore
import NIOPosix
import Synchronization

/// The one actor that every table and die is isolated to, as the seeds isolate theirs to the main actor.
///
/// It owns the event loop on which the daemon serves its connections, so a request reaches a table without a change
/// of thread.
@globalActor
package actor TableActor {
    package static let shared = TableActor()

    private nonisolated let executor = LoopExecutor()

    /// The one thread of tables, timers and connections; it starts with the first use of the actor.
    package nonisolated var eventLoop: any EventLoop { executor.eventLoop }
    /// The same thread for work that belongs to no actor, such as to wait for a continuation: without it, such work would
    /// start Dispatch's pool of threads.
    package nonisolated var taskExecutor: any TaskExecutor { executor }
    /// How often the loop has run everything that was ready; then it looks at its sockets.
    package nonisolated var turnsEnded: Int { executor.turnsEnded }
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private init() {}

    /// Calls `body` once all that is ready on this thread has run, if it is the actor's; at once on another.
    package nonisolated func afterReadyJobs(_ body: @escaping @Sendable () -> Void) {
        if eventLoop.inEventLoop { eventLoop.execute(body) } else { body() }
    }

    /// Runs `body` as part of the actor, from a synchronous function that is on its executor already; traps elsewhere.
    package static func assumeIsolated<Result: Sendable>(
        _ body: @TableActor () throws -> Result
    ) rethrows -> Result {
        // What `preconditionIsolated` finds out by way of the runtime, in 400 instructions.
        shared.eventLoop.preconditionInEventLoop()
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
    package static func task(_ body: @escaping @TableActor () async -> Void) -> Task<Void, Never> {
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
        _ time: Duration, on clock: C, _ body: @escaping @TableActor () -> Void
    ) -> Task<Void, Never> {
        let deadline = clock.now.advanced(by: time)
        return Task.immediate(executorPreference: shared.taskExecutor) {
            guard (try? await clock.sleep(until: deadline)) != nil, !Task.isCancelled else { return }
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

    deinit { timer?.cancel() }

    package var isWaiting: Bool { timer != nil }

    /// Calls `body` after `time`. Does nothing if it waits already or has ended.
    package func start(after time: Duration, on clock: any TableClock, _ body: @escaping @TableActor () -> Void) {
        guard !isWaiting, !hasEnded else { return }
        timer = TableActor.after(time, on: clock) { [weak self] in
            self?.timer = nil
            body()
        }
    }

    package func cancel() { timer.take()?.cancel() }

    /// It is not done any more.
    package func end() {
        cancel()
        hasEnded = true
    }
}

/// An event loop of its own that runs an actor's jobs and a task's alike, so that a task that prefers it calls the
/// actor without another turn of the loop.
///
/// NIO's loop runs everything that is ready before it looks at its sockets again, so jobs are handed to it in slices: however
/// many dice move, requests are read.
final class LoopExecutor: SerialExecutor, TaskExecutor {
    private struct JobQueue {
        var jobs = Deque<UnownedJob>()
        /// Whether the loop has been asked to run them.
        var isDue = false
    }

    let eventLoop: any EventLoop
    private let turns = LoopTurns()
    /// How often the loop has run everything that was ready.
    var turnsEnded: Int { turns.ended }
    private let queue = NIOLockedValueBox(JobQueue())

    /// How long jobs run before the loop looks at its sockets.
    private static let slice = TimeAmount.milliseconds(4)
    /// After which time they go on, if it has looked.
    private static let pause = TimeAmount.microseconds(50)

    init() {
        eventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1, metricsDelegate: turns).next()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = queue.withLockedValue { queue in
            queue.jobs.append(job)
            defer { queue.isDue = true }
            return !queue.isDue
        }
        if isFirst { eventLoop.execute(runJobs) }
    }

    func checkIsolated() { eventLoop.preconditionInEventLoop() }
    func isIsolatingCurrentContext() -> Bool? { eventLoop.inEventLoop }

    private func runJobs() {
        let end = NIODeadline.now() + Self.slice
        while let job = nextJob() {
            unsafe job.runSynchronously(
                isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            if NIODeadline.now() >= end { return runJobs(after: turns.ended) }
        }
    }

    /// Runs the jobs once the loop has ended a turn more than `ended`.
    private func runJobs(after ended: Int) {
        eventLoop.scheduleTask(in: Self.pause) {
            if self.turns.ended > ended { self.runJobs() } else { self.runJobs(after: ended) }
        }
    }

    private func nextJob() -> UnownedJob? {
        queue.withLockedValue { queue in
            let job = queue.jobs.popFirst()
            queue.isDue = job != nil
            return job
        }
    }
}

/// Counts how often the loop has run everything that was ready; then it looks at its sockets.
private final class LoopTurns: NIOEventLoopMetricsDelegate {
    private let count = Atomic(0)

    var ended: Int { count.load(ordering: .relaxed) }

    func processedTick(info: NIOEventLoopTickInfo) { count.add(1, ordering: .relaxed) }
}
