/// A probability.
public struct Chance: Sendable, Hashable {
    public let probability: Double
    private let parts: Natural
    private let whole: Factors

    init(_ parts: Natural, of whole: Factors) {
        (self.parts, self.whole) = (parts, whole)
        probability = parts.ratio(to: whole.natural)
    }

    /// In lowest terms: `1/216`; `0` and `1` without a line.
    public var fraction: String {
        let (numerator, denominator) = whole.reduced(parts)
        return denominator == .one ? "\(numerator)" : "\(numerator)/\(denominator)"
    }

    public var isZero: Bool { parts.isZero }
}
