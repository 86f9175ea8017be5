/// How a watcher is told of the values that dice show in passing.
public enum FrameKind: String, Sendable, Hashable, CaseIterable {
    /// Each in a frame, when it shows.
    case values
    /// All when the dice start, with the times at which they will show.
    case plan
}

/// What one die shows in passing, and when. Its final face does not follow from it.
public struct DiePlan: Sendable, Hashable {
    /// The number of the die.
    public var die: Int
    /// `AnimationPlan.valueCount` values.
    public var values: [Int]
    /// When each of them shows, in milliseconds since the start, and then when the die settles.
    public var times: [Double]

    public init(die: Int, values: [Int], times: [Double]) {
        (self.die, self.values, self.times) = (die, values, times)
    }

    /// The value that shows this many milliseconds after the start; nil before the first. The last stays until the
    /// daemon tells the face.
    public func value(at elapsed: Double) -> Int? {
        let shown = zip(times, values).prefix { $0.0 <= elapsed }.count
        return shown > 0 ? values[shown - 1] : nil
    }

    /// When another value shows, in milliseconds since the start; nil once the last does.
    public func nextChange(after elapsed: Double) -> Double? {
        times.prefix(values.count).first { $0 > elapsed }
    }
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

/// The dice in flight, as a viewer shows them by its own clock. Instants count from any fixed moment of it.
public struct FlightBoard: Sendable, Hashable {
    private struct Entry: Hashable {
        var plan: DiePlan
        var start: Duration

        func elapsed(at now: Duration) -> Double { (now - start) / .milliseconds(1) }
    }

    /// The dice in flight, by their numbers.
    private var entries: [Int: Entry] = [:]

    public init() {}

    /// Dice have started, or the viewer joins them.
    public mutating func take(_ flight: FlightPlan, at now: Duration) {
        for plan in flight.plan {
            entries[plan.die] = Entry(plan: plan, start: now - .microseconds(flight.elapsed * 1_000))
        }
    }

    /// The die has settled, or shows what no plan tells.
    public mutating func drop(_ die: Int) { entries[die] = nil }

    /// Removes the dice that have settled.
    public mutating func drop(settled dice: [DieState]) {
        for die in dice where !die.animating { drop(die.die) }
    }

    /// What the die shows; nil before its first value in passing, and for one that is not in flight.
    public func value(ofDie die: Int, at now: Duration) -> Int? {
        entries[die].flatMap { $0.plan.value(at: $0.elapsed(at: now)) }
    }

    /// When a die shows another value; nil if none will.
    public func nextChange(after now: Duration) -> Duration? {
        entries.values.compactMap { entry in
            entry.plan.nextChange(after: entry.elapsed(at: now)).map { entry.start + .microseconds($0 * 1_000) }
        }.min()
    }
}

/// When one die shows what in one roll, counted from the instant at which the whole roll started.
public struct AnimationPlan: Sendable, Hashable {
    /// How long the die waits before it moves: 0 to 0.25 s (seed 001, requirement 2.1).
    public static let delays = Duration.zero...Duration.milliseconds(250)
    /// How long it then tumbles: 0.5 to 1.0 s (seed 001, requirement 2.2).
    public static let durations = Duration.milliseconds(500)...Duration.milliseconds(1_000)
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
    /// The values are evenly spaced in what the quadratic ease-out p = 1 − (1 − t)² has covered at time t of the
    /// duration (Robert Penner, "Motion, Tweening, and Easing", 2002), so value i shows at t = 1 − √(1 − i/10): each
    /// gap is longer than the one before it, from 0.051 of the duration to 0.316.
    public func time(ofStep step: Int) -> Duration {
        step == Self.valueCount ? delay + duration : delay + duration * Self.fractions[step]
    }

    /// The newest of `step` and those after it whose time has come by `elapsed`; `step` if none has.
    public func newestStep(at elapsed: Duration, from step: Int) -> Int {
        var step = step
        while step < Self.valueCount, time(ofStep: step + 1) <= elapsed { step += 1 }
        return step
    }

    private static let fractions = (0..<valueCount).map { step in
        1 - (1 - Double(step) / Double(valueCount)).squareRoot()
    }
}
