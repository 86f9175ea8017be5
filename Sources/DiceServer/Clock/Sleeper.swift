internal import Synchronization

/// Who waits for a `LoopClock`: resumed once, by the last step or by cancellation, and told which.
final class Sleeper: Sendable {
    private enum State {
        case awake
        /// Resumed with whether it was cancelled.
        case asleep(UnsafeContinuation<Bool, Never>)
        case done
    }

    private let state = Mutex(State.awake)

    var isAsleep: Bool {
        state.withLock { state in
            if case .asleep = state { true } else { false }
        }
    }

    /// Falls asleep; returns false where cancellation came first.
    func begin(_ continuation: UnsafeContinuation<Bool, Never>) -> Bool {
        let begins = state.withLock { state in
            guard case .awake = state else { return false }
            state = .asleep(continuation)
            return true
        }
        if !begins { continuation.resume(returning: true) }
        return begins
    }

    func end(isCancelled: Bool) {
        let last = state.withLock { state in
            defer { state = .done }
            return state
        }
        if case .asleep(let continuation) = last { continuation.resume(returning: isCancelled) }
    }
}
