import DequeModule
import DiceTable

/// Lets one change at a time through, in the order of asking, while its predecessor is being
/// stored.
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
        // Checked inside: a task that awaits may be overtaken by the release before it waits.
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
