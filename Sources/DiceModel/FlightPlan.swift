/// How a watcher is told of the values that dice show in passing.
public enum FrameKind: String, Sendable, Hashable, CaseIterable {
    /// Each in a frame, when it shows.
    case values
    /// All when the dice start, with the times at which they will show.
    case plan
}

/// Dice in flight, as a watcher who joins them needs to know.
public struct FlightPlan: Sendable, Hashable {
    /// Milliseconds since the start from which the plans count.
    public var elapsed: Double
    /// The plan of each die in flight.
    public var plan: [DiePlan]

    public init(elapsed: Double, plan: [DiePlan]) {
        self.elapsed = elapsed
        self.plan = plan
    }
}

extension Duration {
    /// In milliseconds, rounded to a multiple of `step`.
    public func milliseconds(by step: Duration) -> Double {
        (self / step).rounded() / (.milliseconds(1) / step)
    }
}
