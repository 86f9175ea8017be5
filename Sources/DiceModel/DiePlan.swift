/// The passing values of one die and the times at which they appear. They reveal nothing about the
/// die's final face.
public struct DiePlan: Sendable, Hashable {
    /// The number of the die.
    public var die: Int
    /// The passing values, `AnimationPlan.valueCount` of them.
    public var values: [Int]
    /// The time of each value, then the time at which the die settles, in milliseconds since the
    /// start.
    public var times: [Double]

    public init(die: Int, values: [Int], times: [Double]) {
        self.die = die
        self.values = values
        self.times = times
    }

    /// Returns the value shown this many milliseconds after the start; `nil` before the first. The
    /// last value stays until the daemon sends the face.
    public func value(at elapsed: Double) -> Int? {
        let shown = zip(times, values).prefix { $0.0 <= elapsed }.count
        return shown > 0 ? values[shown - 1] : nil
    }

    /// Returns the time of the next value, in milliseconds since the start; `nil` after the last.
    public func nextChange(after elapsed: Double) -> Double? {
        times.prefix(values.count).first { $0 > elapsed }
    }
}
