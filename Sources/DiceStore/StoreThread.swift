import DiceModel
import DiceTable
import Glibc
import NIOConcurrencyHelpers
import Unix

/// A thread that runs an actor's jobs in the order in which they come, and sleeps if there are none.
final class StoreThread: SerialExecutor {
    private struct WriteQueue {
        var jobs: [UnownedJob] = []
        var isEnding = false
    }

    /// Behind a lock that ThreadSanitizer knows, which the standard library's `Mutex` is not.
    private let queue = NIOLockedValueBox(WriteQueue())
    /// Whether the thread has something to see to.
    private let bell = ConditionLock(value: false)

    /// Lives until `end()`.
    init() throws(StoreError) {
        let this = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { this in
                if let this { Unmanaged<StoreThread>.fromOpaque(this).takeRetainedValue().run() }
                return nil
            }, this.toOpaque())
        guard code == 0 else {
            this.release()
            throw StoreError(.unavailable, "no thread can be started for the store: \(SystemError(code))")
        }
        pthread_detach(thread)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = queue.withLockedValue { queue in
            queue.jobs.append(job)
            return queue.jobs.count == 1
        }
        if isFirst { ring() }
    }

    /// Ends the thread after the jobs that have come.
    func end() {
        queue.withLockedValue { $0.isEnding = true }
        ring()
    }

    private func ring() {
        bell.lock()
        bell.unlock(withValue: true)
    }

    private func run() {
        var isEnding = false
        while !isEnding {
            bell.lock(whenValue: true)
            bell.unlock(withValue: false)
            let jobs = queue.withLockedValue { queue in
                isEnding = queue.isEnding
                defer { queue.jobs.removeAll() }
                return queue.jobs
            }
            for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }
}
