import DequeModule
import DiceTable

/// Runs one change at a time, in order of request; a change is over when it is stored.
@TableActor
final class WriteLock {
    private var isHeld = false
    private var waiting = Deque<CheckedContinuation<Void, Never>>()

    func whileHolding<Value, Failure: Error>(
        _ body: @TableActor () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await acquire()
        defer {
            release()
        }
        return try await body()
    }

    private func acquire() async {
        // Checked inside the closure: the lock may be released before the task suspends.
        await withCheckedContinuation { continuation in
            guard isHeld else {
                isHeld = true
                return continuation.resume()
            }
            waiting.append(continuation)
        }
    }

    private func release() {
        guard let next = waiting.popFirst() else {
            isHeld = false
            return
        }
        next.resume()
    }
}
