/// A range of totals and its outcome: `7..9: weak hit`.
public struct OutcomeRange: Sendable, Hashable {
    /// The lowest and the highest total; `nil` if open-ended. Both are `nil` for `else`.
    public var low: Fraction?
    public var high: Fraction?
    public var label: String

    public init(low: Fraction?, high: Fraction?, words: String) {
        self.low = low
        self.high = high
        self.label = words
    }

    public func includes(_ total: Fraction) -> Bool {
        low.map { $0 <= total } ?? true && high.map { total <= $0 } ?? true
    }

    /// True if the range is `else`, which covers all other totals.
    var isRest: Bool { low == nil && high == nil }

    /// Returns true if this range begins below the other range.
    func isLower(than other: OutcomeRange) -> Bool {
        guard let low = other.low else { return false }
        return self.low.map { $0 < low } ?? true
    }
}
