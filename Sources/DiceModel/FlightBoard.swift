/// The dice in flight, shown according to a watcher's own clock. Instants count from any fixed
/// moment on that clock.
public struct FlightBoard: Sendable, Hashable {
    private struct Entry: Hashable {
        var plan: DiePlan
        var start: Duration

        func elapsed(at now: Duration) -> Double {
            (now - start) / .milliseconds(1)
        }
    }

    /// The dice in flight, by number.
    private var entries: [Int: Entry] = [:]

    public init() {}

    /// Adds dice that have started, or that were in flight when the watcher joined.
    public mutating func take(_ flight: FlightPlan, at now: Duration) {
        for plan in flight.plan {
            entries[plan.die] = Entry(
                plan: plan,
                start: now - .microseconds(flight.elapsed * 1_000)
            )
        }
    }

    /// Removes a die that has settled or that no longer follows its plan.
    public mutating func drop(_ die: Int) {
        entries[die] = nil
    }

    /// Removes the dice that have settled.
    public mutating func drop(settled dice: [DieState]) {
        for die in dice where !die.animating {
            drop(die.die)
        }
    }

    /// Returns the value that the die shows; `nil` before its first passing value and for a die
    /// that is not in flight.
    public func value(ofDie die: Int, at now: Duration) -> Int? {
        entries[die].flatMap { $0.plan.value(at: $0.elapsed(at: now)) }
    }

    /// Returns the next time at which a die shows another value; `nil` if no die will.
    public func nextChange(after now: Duration) -> Duration? {
        entries.values.compactMap { entry in
            entry.plan.nextChange(after: entry.elapsed(at: now)).map {
                entry.start + .microseconds($0 * 1_000)
            }
        }.min()
    }
}
