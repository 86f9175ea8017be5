import DiceTable
import NIOConcurrencyHelpers

/// A clock that stands still until it is told to go on, or that moves on by itself, a little at
/// every reading.
///
/// Its lock is one that ThreadSanitizer knows, which the standard library's `Mutex` is not.
package final class TestClock: TableClock {
    package struct Instant: InstantProtocol {
        /// Time since the clock was made.
        package var offset: Duration

        package func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }
        package func duration(to other: Instant) -> Duration {
            other.offset - offset
        }
        package static func < (a: Instant, b: Instant) -> Bool {
            a.offset < b.offset
        }
    }

    fileprivate struct Sleeper {
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    fileprivate struct State {
        var now = Instant(offset: .zero)
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
        /// Sleeps that were cancelled before they began.
        var cancelled: Set<Int> = []
        var watchers: [(count: Int, wait: Wait)] = []
    }

    fileprivate let state = NIOLockedValueBox(State())

    private let step: Duration

    /// - Parameter step: how far each reading of `now` moves the clock on; it wakes nobody.
    package init(step: Duration = .zero) {
        self.step = step
    }

    package var now: Instant {
        state.withLockedValue { state in
            defer {
                state.now = state.now.advanced(by: step)
            }
            return state.now
        }
    }
    package var minimumResolution: Duration { .nanoseconds(1) }

    /// How many tasks sleep now.
    package var sleeperCount: Int { state.withLockedValue { $0.sleepers.count } }

    /// When those who sleep wake, the earliest first.
    package var deadlines: [Instant] {
        state.withLockedValue { $0.sleepers.values.map(\.deadline).sorted() }
    }

    /// When the next sleeper wakes; nil when nobody sleeps.
    package var nextDeadline: Instant? { deadlines.first }

    @TableActor
    package func sleep(until deadline: Instant) async throws {
        let id = state.withLockedValue { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                let wake: (() -> Void)? = state.withLockedValue { state in
                    if state.cancelled.remove(id) != nil {
                        return { continuation.resume(throwing: CancellationError()) }
                    }
                    if deadline <= state.now {
                        return { continuation.resume() }
                    }
                    state.sleepers[id] = Sleeper(
                        deadline: deadline,
                        continuation: continuation
                    )
                    let woken = state.watchers.filter {
                        $0.count <= state.sleepers.count
                    }
                    state.watchers.removeAll { $0.count <= state.sleepers.count }
                    return woken.isEmpty
                        ? nil : { for watcher in woken { watcher.wait.end() } }
                }
                wake?()
            }
        } onCancel: {
            let sleeper = state.withLockedValue { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil {
                    state.cancelled.insert(id)
                }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Returns when at least `count` tasks sleep. Throws `Missing` if they do not in time.
    package func waitForSleepers(_ count: Int) async throws {
        let wait = Wait()
        let isThere = state.withLockedValue { state in
            if state.sleepers.count >= count {
                return true
            }
            state.watchers.append((count, wait))
            return false
        }
        if isThere {
            return
        }
        try await wait.ended { [self] in
            "of \(count) tasks that were to sleep, \(sleeperCount) do"
        }
    }

    /// Moves on and wakes whose time has come, the earliest first.
    package func advance(by duration: Duration) {
        advance(to: state.withLockedValue { $0.now.advanced(by: duration) })
    }

    /// Moves on to `instant`, never back.
    package func advance(to instant: Instant) {
        let due = state.withLockedValue { state in
            state.now = max(state.now, instant)
            let ids = state.sleepers.filter { $0.value.deadline <= state.now }.keys
            return ids.compactMap { state.sleepers.removeValue(forKey: $0) }.sorted {
                $0.deadline < $1.deadline
            }
        }
        for sleeper in due {
            sleeper.continuation.resume()
        }
    }
}

extension TestClock {
    /// How many sleepers wake by `instant`.
    package func deadlines(upTo instant: Instant) -> Int {
        state.withLockedValue { state in
            state.sleepers.values.count { $0.deadline <= instant }
        }
    }
}
