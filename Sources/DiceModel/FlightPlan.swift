/// The way in which a watcher receives passing values.
public enum FrameKind: String, Sendable, Hashable, CaseIterable {
    /// Each value in a separate frame, sent when the value is due.
    case values
    /// All values in advance when the dice start, with the time of each value.
    case plan
}

/// The dice in flight, as a watcher who joins needs them.
public struct FlightPlan: Sendable, Hashable {
    /// The time since the start of the plans, in milliseconds.
    public var elapsed: Double
    /// The plan of each die in flight.
    public var plan: [DiePlan]

    public init(elapsed: Double, plan: [DiePlan]) {
        self.elapsed = elapsed
        self.plan = plan
    }
}

extension Duration {
    /// Returns the duration in milliseconds, rounded to a multiple of `step`.
    public func milliseconds(by step: Duration) -> Double {
        (self / step).rounded() / (.milliseconds(1) / step)
    }
}
