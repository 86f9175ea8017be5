import DiceNotation

/// What odds are asked of.
public enum OddsSubject: Sendable, Hashable {
    case total
    /// How often a word is counted.
    case word(String)
    /// Whether a target is made, 1 or 0, or the place of what the total means among the outcomes,
    /// from 0; their number in a gap. Of a repeat it is that of one round. Totals that are not
    /// listed may leave it undecided: such a verdict is not listed either.
    case verdict
}

/// The target of a check.
struct VerdictTarget {
    let relation: Relation
    let totals: Distribution
}

extension OddsWalk {
    /// - Parameter target: what a verdict on the totals of `expression` depends on; nil for its
    ///   outcomes.
    mutating func distribution(
        of expression: Expression,
        _ subject: OddsSubject,
        _ target: VerdictTarget?
    ) throws(OddsError) -> Distribution {
        switch subject {
        case .total: return try distribution(of: expression)
        case .word(let word):
            self.word = word
            return try distribution(of: expression)
        case .verdict: break
        }
        var round = expression.rolled
        if case .repeated(_, let body) = round.kind {
            round = body
        }
        let totals = try distribution(of: round)
        if let target {
            return totals.verdict(on: target)
        }
        guard case .outcomes(_, let outcomes) = expression.kind else { return totals }
        let bounds = outcomes.flatMap { [$0.low, $0.high].compactMap(\.self) }
        return try totals.mapped(work) { total in
            guard bounds.allSatisfy(total.isPast) else {
                return Total(value: Fraction(outcomes.count + 1), side: 1)
            }
            let place =
                outcomes.firstIndex { $0.includes(total.value) } ?? outcomes.count
            return Total(value: Fraction(place))
        }
    }
}

extension Total {
    /// Whether all that it stands for compares alike with a number.
    func isPast(_ number: Fraction) -> Bool {
        side == 0 || (side > 0 ? value > number : value < number)
    }
}
