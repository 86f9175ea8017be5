/// A probability.
public struct Chance: Sendable, Hashable {
    public let probability: Double
    let parts: Natural
    private let whole: Factors
    /// Whether `fraction` is the chance itself; else totals that are not listed may add to it.
    public let isExact: Bool

    init(_ parts: Natural, of whole: Factors, isExact: Bool = true) {
        self.parts = parts
        self.whole = whole
        self.isExact = isExact
        probability = parts.ratio(to: whole.natural)
    }

    /// In lowest terms: `1/216`; `0` and `1` without a line.
    public var fraction: String {
        let (numerator, denominator) = whole.reduced(parts)
        return denominator == .one ? "\(numerator)" : "\(numerator)/\(denominator)"
    }

    public var isZero: Bool { parts.isZero }

    /// Whether what totals that are not listed may add to it is little beside it.
    public var isKnown: Bool { isExact || probability >= Distribution.negligible }
}
