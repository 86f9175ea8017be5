internal import DiceNotation

/// What makes one number of two.
enum Operation {
    case binary(BinaryOperator)
    case minimum, maximum

    static let noEnds = "totals that have no end in both directions"

    /// nil if it fails.
    func value(_ left: Fraction, _ right: Fraction, _ work: Work) throws(OddsStop) -> Fraction? {
        switch self {
        case .binary(let name):
            try work.value { (rounds) throws(Arithmetic.Error) in try Arithmetic.apply(name, left, right, rounds) }
        case .minimum: min(left, right)
        case .maximum: max(left, right)
        }
    }

    /// What becomes of totals without end and one number.
    /// - Parameter isLeft: whether the totals stand to the left of the number.
    func reach(
        _ tail: Distribution.Tail, _ number: Fraction, isLeft: Bool, _ work: Work
    ) throws(OddsStop) -> Distribution.Reach {
        func scaled(
            _ isRising: Bool, _ from: @autoclosure () throws(Arithmetic.Error) -> Fraction
        ) throws(OddsStop) -> Distribution.Reach {
            .beyond(Distribution.Tail(from: try work.number(try from()), isAbove: isRising == tail.isAbove))
        }
        switch self {
        case .binary(.add): return try scaled(true, try tail.from + number)
        case .binary(.subtract): return try scaled(isLeft, isLeft ? try tail.from - number : try number - tail.from)
        case .binary(.multiply):
            if number == 0 { return .exactly(0) }
            return try scaled(number > 0, try tail.from * number)
        case .binary(.divide) where isLeft:
            if number == 0 { return .failed }
            return try scaled(number > 0, try tail.from / number)
        case .binary(.divide) where number == 0 && tail.isAbove && tail.from > 0: return .exactly(0)
        case .minimum, .maximum:
            let isMinimum = if case .minimum = self { true } else { false }
            if isMinimum ? tail.isAbove && number <= tail.from : !tail.isAbove && number >= tail.from {
                return .exactly(number)
            }
            let from = isMinimum ? min(tail.from, number) : max(tail.from, number)
            return .beyond(Distribution.Tail(from: from, isAbove: tail.isAbove))
        case .binary(let name): throw .noRule("totals without end in `\(name.rawValue)`")
        }
    }

    /// What becomes of two totals, neither of which has an end.
    func reach(
        _ one: Distribution.Tail, _ other: Distribution.Tail, _ work: Work
    ) throws(OddsStop) -> Distribution.Tail {
        switch self {
        case .binary(let name)
        where name == .add && one.isAbove == other.isAbove || name == .subtract && one.isAbove != other.isAbove
            || name == .multiply && one.isAbove && other.isAbove && one.from >= 0 && other.from >= 0:
            let from = try work.number(try Arithmetic.apply(name, one.from, other.from))
            return Distribution.Tail(from: from, isAbove: one.isAbove)
        case .minimum where one.isAbove == other.isAbove:
            return Distribution.Tail(from: min(one.from, other.from), isAbove: one.isAbove)
        case .maximum where one.isAbove == other.isAbove:
            return Distribution.Tail(from: max(one.from, other.from), isAbove: one.isAbove)
        default: throw .noRule(Self.noEnds)
        }
    }
}

extension Function {
    /// nil if it fails.
    func value(_ number: Fraction, _ work: Work) throws(OddsStop) -> Fraction? {
        try work.value { (rounds) throws(Arithmetic.Error) in try Arithmetic.apply(self, [number], rounds) }
    }

    /// What becomes of totals without end.
    func reach(_ tail: Distribution.Tail, _ work: Work) throws(OddsStop) -> Distribution.Reach {
        let isAbove: Bool
        switch self {
        case .ceil, .floor, .round, .min, .max: isAbove = tail.isAbove
        case .abs where tail.isAbove ? tail.from >= 0 : tail.from <= 0: isAbove = true
        case .sqrt where tail.isAbove && tail.from >= 0: isAbove = true
        case .sqrt where !tail.isAbove && tail.from < 0: return .failed
        default: throw .cutTooEarly
        }
        return try value(tail.from, work).map { .beyond(Distribution.Tail(from: $0, isAbove: isAbove)) } ?? .failed
    }
}
