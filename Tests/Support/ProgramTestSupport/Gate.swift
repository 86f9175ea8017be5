/// Limits the number of tests that run at the same time. One test may count as several.
package final class Gate: Sendable {
    package static let shared = Gate(width: 12)

    private struct State {
        var free: Int
        var waiting: [(need: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let width: Int
    private let state: Locked<State>

    package init(width: Int) {
        self.width = width
        state = Locked(State(free: width))
    }

    package func enter(_ need: Int) async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.waiting.append((need, continuation))
                Self.admit(&state)
            }
        }
    }

    package func leave(_ need: Int) {
        state.withLock { state in
            state.free += need
            Self.admit(&state)
        }
    }

    private static func admit(_ state: inout State) {
        while let next = state.waiting.first, next.need <= state.free {
            state.free -= next.need
            state.waiting.removeFirst()
            next.continuation.resume()
        }
    }
}
