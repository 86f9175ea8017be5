import DequeModule
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Synchronization

/// An event loop that serves as executor for both actors and tasks, so that a task that prefers
/// this executor can call the actor without another loop tick.
///
/// NIO's loop runs everything that is ready before it polls its sockets again. Jobs are therefore
/// run in slices, so that requests are still read however many dice are moving.
final class LoopExecutor: SerialExecutor, TaskExecutor {
    private struct JobQueue {
        var jobs = Deque<UnownedJob>()
        /// True if the loop was asked to run the jobs.
        var isDue = false
    }

    let eventLoop: any EventLoop
    private let counter = TickCounter()
    /// The number of times that the loop has run everything that was ready.
    var ticks: Int { counter.ticks }
    private let queue = NIOLockedValueBox(JobQueue())

    /// The maximum time for jobs before the loop polls its sockets.
    private static let slice = TimeAmount.milliseconds(4)
    /// The pause before the next slice, in which the loop polls.
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

    /// Runs the jobs once the loop has completed more than this many ticks.
    ///
    /// - Parameter pause: doubled each time, since the tick never ends where looking takes longer
    ///   than the pause, as in an emulator.
    private func runJobs(after ticks: Int, in pause: TimeAmount = LoopExecutor.pause) {
        eventLoop.scheduleTask(in: pause) {
            if self.counter.ticks > ticks {
                self.runJobs()
            } else {
                self.runJobs(after: ticks, in: pause * 2)
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

/// Counts how many times the loop has run everything that was ready. After each time, the loop
/// polls its sockets.
private final class TickCounter: NIOEventLoopMetricsDelegate {
    private let count = Atomic(0)

    var ticks: Int { count.load(ordering: .relaxed) }

    func processedTick(info: NIOEventLoopTickInfo) {
        count.add(1, ordering: .relaxed)
    }
}
