internal import Synchronization

/// Who waits for a `LoopClock`: resumed once, by the last step or by cancellation.
final class Sleeper: Sendable {
    private enum State {
        case awake
        case asleep(UnsafeContinuation<Void, any Error>)
        case done
    }

    private let state = Mutex(State.awake)

    var isAsleep: Bool {
        state.withLock { state in
            if case .asleep = state { true } else { false }
        }
    }

    /// Falls asleep; returns false where cancellation came first.
    func begin(_ continuation: UnsafeContinuation<Void, any Error>) -> Bool {
        let begins = state.withLock { state in
            guard case .awake = state else { return false }
            state = .asleep(continuation)
            return true
        }
        if !begins { continuation.resume(throwing: CancellationError()) }
        return begins
    }

    func end(_ error: (any Error)?) {
        let last = state.withLock { state in
            defer { state = .done }
            return state
        }
        guard case .asleep(let continuation) = last else { return }
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
    }
}
