/// When one die shows what in one roll, counted from the instant at which the whole roll started.
public struct AnimationPlan: Sendable, Hashable {
    /// How long the die waits before it moves: 0 to 0.25 s (seed 001, requirement 2.1).
    public static let delays = Duration.zero...Duration.milliseconds(250)
    /// How long it then tumbles: 0.5 to 1.0 s (seed 001, requirement 2.2).
    public static let durations = Duration.milliseconds(500)...Duration.milliseconds(1_000)
    /// How many random values it shows before it settles (seed 000, requirement 6.4).
    public static let valueCount = 10

    public let delay: Duration
    public let duration: Duration

    public init(delay: Duration, duration: Duration) {
        self.delay = delay
        self.duration = duration
    }

    /// When the final face shows.
    public var settleTime: Duration { delay + duration }

    /// When random value `index` of 0 ..< `valueCount` shows.
    ///
    /// The values are evenly spaced in what the quadratic ease-out p = 1 − (1 − t)² has covered at time t of the
    /// duration (Robert Penner, "Motion, Tweening, and Easing", 2002), so value i shows at t = 1 − √(1 − i/10): each
    /// gap is longer than the one before it, from 0.051 of the duration to 0.316.
    public func time(ofValue index: Int) -> Duration {
        delay + duration * Self.fractions[index]
    }

    private static let fractions = (0..<valueCount).map { index in
        1 - (1 - Double(index) / Double(valueCount)).squareRoot()
    }

    /// When each random value shows, then the final face.
    var times: [Duration] {
        var times: [Duration] = []
        times.reserveCapacity(Self.valueCount + 1)
        for index in 0..<Self.valueCount { times.append(time(ofValue: index)) }
        times.append(settleTime)
        return times
    }
}
