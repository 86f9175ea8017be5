import DiceModel
import DiceTable
import Glibc
import NIOConcurrencyHelpers
import Synchronization
import Unix

/// A thread that does an actor's work in the order in which it comes, and sleeps if there is none.
final class StoreThread: SerialExecutor {
    private struct WorkQueue {
        var work: [@Sendable () -> Void] = []
        var isEnding = false
    }

    /// Behind a lock that ThreadSanitizer knows, which the standard library's `Mutex` is not.
    private let queue = NIOLockedValueBox(WorkQueue())
    /// Whether the thread has something to see to.
    private let bell = ConditionLock(value: false)
    /// How many pieces of work have come and are not done.
    private let undone = Atomic(0)
    /// What the system calls the thread; 0 until it runs.
    private let id = Atomic<pthread_t>(0)

    /// Lives until `end()`.
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

    /// Does `body` after the work that has come. It is isolated to the thread's actor, and to no
    /// task.
    func run(_ body: @escaping @Sendable () -> Void) {
        undone.add(1, ordering: .relaxed)
        let isFirst = queue.withLockedValue { queue in
            queue.work.append(body)
            return queue.work.count == 1
        }
        // Who makes several calls in a row is not interrupted after the first, where both share a
        // processor.
        if isFirst {
            TableActor.shared.afterReadyJobs(ring)
        }
    }

    /// Whether work waits for the piece that is being done.
    var isAwaited: Bool { undone.load(ordering: .relaxed) > 1 }

    func checkIsolated() {
        precondition(
            pthread_self() == id.load(ordering: .relaxed),
            "the store was touched outside its thread"
        )
    }

    /// Ends the thread after the work that has come.
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
