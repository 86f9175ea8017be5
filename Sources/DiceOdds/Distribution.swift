public import DiceNotation

/// The probability distribution of an expression's totals.
public struct Distribution: Sendable, Hashable {
    /// The possible totals, ascending.
    public internal(set) var totals: [Fraction]
    /// The weight of each total, in parts of `denominator`.
    var weights: [Natural]
    let denominator: Factors
    /// The weight of failure, such as a division by zero.
    let failed: Natural
    /// The first of the endlessly many totals that are not listed, if any, and the side of the
    /// listed totals on which the unlisted totals lie.
    var tail: Total?
    /// True if irrational totals are rounded to the nearest multiple of 10⁻⁶.
    public internal(set) var isRounded = false

    /// - Parameter tail: ignored if no probability remains for the tail.
    init(
        _ totals: [Fraction],
        _ weights: [Natural],
        _ denominator: Factors,
        failed: Natural = .zero,
        tail: Total? = nil
    ) {
        self.totals = totals
        self.weights = weights
        self.denominator = denominator
        self.failed = failed
        self.tail = tail
        if rest.isZero {
            self.tail = nil
        }
    }

    static func certain(_ total: Fraction) -> Distribution {
        Distribution([total], [.one], .one)
    }

    /// A distribution without any total.
    static var failure: Distribution { Distribution([], [], .one, failed: .one) }

    var listed: Natural { weights.reduce(.zero, +) }
    var rest: Natural { tail == nil ? .zero : denominator.natural - listed - failed }

    /// The chance of each of `totals`.
    public var chances: [Chance] { weights.map(chance) }

    /// The chance that there is no total, for example after a division by zero.
    public var failure: Chance { chance(failed) }

    /// The chance of all totals that are not listed, if there is no highest or no lowest total.
    public var unlisted: Chance { chance(rest) }

    /// True if every total is listed.
    public var isComplete: Bool { tail == nil }
    /// True if every total is listed and no total is rounded.
    public var isExact: Bool { isComplete && !isRounded }
    /// True if the totals that are not listed are the highest totals.
    public var isCutAbove: Bool { (tail?.side ?? 1) > 0 }

    private func chance(_ parts: Natural) -> Chance {
        Chance(parts, of: denominator)
    }

    /// Returns the chance that the total is `number` or higher, or `nil` if the chance depends on
    /// totals that are not listed.
    public func chance(atLeast number: Fraction) -> Chance? {
        if let tail, isCutAbove ? number > tail.value : number <= tail.value {
            return nil
        }
        let higher = zip(totals, weights).reduce(isCutAbove ? rest : .zero) {
            $1.0 >= number ? $0 + $1.1 : $0
        }
        return chance(higher)
    }

    /// Returns the chance that the total is `number` or lower, or `nil` if the chance depends on
    /// totals that are not listed.
    public func chance(atMost number: Fraction) -> Chance? {
        negated.chance(atLeast: -number)
    }

    /// The double nearest to the mean of the listed totals; `nil` if there are none.
    public var mean: Double? {
        moments.map { ($0.isNegative ? -1 : 1) * $0.sum.ratio(to: $0.whole) }
    }

    /// The standard deviation of the listed totals.
    public var deviation: Double? {
        moments.map { $0.variance.ratio(to: $0.whole * $0.whole).squareRoot() }
    }

    /// The absolute mean in parts of `whole`, and the variance in parts of its square.
    private var moments: (sum: Natural, isNegative: Bool, variance: Natural, whole: Natural)? {
        guard !totals.isEmpty else { return nil }
        let unit = Set(totals.lazy.map(\.denominator)).reduce(Natural.one) {
            $0.joined(with: UInt64($1))
        }
        var above = Natural.zero
        var below = Natural.zero
        var squares = Natural.zero
        for (total, weight) in zip(totals, weights) {
            let number =
                unit.dividing(by: UInt64(total.denominator)).quotient
                * Natural(UInt64(total.numerator.magnitude))
            let product = number * weight
            if total < 0 {
                below += product
            } else {
                above += product
            }
            squares += number * product
        }
        let listed = listed
        let isNegative = above < below
        let sum = isNegative ? below - above : above - below
        return (sum, isNegative, listed * squares - sum * sum, listed * unit)
    }
}
