/// What a range of totals means: `7..9: weak hit`.
public struct OutcomeRange: Sendable, Hashable {
    /// The lowest total, and the highest; nil without an end. Both are nil of `else`.
    public var low: Fraction?
    public var high: Fraction?
    public var words: String

    public init(low: Fraction?, high: Fraction?, words: String) {
        self.low = low
        self.high = high
        self.words = words
    }

    public func includes(_ total: Fraction) -> Bool {
        low.map { $0 <= total } ?? true && high.map { total <= $0 } ?? true
    }

    /// Whether it takes all that no other does.
    var isRest: Bool { low == nil && high == nil }

    /// Whether it begins below another one.
    func isLower(than other: OutcomeRange) -> Bool {
        guard let low = other.low else { return false }
        return self.low.map { $0 < low } ?? true
    }
}
