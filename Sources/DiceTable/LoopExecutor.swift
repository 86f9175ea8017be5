import DequeModule
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Synchronization

/// An event loop of its own that runs an actor's jobs and a task's alike, so that a task that
/// prefers it calls the actor without another tick of the loop.
///
/// NIO's loop runs everything that is ready before it looks at its sockets again, so jobs are
/// handed to it in slices: however many dice move, requests are read.
final class LoopExecutor: SerialExecutor, TaskExecutor {
    private struct JobQueue {
        var jobs = Deque<UnownedJob>()
        /// Whether the loop has been asked to run them.
        var isDue = false
    }

    let eventLoop: any EventLoop
    private let counter = TickCounter()
    /// How often the loop has run everything that was ready.
    var ticks: Int { counter.ticks }
    private let queue = NIOLockedValueBox(JobQueue())

    /// How long jobs run before the loop looks at its sockets.
    private static let slice = TimeAmount.milliseconds(4)
    /// How long to wait for the loop to poll before the next slice.
    private static let pause = TimeAmount.microseconds(50)

    init() {
        eventLoop = MultiThreadedEventLoopGroup(
            numberOfThreads: 1,
            metricsDelegate: counter
        ).next()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = queue.withLockedValue { queue in
            queue.jobs.append(job)
            defer {
                queue.isDue = true
            }
            return !queue.isDue
        }
        if isFirst {
            eventLoop.execute(runJobs)
        }
    }

    func checkIsolated() {
        eventLoop.preconditionInEventLoop()
    }
    func isIsolatingCurrentContext() -> Bool? {
        eventLoop.inEventLoop
    }

    private func runJobs() {
        let end = NIODeadline.now() + Self.slice
        while let job = nextJob() {
            unsafe job.runSynchronously(
                isolatedTo: asUnownedSerialExecutor(),
                taskExecutor: asUnownedTaskExecutor()
            )
            if NIODeadline.now() >= end {
                return runJobs(after: counter.ticks)
            }
        }
    }

    /// Runs the jobs once the loop has ended more ticks than these.
    private func runJobs(after ticks: Int) {
        eventLoop.scheduleTask(in: Self.pause) {
            if self.counter.ticks > ticks {
                self.runJobs()
            } else {
                self.runJobs(after: ticks)
            }
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
private final class TickCounter: NIOEventLoopMetricsDelegate {
    private let count = Atomic(0)

    var ticks: Int { count.load(ordering: .relaxed) }

    func processedTick(info: NIOEventLoopTickInfo) {
        count.add(1, ordering: .relaxed)
    }
}
