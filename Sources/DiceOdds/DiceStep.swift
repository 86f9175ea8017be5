internal import DiceNotation

/// A modifier of dice whose number is known.
enum DiceStep: Hashable {
    case keep(Keep, Int)
    case unique(once: Bool)
    case explode(Explosion, FaceTest)
    case reroll(FaceTest, once: Bool)
    case clamp(Clamp, Int)
    case mark(FaceTest, isSuccess: Bool)

    var keep: (Keep, Int)? { if case .keep(let keep, let count) = self { (keep, count) } else { nil } }
    var isKeep: Bool { keep != nil }
    var isMark: Bool { if case .mark = self { true } else { false } }
    var isUnique: Bool { if case .unique = self { true } else { false } }
    /// Whether it may make more dice of one.
    var addsDice: Bool { if case .explode(let kind, _) = self { kind != .compound } else { false } }

    var rolls: Bool {
        switch self {
        case .explode, .reroll, .unique: true
        case .keep, .clamp, .mark: false
        }
    }

    /// Whether nobody can say how often.
    var isEndless: Bool {
        switch self {
        case .explode, .reroll(_, once: false), .unique(once: false): true
        default: false
        }
    }

    /// The steps of modifiers in which all numbers are written; nil if one of these cannot be.
    static func steps(_ modifiers: [Modifier], of die: DieOdds) -> [DiceStep]? {
        var steps: [DiceStep] = []
        for modifier in modifiers {
            let number = modifier.number?.value
            func test(_ comparison: Comparison?, _ standard: Int) -> FaceTest {
                FaceTest(comparison, number, else: standard)
            }
            switch modifier {
            case .keep(let keep, _):
                guard let count = number.flatMap({ whole($0, 0...NotationLimits.dice) }) else { return nil }
                // What drops no die does nothing.
                if count > 0 || keep == .keepHighest || keep == .keepLowest { steps.append(.keep(keep, count)) }
            case .clamp(let clamp, _):
                let largest = NotationLimits.sides.upperBound
                guard let bound = number.flatMap({ whole($0, -largest...largest) }) else { return nil }
                steps.append(.clamp(clamp, bound))
            case .explode(let explosion, let point): steps.append(.explode(explosion, test(point, die.highest)))
            case .reroll(let point, let once): steps.append(.reroll(test(point, die.lowest), once: once))
            case .unique(let once): steps.append(.unique(once: once))
            case .success(let point): steps.append(.mark(test(point, 0), isSuccess: true))
            case .failure(let point): steps.append(.mark(test(point, 0), isSuccess: false))
            case .critical, .fumble, .sort: break
            }
        }
        return steps
    }
}

extension DiceTerm {
    /// The same term with these numbers in the place of its parts, in the order of the text.
    func filled(with numbers: [Fraction]) -> DiceTerm {
        var rest = numbers[...]
        func next(_: Expression) -> Expression { Expression(.number(rest.popFirst() ?? 0)) }
        func next(_ old: Comparison) -> Comparison { Comparison(old.relation, next(old.number)) }
        var filled = self
        filled.count = next(count)
        if case .number(let number) = sides { filled.sides = .number(next(number)) }
        filled.modifiers = modifiers.map { modifier in
            switch modifier {
            case .keep(let keep, let count): .keep(keep, next(count))
            case .clamp(let clamp, let bound): .clamp(clamp, next(bound))
            case .explode(let explosion, let point): .explode(explosion, point.map(next))
            case .reroll(let point, let once): .reroll(point.map(next), once: once)
            case .success(let point): .success(next(point))
            case .failure(let point): .failure(next(point))
            case .critical(let point): .critical(point.map(next))
            case .fumble(let point): .fumble(point.map(next))
            case .unique, .sort: modifier
            }
        }
        return filled
    }
}

extension Expression {
    /// The number that is written; nil if it is none.
    var value: Fraction? { if case .number(let number) = kind { number } else { nil } }
}

/// A whole number of the range; nil for others.
func whole(_ number: Fraction, _ range: ClosedRange<Int>) -> Int? {
    Int(exactly: number).flatMap { range.contains($0) ? $0 : nil }
}
