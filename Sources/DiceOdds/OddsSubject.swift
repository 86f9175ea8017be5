import DiceNotation

/// What odds are asked of.
public enum OddsSubject: Sendable, Hashable {
    case total
    /// How often a word is counted.
    case word(String)
    /// Whether a target is made, 1 or 0, or the place of what the total means among the outcomes, from 0; their number in
    /// a gap. Of a repeat it is that of one round.
    case verdict
}

extension OddsWalk {
    mutating func distribution(of expression: Expression, _ subject: OddsSubject) throws(OddsError) -> Distribution {
        switch subject {
        case .total: return try distribution(of: expression)
        case .word(let word):
            self.word = word
            return try distribution(of: expression)
        case .verdict: break
        }
        var round = expression.rolled
        if case .repeated(_, let body) = round.kind { round = body }
        let totals = try distribution(of: round)
        switch expression.kind {
        case .check(_, let relation, let target):
            let targets = try distribution(of: target)
            guard targets.tail == nil else { throw .noRule("a target without end") }
            return try totals.combined(with: targets, work) { (total, target) throws(OddsError) in
                guard total.isPast(target.value) else { throw .cutTooEarly }
                return Total(value: relation.holds(total.value, target.value) ? 1 : 0)
            }
        case .outcomes(_, let outcomes):
            let bounds = outcomes.flatMap { [$0.low, $0.high].compactMap(\.self) }
            return try totals.mapped(work) { (total) throws(OddsError) in
                guard bounds.allSatisfy(total.isPast) else { throw .cutTooEarly }
                let place = outcomes.firstIndex { $0.includes(total.value) } ?? outcomes.count
                return Total(value: Fraction(place))
            }
        default: return totals
        }
    }
}

extension Total {
    /// Whether all that it stands for compares alike with a number.
    func isPast(_ number: Fraction) -> Bool { side == 0 || (side > 0 ? value > number : value < number) }
}
