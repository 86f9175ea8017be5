/// The passing values of one die and their times. They reveal nothing about its final face.
public struct DiePlan: Sendable, Hashable {
    /// The number of the die.
    public var die: Int
    /// The passing values, `AnimationPlan.valueCount` of them.
    public var values: [Int]
    /// When each of them shows, in milliseconds since the start, and then when the die settles.
    public var times: [Double]

    public init(die: Int, values: [Int], times: [Double]) {
        self.die = die
        self.values = values
        self.times = times
    }

    /// The value that shows this many milliseconds after the start; nil before the first. The last
    /// stays until the daemon tells the face.
    public func value(at elapsed: Double) -> Int? {
        let shown = zip(times, values).prefix { $0.0 <= elapsed }.count
        return shown > 0 ? values[shown - 1] : nil
    }

    /// When another value shows, in milliseconds since the start; nil once the last does.
    public func nextChange(after elapsed: Double) -> Double? {
        times.prefix(values.count).first { $0 > elapsed }
    }
}
