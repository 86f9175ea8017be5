/// The dice in flight, as a viewer shows them by a clock of its own. Instants are durations since any one of that clock.
public struct FlightBoard: Sendable, Hashable {
    private struct Entry: Hashable {
        var plan: DiePlan
        var start: Duration

        func elapsed(at now: Duration) -> Double { (now - start) / .milliseconds(1) }
    }

    /// By the number of the die.
    private var entries: [Int: Entry] = [:]

    public init() {}

    /// Dice have started, or the viewer joins them.
    public mutating func take(_ flight: Flight, at now: Duration) {
        for plan in flight.plan {
            entries[plan.die] = Entry(plan: plan, start: now - .microseconds(flight.elapsed * 1_000))
        }
    }

    /// The die has settled, or shows what no plan tells.
    public mutating func drop(_ die: Int) { entries[die] = nil }

    /// What the die shows; nil before its first value in passing, and for one that is not in flight.
    public func value(ofDie die: Int, at now: Duration) -> Int? {
        entries[die].flatMap { $0.plan.value(at: $0.elapsed(at: now)) }
    }

    /// When a die shows another value; nil where none will.
    public func nextChange(after now: Duration) -> Duration? {
        entries.values.compactMap { entry in
            entry.plan.nextChange(after: entry.elapsed(at: now)).map { entry.start + .microseconds($0 * 1_000) }
        }.min()
    }
}
