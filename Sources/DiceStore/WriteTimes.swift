package import DiceModel
import NIOConcurrencyHelpers

/// The durations of writes, from the call to the commit. One thread adds durations, other threads
/// read them.
package final class WriteTimes: Sendable {
    private let counts = NIOLockedValueBox(DurationCounts())

    package var current: DurationCounts { counts.withLockedValue { $0 } }

    /// Adds the durations of writes that were called at these instants and have just been
    /// committed.
    func add(_ calls: [ContinuousClock.Instant]) {
        let now = ContinuousClock.now
        counts.withLockedValue { counts in
            for call in calls {
                counts.add(call.duration(to: now))
            }
        }
    }
}
