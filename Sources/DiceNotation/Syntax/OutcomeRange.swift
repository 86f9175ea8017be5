/// A range of totals and its outcome: `7..9: weak hit`.
public struct OutcomeRange: Sendable, Hashable {
    /// The lowest and the highest total; `nil` if open-ended. Both are `nil` for `else`.
    public var low: Fraction?
    public var high: Fraction?
    public var label: String
    /// The bounds that are parameters or expressions in parentheses. Their values in `low` and
    /// `high` are those of the parameters' defaults, or 0 without them.
    var computedLow: Expression?
    var computedHigh: Expression?

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

    /// True if a bound is computed. Such ranges may overlap: the first that includes a total wins.
    var isComputed: Bool { computedLow != nil || computedHigh != nil }

    /// The computed bounds, in the order of the text.
    var computedBounds: [Expression] {
        guard let computedLow else { return [computedHigh].compactMap(\.self) }
        // A single number is both bounds, and is in the text once.
        return [computedLow]
            + [computedHigh].compactMap(\.self).filter { $0.range != computedLow.range }
    }

    /// Returns true if this range begins below the other range.
    func isLower(than other: OutcomeRange) -> Bool {
        guard let low = other.low else { return false }
        return self.low.map { $0 < low } ?? true
    }
}

/// A bound of a range of totals.
struct OutcomeBound {
    var value: Fraction
    /// The expression that it is computed from; `nil` for a number.
    var formula: Expression?
}

extension Expression {
    /// True for numbers, parameters and arithmetic with them.
    var isFormula: Bool {
        guard label == nil else { return false }
        return switch kind {
        case .number: true
        case .parameter(let parameter): parameter.saved == nil
        case .negated, .binary, .call: parts.allSatisfy(\.isFormula)
        default: false
        }
    }

    /// Returns the value of a formula with the defaults of its parameters, or 0 without them.
    func formulaValue() throws(Arithmetic.Error) -> Fraction {
        switch kind {
        case .number(let value): return value
        case .parameter(let parameter): return parameter.standard ?? 0
        case .negated(let inner): return -(try inner.formulaValue())
        case .binary(let name, let left, let right):
            return try Arithmetic.apply(name, left.formulaValue(), right.formulaValue())
        case .call(let function, let arguments):
            let values = try arguments.map { argument throws(Arithmetic.Error) in
                try argument.formulaValue()
            }
            return try Arithmetic.apply(function, values)
        default: return 0
        }
    }
}
