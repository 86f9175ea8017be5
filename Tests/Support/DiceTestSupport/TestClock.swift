import DiceTable
import NIOConcurrencyHelpers

/// A clock that only moves when it is advanced, or that advances a little at every reading.
///
/// Its lock is one that ThreadSanitizer supports, unlike the standard library's `Mutex`.
package final class TestClock: TableClock {
    package struct Instant: InstantProtocol {
        /// The time since the clock was created.
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

    /// - Parameter step: the time by which each reading of `now` advances the clock, without waking
    ///   sleepers.
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

    /// The number of sleeping tasks.
    package var sleeperCount: Int { state.withLockedValue { $0.sleepers.count } }

    /// The times at which sleepers wake, earliest first.
    package var deadlines: [Instant] {
        state.withLockedValue { $0.sleepers.values.map(\.deadline).sorted() }
    }

    /// The time at which the next sleeper wakes; `nil` if none is sleeping.
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

    /// Returns when at least `count` tasks are sleeping. Throws `Missing` if they do not in time.
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

    /// Advances the clock and wakes the due sleepers, earliest first.
    package func advance(by duration: Duration) {
        advance(to: state.withLockedValue { $0.now.advanced(by: duration) })
    }

    /// Advances the clock to `instant`, never back.
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
    /// Returns the number of sleepers that wake by `instant`.
    package func deadlines(upTo instant: Instant) -> Int {
        state.withLockedValue { state in
            state.sleepers.values.count { $0.deadline <= instant }
        }
    }
}
