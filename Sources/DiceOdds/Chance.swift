/// A probability.
public struct Chance: Sendable, Hashable {
    public let probability: Double
    let parts: Natural
    private let whole: Factors
    /// True if `fraction` is the exact chance. Otherwise, totals that are not listed may increase
    /// the chance.
    public let isExact: Bool

    init(_ parts: Natural, of whole: Factors, isExact: Bool = true) {
        self.parts = parts
        self.whole = whole
        self.isExact = isExact
        probability = parts.ratio(to: whole.natural)
    }

    /// The fraction in lowest terms: `1/216`; `0` and `1` without a denominator.
    public var fraction: String {
        let (numerator, denominator) = whole.reduced(parts)
        return denominator == .one ? "\(numerator)" : "\(numerator)/\(denominator)"
    }

    public var isZero: Bool { parts.isZero }

    /// True if unlisted totals can change the chance only negligibly.
    public var isKnown: Bool { isExact || probability >= Distribution.negligible }
}
