import DiceNotation

/// A total, or all totals from one value on.
struct Total: Hashable, Comparable {
    var value: Fraction
    /// 1 if this stands for all totals of `value` and higher, -1 for totals of `value` and lower.
    var side = 0

    var negated: Total { Total(value: -value, side: -side) }

    static func < (one: Total, other: Total) -> Bool {
        one.value < other.value
    }

    /// Returns `nil` on failure.
    static func apply(
        _ name: BinaryOperator,
        _ left: Total,
        _ right: Total,
        _ work: Work
    )
        throws(OddsError) -> Total?
    {
        // The direction in which the result changes with the left operand and with the right
        // operand.
        let slope: Int
        let otherSlope: Int
        switch name {
        case _ where left.side == 0 && right.side == 0:
            slope = 0
            otherSlope = 0
        case .add:
            slope = 1
            otherSlope = 1
        case .subtract:
            slope = 1
            otherSlope = -1
        case .multiply where left.side == 0 || right.side == 0:
            let factor = left.side == 0 ? left.value : right.value
            if factor == 0 {
                return Total(value: 0)
            }
            slope = factor > 0 ? 1 : -1
            otherSlope = slope
        case .multiply
        where min(left.side, right.side) > 0 && min(left.value, right.value) >= 0:
            slope = 1
            otherSlope = 1
        case .multiply: throw .noRule(.noEnds)
        case .divide where right.side == 0:
            slope = right.value < 0 ? -1 : 1
            otherSlope = 0
        case .divide where left == Total(value: 0) && right.side > 0 && right.value > 0:
            return left
        default: throw .noRule(.endlessOperand(name))
        }
        let sides = Set([left.side * slope, right.side * otherSlope]).subtracting([0])
        guard sides.count < 2 else { throw .noRule(.noEnds) }
        let value = try work.value { (rounds) throws(Arithmetic.Error) in
            try Arithmetic.apply(name, left.value, right.value, rounds)
        }
        return value.map { Total(value: $0, side: sides.first ?? 0) }
    }

    /// Returns `nil` on failure.
    func applying(_ function: Function, _ work: Work) throws(OddsError) -> Total? {
        var side = side
        switch function {
        case .abs where side * (value < 0 ? -1 : 1) >= 0 || value == 0:
            side = side.magnitude == 0 ? 0 : 1
        case .sqrt where side == 0 || side > 0 && value >= 0: break
        case .sqrt where side < 0 && value < 0: return nil
        case .abs, .sqrt: throw .cutTooEarly
        case .ceil, .floor, .round, .min, .max: break
        }
        let result = try work.value { (rounds) throws(Arithmetic.Error) in
            try Arithmetic.apply(function, [value], rounds)
        }
        return result.map { Total(value: $0, side: side) }
    }
}
