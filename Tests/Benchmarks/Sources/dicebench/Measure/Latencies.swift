import Histogram

/// Durations in nanoseconds, with three significant digits.
struct Latencies {
    private var histogram = Histogram<UInt64>(highestTrackableValue: 600_000_000_000)

    var count: Int { Int(histogram.totalCount) }
    var median: Double { value(50) }
    var figures: Figures { Figures(median: median, p99: value(99)) }

    func value(_ percentile: Double) -> Double {
        Double(histogram.valueAtPercentile(percentile))
    }

    mutating func record(_ nanoseconds: UInt64) {
        histogram.record(nanoseconds)
    }

    mutating func add(_ other: Latencies) {
        histogram.add(other.histogram)
    }

    /// Records the duration of `body`.
    @discardableResult
    mutating func time<Value>(_ body: () throws -> Value) rethrows -> Value {
        let start = monotonicNow()
        let value = try body()
        record(monotonicNow() - start)
        return value
    }
}
