/// A histogram of durations.
public struct DurationCounts: Sendable, Hashable {
    /// The upper bounds in microseconds, ascending.
    public let bounds: [Int]
    /// For each bound, the number of durations up to that bound and above the previous bound; the
    /// last number counts the durations above all bounds.
    public private(set) var counts: [Int]
    /// The sum of all durations in microseconds.
    public private(set) var sum = 0

    /// The bounds for writes: from a tenth of a millisecond, in which a fast disk stores a roll, to
    /// five seconds, after which a write is abandoned.
    public static let writeBounds = [
        100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000,
        500_000,
        1_000_000, 2_500_000,
        5_000_000,
    ]

    public init(bounds: [Int] = Self.writeBounds) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// Creates a histogram from received counts, which may be inconsistent.
    public init(bounds: [Int], counts: [Int], sum: Int) {
        self.bounds = bounds
        self.counts = counts
        self.sum = sum
    }

    /// True if the bounds ascend and there is one more count than bounds.
    public var isPossible: Bool {
        counts.count == bounds.count + 1
            && zip(bounds, bounds.dropFirst()).allSatisfy(<)
            && (bounds + counts).allSatisfy { $0 >= 0 }
    }

    /// The total number of durations.
    public var total: Int { counts.reduce(0, +) }

    public mutating func add(_ duration: Duration) {
        let microseconds = Int(duration / .microseconds(1))
        counts[bounds.firstIndex { microseconds <= $0 } ?? bounds.count] += 1
        sum += microseconds
    }
}
