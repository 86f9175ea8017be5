import DiceNotation

/// The quantity whose odds are requested.
public enum OddsSubject: Sendable, Hashable {
    case total
    /// The count of a word.
    case word(String)
    /// The verdict: for a target, 1 if it is met and 0 if not; for outcomes, the index of the
    /// outcome from 0, or the number of outcomes if the total falls in a gap. For a repeat, the
    /// quantity is the verdict on one round. Totals that are not listed may leave a verdict
    /// undecided; such a verdict is not listed, either.
    case verdict
}

/// The target of a check.
struct VerdictTarget {
    let relation: Relation
    let totals: Distribution
}

extension OddsWalk {
    /// - Parameter target: the target of the verdict on the totals of `expression`; `nil` for its
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
    /// Returns true if all totals for which this total stands compare alike with a number.
    func isPast(_ number: Fraction) -> Bool {
        side == 0 || (side > 0 ? value > number : value < number)
    }
}
