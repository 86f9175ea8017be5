import NIOConcurrencyHelpers

/// What a test waited for did not come.
package struct Missing: Error, CustomStringConvertible {
    package let description: String
}

/// One wait of a test: until the thing is there, and no longer than `patience`.
package final class Wait: Sendable {
    private enum State {
        case begun
        case waiting(CheckedContinuation<Void, any Error>)
        case over((any Error)?)
    }

    private let state = NIOLockedValueBox(State.begun)

    /// How long anything may take before the test fails: no test waits so long when it passes.
    package static let patience = Duration.seconds(60)

    package init() {}

    /// The thing is there. The first call counts.
    package func end() {
        finish(nil)
    }

    private func finish(_ error: (any Error)?) {
        let waiting: CheckedContinuation<Void, any Error>? = state.withLockedValue {
            state in
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

    /// Returns after `end()`. Throws `Missing` if that does not come in time.
    ///
    /// - Parameter what: what the failure says is missing.
    package func ended(_ what: @escaping @Sendable () -> String) async throws {
        let deadline: Task<Void, Never> = Task.detached { [self] in
            guard (try? await Task.sleep(for: Self.patience)) != nil else { return }
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
    /// What the task brings. Throws `Missing` if it does not end in time, and what the task throws.
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
