/// When one die shows what in one roll, counted from the instant at which the whole roll started.
public struct AnimationPlan: Sendable, Hashable {
    /// How long the die waits before it moves: 0 to 0.25 s (seed 001, requirement 2.1).
    public static let delays = Duration.zero...Duration.milliseconds(250)
    /// How long it then tumbles: 0.5 to 1.0 s (seed 001, requirement 2.2).
    public static let durations =
        Duration.milliseconds(500)...Duration.milliseconds(1_000)
    /// How many random values it shows before it settles (seed 000, requirement 6.4).
    public static let valueCount = 10
    /// The values, then the final face.
    public static let stepCount = valueCount + 1

    public let delay: Duration
    public let duration: Duration

    public init(delay: Duration, duration: Duration) {
        self.delay = delay
        self.duration = duration
    }

    /// When random value `step` of 0 ..< `valueCount` shows, or the final face after them.
    ///
    /// The values are evenly spaced in what the quadratic ease-out p = 1 − (1 − t)² has covered at
    /// time t of the duration (Robert Penner, "Motion, Tweening, and Easing", 2002), so value i
    /// shows at t = 1 − √(1 − i/10): each gap is longer than the one before it, from 0.051 of the
    /// duration to 0.316.
    public func time(ofStep step: Int) -> Duration {
        step == Self.valueCount
            ? delay + duration : delay + duration * Self.fractions[step]
    }

    /// The newest of `step` and those after it whose time has come by `elapsed`; `step` if none
    /// has.
    public func newestStep(at elapsed: Duration, from step: Int) -> Int {
        var step = step
        while step < Self.valueCount, time(ofStep: step + 1) <= elapsed {
            step += 1
        }
        return step
    }

    private static let fractions = (0..<valueCount).map { step in
        1 - (1 - Double(step) / Double(valueCount)).squareRoot()
    }
}
