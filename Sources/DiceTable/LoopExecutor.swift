internal import NIOCore
internal import NIOPosix

/// An event loop of its own that runs an actor's jobs and a task's alike, so that a task that prefers it calls the
/// actor without another turn of the loop.
final class LoopExecutor: SerialExecutor, TaskExecutor {
    let eventLoop: any EventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute {
            unsafe job.runSynchronously(
                isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
        }
    }

    func checkIsolated() { eventLoop.preconditionInEventLoop() }
    func isIsolatingCurrentContext() -> Bool? { eventLoop.inEventLoop }
}
