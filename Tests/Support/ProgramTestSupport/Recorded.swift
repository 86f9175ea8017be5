/// The elements received so far, in order, and the tasks that are waiting for more: lines of a
/// socket or a pipe, or datagrams.
package final class Recorded<Element: Sendable>: Sendable {
    /// An error: nothing matched before the source ended or in the allowed time.
    package struct Missing: Error, CustomStringConvertible {
        package let description: String
    }

    private struct Waiter {
        /// Called with all elements whenever one arrives.
        let holds: ([Element]) -> Bool
        let continuation: CheckedContinuation<(index: Int, element: Element), any Error>
    }

    private struct State {
        var elements: [Element] = []
        var isEnded = false
        var waiters: [Int: Waiter] = [:]
        var endWaiters: [Int: CheckedContinuation<Void, any Error>] = [:]
        var nextID = 0
    }

    /// The kind of elements, for failures.
    package let name: String
    private let state = Locked(State())

    package init(_ name: String) {
        self.name = name
    }

    package var all: [Element] { state.withLock { $0.elements } }
    package var count: Int { state.withLock { $0.elements.count } }

    package func append(_ element: Element) {
        state.withLock { state in
            state.elements.append(element)
            for (id, waiter) in state.waiters where waiter.holds(state.elements) {
                state.waiters[id] = nil
                waiter.continuation.resume(
                    returning: (state.elements.count - 1, element)
                )
            }
        }
    }

    /// Notes that no more elements will arrive.
    package func end() {
        state.withLock { state in
            state.isEnded = true
            for waiter in state.waiters.values {
                waiter.continuation.resume(throwing: missing(state))
            }
            for waiter in state.endWaiters.values {
                waiter.resume()
            }
            state.waiters = [:]
            state.endWaiters = [:]
        }
    }

    /// Returns the first matching element from `start` on, with its position; waits for it if
    /// necessary.
    @discardableResult
    package func first(
        from start: Int = 0,
        where matches: @escaping @Sendable (Element) -> Bool
    ) async throws -> (index: Int, element: Element) {
        try await place { elements in
            elements.indices.dropFirst(start).first { matches(elements[$0]) }
        } later: { elements in
            elements.last.map(matches) ?? false
        }
    }

    /// Returns when `holds` returns true for all elements.
    package func until(_ holds: @escaping @Sendable ([Element]) -> Bool) async throws {
        _ = try await place {
            holds($0) ? $0.indices.last : nil
        } later: {
            holds($0)
        }
    }

    /// Returns the element that `now` finds, otherwise the first later one for which `later`
    /// returns true. Both are called under the lock.
    private func place(
        now find: ([Element]) -> Int?,
        later: @escaping @Sendable ([Element]) -> Bool
    ) async throws -> (index: Int, element: Element) {
        let id = newID()
        let deadline = failLater(id)
        defer {
            deadline.cancel()
        }
        return try await withCheckedThrowingContinuation { continuation in
            state.withLock { state in
                if let index = find(state.elements) {
                    continuation.resume(returning: (index, state.elements[index]))
                } else if state.isEnded {
                    continuation.resume(throwing: missing(state))
                } else {
                    state.waiters[id] = Waiter(holds: later, continuation: continuation)
                }
            }
        }
    }

    /// Returns when the source has ended.
    package func ended() async throws {
        let id = newID()
        let deadline = failLater(id)
        defer {
            deadline.cancel()
        }
        try await withCheckedThrowingContinuation { continuation in
            state.withLock { state in
                if state.isEnded {
                    continuation.resume()
                } else {
                    state.endWaiters[id] = continuation
                }
            }
        }
    }

    private func newID() -> Int {
        state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
    }

    private func failLater(_ id: Int) -> Task<Void, Never> {
        Task {
            guard (try? await Task.sleep(for: Patience.limit)) != nil else { return }
            state.withLock { state in
                state.waiters.removeValue(forKey: id)?.continuation.resume(
                    throwing: missing(state)
                )
                state.endWaiters.removeValue(forKey: id)?.resume(
                    throwing: missing(state)
                )
            }
        }
    }

    private func missing(_ state: borrowing State) -> Missing {
        let last = state.elements.suffix(8).map { "  \(String("\($0)".prefix(400)))" }
            .joined(
                separator: "\n"
            )
        return Missing(
            description:
                "\(name) \(state.isEnded ? "ended" : "went on") without what was waited for, "
                + "after \(state.elements.count) of them; the last:\n\(last)"
        )
    }
}
