/// What makes one number of two.
enum Operation {
    case binary(BinaryOperator)
    case minimum, maximum

    static let noEnds = "totals that have no end in both directions"

    /// nil where it fails.
    func value(_ left: Double, _ right: Double) -> Double? {
        switch self {
        case .binary(let name): try? Arithmetic.apply(name, left, right)
        case .minimum: min(left, right)
        case .maximum: max(left, right)
        }
    }

    /// What becomes of totals without end and one number.
    ///
    /// - Parameter isLeft: whether the totals stand to the left of the number.
    func reach(
        _ tail: Distribution.Tail, _ number: Double, isLeft: Bool
    ) throws(OddsStop) -> Distribution.Reach {
        let turned = Distribution.Tail(from: -tail.from, isAbove: !tail.isAbove)
        func scaled(_ from: Double, _ isRising: Bool) -> Distribution.Reach {
            .beyond(Distribution.Tail(from: from, isAbove: isRising ? tail.isAbove : !tail.isAbove))
        }
        switch self {
        case .binary(.add): return scaled(tail.from + number, true)
        case .binary(.subtract):
            return isLeft
                ? scaled(tail.from - number, true)
                : .beyond(Distribution.Tail(from: number + turned.from, isAbove: turned.isAbove))
        case .binary(.multiply):
            return number == 0 ? .exactly(0) : scaled(tail.from * number, number > 0)
        case .binary(.divide) where isLeft:
            return number == 0 ? .failed : scaled(tail.from / number, number > 0)
        case .binary(.divide) where number == 0 && tail.isAbove && tail.from > 0: return .exactly(0)
        case .minimum:
            let isNumber = tail.isAbove && number <= tail.from
            return isNumber
                ? .exactly(number)
                : .beyond(Distribution.Tail(from: min(tail.from, number), isAbove: tail.isAbove))
        case .maximum:
            let isNumber = !tail.isAbove && number >= tail.from
            return isNumber
                ? .exactly(number)
                : .beyond(Distribution.Tail(from: max(tail.from, number), isAbove: tail.isAbove))
        case .binary: throw .noRule("totals without end in `\(name)`")
        }
    }

    /// What becomes of two totals, neither of which has an end.
    func reach(_ one: Distribution.Tail, _ other: Distribution.Tail) throws(OddsStop) -> Distribution.Tail {
        switch self {
        case .binary(.add) where one.isAbove == other.isAbove:
            return Distribution.Tail(from: one.from + other.from, isAbove: one.isAbove)
        case .binary(.subtract) where one.isAbove != other.isAbove:
            return Distribution.Tail(from: one.from - other.from, isAbove: one.isAbove)
        case .binary(.multiply) where one.isAbove && other.isAbove && one.from >= 0 && other.from >= 0:
            return Distribution.Tail(from: one.from * other.from, isAbove: true)
        case .minimum where one.isAbove == other.isAbove:
            return Distribution.Tail(from: min(one.from, other.from), isAbove: one.isAbove)
        case .maximum where one.isAbove == other.isAbove:
            return Distribution.Tail(from: max(one.from, other.from), isAbove: one.isAbove)
        default: throw .noRule(Self.noEnds)
        }
    }

    private var name: String {
        switch self {
        case .binary(let name): name.rawValue
        case .minimum: "min"
        case .maximum: "max"
        }
    }
}

extension Function {
    /// What becomes of totals without end.
    func reach(_ tail: Distribution.Tail) throws(OddsStop) -> Distribution.Reach {
        func same(_ from: Double) -> Distribution.Reach {
            .beyond(Distribution.Tail(from: from, isAbove: tail.isAbove))
        }
        switch self {
        case .ceil: return same(tail.from.rounded(.up))
        case .floor: return same(tail.from.rounded(.down))
        case .round: return same(tail.from.rounded(.toNearestOrAwayFromZero))
        case .min, .max: return same(tail.from)
        case .abs where tail.isAbove && tail.from >= 0: return same(tail.from)
        case .abs where !tail.isAbove && tail.from <= 0:
            return .beyond(Distribution.Tail(from: -tail.from, isAbove: true))
        case .sqrt where tail.isAbove && tail.from >= 0: return same(tail.from.squareRoot())
        case .sqrt where !tail.isAbove && tail.from < 0: return .failed
        default: throw .cutTooEarly
        }
    }
}
