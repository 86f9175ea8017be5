package import DiceModel
import NIOConcurrencyHelpers

/// How long writes take from their call until they are committed. One thread adds, others look.
package final class WriteTimes: Sendable {
    private let counts = NIOLockedValueBox(DurationCounts())

    package var current: DurationCounts { counts.withLockedValue { $0 } }

    /// Counts writes that were called at these instants and are committed now.
    func add(_ calls: [ContinuousClock.Instant]) {
        let now = ContinuousClock.now
        counts.withLockedValue { counts in
            for call in calls {
                counts.add(call.duration(to: now))
            }
        }
    }
}
