import NIOConcurrencyHelpers

/// An error: an expected event did not happen in time.
package struct Missing: Error, CustomStringConvertible {
    package let description: String
}

/// A test's wait for one event, limited by `patience`.
package final class Wait: Sendable {
    private enum State {
        case begun
        case waiting(CheckedContinuation<Void, any Error>)
        case over((any Error)?)
    }

    private let state = NIOLockedValueBox(State.begun)

    /// The maximum time for anything before the test fails; passing tests never wait that long.
    package static let patience = Duration.seconds(60)

    package init() {}

    /// Notes that the event has happened. Only the first call counts.
    package func end() {
        finish(nil)
    }

    private func finish(_ error: (any Error)?) {
        let waiting: CheckedContinuation<Void, any Error>? = state.withLockedValue { state in
            let before = state
            if case .over = before {
                return nil
            }
            state = .over(error)
            guard case .waiting(let continuation) = before else { return nil }
            return continuation
        }
        if let error {
            waiting?.resume(throwing: error)
        } else {
            waiting?.resume()
        }
    }

    /// Returns after `end()`. Throws `Missing` if it is not called in time.
    ///
    /// - Parameter what: a description of the missing event, for failures.
    package func ended(_ what: @escaping @Sendable () -> String) async throws {
        let deadline: Task<Void, Never> = Task.detached { [self] in
            // Each step takes its turn among the tasks of the other tests, so that a test that hangs
            // fails, and one on a busy machine gets more time.
            for _ in 0..<Self.patience.components.seconds {
                guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
            }
            finish(Missing(description: what()))
        }
        defer {
            deadline.cancel()
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                let before = state.withLockedValue { state in
                    let before = state
                    if case .begun = before {
                        state = .waiting(continuation)
                    }
                    return before
                }
                guard case .over(let error) = before else { return }
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume()
                }
            }
        } onCancel: {
            finish(CancellationError())
        }
    }
}

extension Task {
    /// Returns the task's value. Throws `Missing` if it does not end in time, or the task's own
    /// error.
    package func ended(_ what: String = "a task has not ended") async throws -> Success {
        let wait = Wait()
        Task<Void, Never>.detached { [self] in
            _ = await result
            wait.end()
        }
        try await wait.ended { what }
        return try await value
    }
}
