public import DiceNotation

/// How probable each total of an expression is.
public struct Distribution: Sendable, Hashable {
    /// The totals that can occur, lowest first.
    public internal(set) var totals: [Fraction]
    /// How often each of them occurs, in parts of `denominator`.
    var weights: [Natural]
    let denominator: Factors
    /// How often there is no total, as after a division by zero.
    let failed: Natural
    /// The totals without end in one direction that are not listed: the first of them, if there is
    /// such a one, and on which side of the others they lie.
    var tail: Total?
    /// Whether irrational totals are rounded to the nearest multiple of 10⁻⁶.
    public internal(set) var isRounded = false

    /// - Parameter tail: dropped if nothing is left for it.
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

    /// No total at all.
    static var failure: Distribution { Distribution([], [], .one, failed: .one) }

    var listed: Natural { weights.reduce(.zero, +) }
    var rest: Natural { tail == nil ? .zero : denominator.natural - listed - failed }

    /// The chance of each of `totals`.
    public var chances: [Chance] { weights.map(chance) }

    /// The chance that there is no total, as after a division by zero.
    public var failure: Chance { chance(failed) }

    /// The chance of all totals that are not listed, if there is no highest or no lowest one.
    public var unlisted: Chance { chance(rest) }

    /// Whether every total is listed.
    public var isComplete: Bool { tail == nil }
    /// Whether every total is listed, and none of them is rounded.
    public var isExact: Bool { isComplete && !isRounded }
    /// Whether those that are not listed are the highest ones.
    public var isCutAbove: Bool { (tail?.side ?? 1) > 0 }

    private func chance(_ parts: Natural) -> Chance {
        Chance(parts, of: denominator)
    }

    /// The chance that the total is `number` or higher; nil if it depends on totals that are not
    /// listed.
    public func chance(atLeast number: Fraction) -> Chance? {
        if let tail, isCutAbove ? number > tail.value : number <= tail.value {
            return nil
        }
        let higher = zip(totals, weights).reduce(isCutAbove ? rest : .zero) {
            $1.0 >= number ? $0 + $1.1 : $0
        }
        return chance(higher)
    }

    /// The chance that the total is `number` or lower; nil if it depends on totals that are not
    /// listed.
    public func chance(atMost number: Fraction) -> Chance? {
        negated.chance(atLeast: -number)
    }

    /// The double nearest to the mean of the totals that are listed; nil if there are none.
    public var mean: Double? {
        moments.map { ($0.isNegative ? -1 : 1) * $0.sum.ratio(to: $0.whole) }
    }

    /// The standard deviation of the totals that are listed.
    public var deviation: Double? {
        moments.map { $0.variance.ratio(to: $0.whole * $0.whole).squareRoot() }
    }

    /// The mean without its sign and the variance, in parts of `whole` and of its square.
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
