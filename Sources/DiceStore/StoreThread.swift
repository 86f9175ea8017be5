import DiceModel
import DiceTable
import Glibc
import NIOConcurrencyHelpers
import Synchronization
import Unix

/// A thread that runs an actor's work in order of arrival and sleeps when there is no work.
final class StoreThread: SerialExecutor {
    private struct WorkQueue {
        var work: [@Sendable () -> Void] = []
        var isEnding = false
    }

    /// Protected by a lock that ThreadSanitizer supports; it does not support the standard
    /// library's `Mutex`.
    private let queue = NIOLockedValueBox(WorkQueue())
    /// True if the thread has something to do.
    private let bell = ConditionLock(value: false)
    /// The number of pieces of work that are queued or running.
    private let undone = Atomic(0)
    /// The system's id of the thread; 0 until it runs.
    private let id = Atomic<pthread_t>(0)

    /// Starts the thread, which runs until `end()`.
    init() throws(StoreError) {
        let this = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { this in
                if let this {
                    Unmanaged<StoreThread>.fromOpaque(this).takeRetainedValue().run()
                }
                return nil
            },
            this.toOpaque()
        )
        guard code == 0 else {
            this.release()
            throw StoreError(
                .unavailable,
                "no thread can be started for the store: \(SystemError(code))"
            )
        }
        pthread_detach(thread)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        run { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs `body` after the queued work. `body` is isolated to the thread's actor and does not
    /// belong to any task.
    func run(_ body: @escaping @Sendable () -> Void) {
        undone.add(1, ordering: .relaxed)
        let isFirst = queue.withLockedValue { queue in
            queue.work.append(body)
            return queue.work.count == 1
        }
        // Wakes the thread only for the first piece of work: a caller with several calls in a row
        // is then not interrupted after the first on a shared processor.
        if isFirst {
            TableActor.shared.afterReadyJobs(ring)
        }
    }

    /// True if more work is queued behind the current piece.
    var isAwaited: Bool { undone.load(ordering: .relaxed) > 1 }

    func checkIsolated() {
        precondition(
            pthread_self() == id.load(ordering: .relaxed),
            "the store was touched outside its thread"
        )
    }

    /// Ends the thread after the queued work.
    func end() {
        queue.withLockedValue { $0.isEnding = true }
        ring()
    }

    private func ring() {
        bell.lock()
        bell.unlock(withValue: true)
    }

    private func run() {
        id.store(pthread_self(), ordering: .relaxed)
        var isEnding = false
        while !isEnding {
            bell.lock(whenValue: true)
            bell.unlock(withValue: false)
            let work = queue.withLockedValue { queue in
                isEnding = queue.isEnding
                defer {
                    queue.work.removeAll()
                }
                return queue.work
            }
            for body in work {
                body()
                undone.subtract(1, ordering: .relaxed)
            }
        }
    }
}
