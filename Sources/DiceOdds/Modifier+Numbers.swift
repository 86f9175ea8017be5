import DiceNotation

/// Modifiers whose numbers are all literals.
extension Modifier {
    var keep: (Keep, Int)? {
        if case .keep(let keep, _) = self {
            whole.map { (keep, $0) }
        } else {
            nil
        }
    }
    var isKeep: Bool { keep != nil }
    var isUnique: Bool { if case .unique = self { true } else { false } }
    /// True if the modifier may add dice to the pool.
    var addsDice: Bool {
        if case .explode(let kind, _, _) = self {
            kind != .compound
        } else {
            false
        }
    }

    /// Two flags: whether the modifier may roll dice, and whether it may do so without end.
    var rolls: (some: Bool, endlessly: Bool) {
        switch self {
        case .explode(_, _, let maximum): (true, maximum == nil)
        case .reroll(_, let once), .unique(let once): (true, !once)
        default: (false, false)
        }
    }

    /// The number of dice, or the bound, that the modifier uses; `nil` if the number is out of
    /// range.
    var whole: Int? {
        let largest = NotationLimits.sides.upperBound
        let range =
            if case .keep = self { 0...NotationLimits.dice } else { -largest...largest }
        return number?.whole(range)
    }

    /// Returns the test that selects the dice on which the modifier acts.
    /// - Parameter die: the die as it is rolled.
    func test(_ die: DieOdds) -> FaceTest {
        switch self {
        case .explode(_, let point, _):
            FaceTest(point, number?.value, else: die.highest)
        case .reroll(let point, _): FaceTest(point, number?.value, else: die.lowest)
        case .success(let point), .failure(let point), .weight(_, let point),
            .filter(_, let point):
            FaceTest(point, number?.value, else: 0)
        default: FaceTest(nil, nil, else: 0)
        }
    }
}

extension DiceTerm {
    /// Returns the term with its parts replaced by these numbers, in the order of the text.
    func filled(with numbers: [Fraction]) -> DiceTerm {
        var rest = numbers[...]
        func next(_: Expression) -> Expression {
            Expression(.number(rest.popFirst() ?? 0))
        }
        func next(_ old: Comparison) -> Comparison {
            Comparison(old.relation, next(old.number))
        }
        var filled = self
        filled.count = next(count)
        if case .number(let number) = sides {
            filled.sides = .number(next(number))
        }
        filled.modifiers = modifiers.map { modifier in
            switch modifier {
            case .keep(let keep, let count): .keep(keep, next(count))
            case .clamp(let clamp, let bound): .clamp(clamp, next(bound))
            case .filter(let keeps, let point): .filter(keeps: keeps, next(point))
            case .explode(let explosion, let point, let maximum):
                .explode(explosion, point.map(next), atMost: maximum)
            case .weight(let weight, let point): .weight(weight, next(point))
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
    /// The value of a literal number; `nil` for any other expression.
    var value: Fraction? { if case .number(let number) = kind { number } else { nil } }

    /// Returns the value of a literal whole number within the range, or `nil` for anything else.
    func whole(_ range: ClosedRange<Int>) -> Int? {
        value.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
    }
}
