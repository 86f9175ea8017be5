/// A total compared with its target.
public struct Check: Sendable, Hashable {
    public var total: Fraction
    public var relation: Relation
    public var target: Fraction

    public var isMade: Bool { relation.holds(total, target) }

    /// The distance of the total from the target, negative if the check is missed; `nil` for `=`.
    public var margin: Fraction? {
        switch relation {
        case .equal, .unequal: nil
        case .atLeast, .greater: try? total - target
        case .atMost, .less: try? target - total
        }
    }

    /// The result as text: `made by 3`, `missed by 1`.
    public var text: String {
        (isMade ? "made" : "missed") + (margin.map { " by \($0.magnitude)" } ?? "")
    }
}

extension Evaluation {
    /// The total of each round of a repeat, compared with its target; empty without a target.
    public var checks: [Check] {
        guard let step, case .check(_, let relation, _) = step.expression.kind else {
            return []
        }
        return roundTotals.map {
            Check(total: $0, relation: relation, target: step.parts[1].value)
        }
    }

    /// The outcome of each round's total in a repeat; `nil` if the total falls in a gap. Empty if
    /// the expression has no outcomes.
    public var results: [String?] {
        guard let step, case .outcomes(_, let outcomes) = step.expression.kind else {
            return []
        }
        if outcomes.contains(where: \.isComputed) {
            return roundTotals.map { total in outcomes.first { $0.includes(total) }?.label }
        }
        let rest = outcomes.last { $0.isRest }
        let ranges = outcomes.filter { !$0.isRest }.sorted { $0.isLower(than: $1) }
        return roundTotals.map { total in
            // Finds the first range that does not lie below the total. Ranges do not overlap.
            var first = 0
            var end = ranges.count
            while first < end {
                let middle = (first + end) / 2
                if ranges[middle].high.map({ $0 < total }) ?? false {
                    first = middle + 1
                } else {
                    end = middle
                }
            }
            return
                (first < ranges.count && ranges[first].includes(total)
                ? ranges[first] : rest)?
                .label
        }
    }

    private var roundTotals: [Fraction] { totals ?? total.map { [$0] } ?? [] }
}
