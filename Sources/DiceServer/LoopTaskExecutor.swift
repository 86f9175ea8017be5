public import NIOCore

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
