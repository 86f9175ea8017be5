internal import DequeModule
internal import NIOConcurrencyHelpers
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// An event loop of its own that runs an actor's jobs and a task's alike, so that a task that prefers it calls the
/// actor without another turn of the loop.
///
/// NIO's loop runs everything that is ready before it looks at its sockets again, so jobs are handed to it in slices: however
/// many dice move, requests are read.
final class LoopExecutor: SerialExecutor, TaskExecutor {
    private struct Queue {
        var jobs = Deque<UnownedJob>()
        /// Whether the loop has been asked to run them.
        var isDue = false
    }

    let eventLoop: any EventLoop
    private let turns = LoopTurns()
    /// How often the loop has run everything that was ready.
    var turnsEnded: Int { turns.ended }
    private let queue = NIOLockedValueBox(Queue())

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
