/// The times at which one die shows its values in a roll, relative to the start of the whole roll.
public struct AnimationPlan: Sendable, Hashable {
    /// The delay before the die moves: 0 to 0.25 s (seed 001, requirement 2.1).
    public static let delays = Duration.zero...Duration.milliseconds(250)
    /// The duration of the die's animation after the delay: 0.5 to 1.0 s (seed 001, requirement
    /// 2.2).
    public static let durations =
        Duration.milliseconds(500)...Duration.milliseconds(1_000)
    /// The number of random values before the die settles (seed 000, requirement 6.4).
    public static let valueCount = 10
    /// The number of values that a die shows, including its final face.
    public static let stepCount = valueCount + 1

    public let delay: Duration
    public let duration: Duration

    public init(delay: Duration, duration: Duration) {
        self.delay = delay
        self.duration = duration
    }

    /// Returns the time at which random value `step` of 0 ..< `valueCount` appears; for step
    /// `valueCount`, the time at which the final face appears.
    ///
    /// The values are evenly spaced along the quadratic ease-out p = 1 − (1 − t)² at time t of the
    /// duration (Robert Penner, "Motion, Tweening, and Easing", 2002), so value i appears at t = 1
    /// − √(1 − i/10): each gap is longer than the previous one, from 0.051 of the duration to
    /// 0.316.
    public func time(ofStep step: Int) -> Duration {
        step == Self.valueCount
            ? delay + duration : delay + duration * Self.fractions[step]
    }

    /// Returns the newest step, from `step` on, that is due at `elapsed`; `step` if no step is due.
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
