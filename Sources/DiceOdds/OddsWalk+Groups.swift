internal import DiceNotation

extension GroupRules {
    /// The distribution of what the members come to together.
    /// - Parameter kinds: members that are alike are one kind.
    func total(of kinds: [(distribution: Distribution, count: Int)], _ work: Work) throws(OddsError) -> Distribution {
        let number = isKept.reduce(0) { $0 + ($1 ? 1 : 0) }
        guard number > 0, number < isKept.count else {
            var sum = Distribution.certain(0)
            for (distribution, count) in kinds {
                let counted = try distribution.mapped(work) { (total) throws(OddsError) in
                    number == 0 ? Total(value: 0) : try worth(total)
                }
                sum = try sum.plus(try counted.repeated(count, work), work)
            }
            return sum
        }
        guard kinds.allSatisfy(\.distribution.isCutAbove) else {
            let negated = kinds.map { ($0.distribution.negated, $0.count) }
            return try ranked(negated, isKept.reversed(), work) { (total) throws(OddsError) in
                try worth(total.negated).negated
            }.negated
        }
        return try ranked(kinds, isKept, work, worth)
    }

    /// What a kept total counts for.
    private func worth(_ total: Total) throws(OddsError) -> Total {
        if marks.isEmpty { return total }
        // Past the number, all comparisons stay as they are.
        let isPast = marks.allSatisfy {
            total.side == 0 || (total.side > 0 ? total.value > $0.test.number : total.value < $0.test.number)
        }
        guard isPast else { throw .cutTooEarly }
        return Total(value: worth(total.value))
    }

    private func ranked(
        _ kinds: [(distribution: Distribution, count: Int)], _ isKept: [Bool], _ work: Work,
        _ worth: (Total) throws(OddsError) -> Total
    ) throws(OddsError) -> Distribution {
        guard kinds.allSatisfy(\.distribution.isCutAbove) else { throw .noRule(Total.noEnds) }
        // All are cut off where the first of them is.
        let end = kinds.compactMap(\.distribution.tail?.value).min()
        var weights: [Total: [Int: Natural]] = [:]
        for (kind, (distribution, _)) in kinds.enumerated() {
            try work.hold(distribution.totals.count, 40)
            for (total, weight) in distribution.outcomes {
                let place = end.flatMap { total.value >= $0 ? Total(value: $0, side: 1) : nil } ?? total
                weights[place, default: [:]][kind, default: .zero] += weight
            }
        }
        var (totals, worths) = ([Total](), [Total]())
        for total in weights.keys.sorted(by: >) {
            totals.append(total)
            worths.append(try worth(total))
        }
        // One that is kept may be any number; the sum of several is a multiple of one number.
        let values = Array(Set(worths.map(\.value))).sorted()
        let isOne = isKept.lazy.filter(\.self).count == 1
        guard let unit = isOne ? 1 : Distribution.unit([Distribution(values, [], .one)]) else {
            throw .noRule("several kept members whose totals are no multiples of one number")
        }
        let places = Dictionary(uniqueKeysWithValues: values.enumerated().map { ($1, $0) })
        var levels: [Ranks.Level] = []
        for (total, worth) in zip(totals, worths) {
            let product = worth.value.numerator.multipliedReportingOverflow(by: unit / worth.value.denominator)
            let place = isOne ? places[worth.value] ?? 0 : product.partialValue
            guard isOne || !product.overflow && product.partialValue.magnitude < 1 << 40 else { throw .tooLarge }
            let outcome = worth.side == 0 ? Series.certain(place) : .beyond(place)
            for (kind, weight) in weights[total] ?? [:] {
                levels.append(Ranks.Level(kind: kind, weight: weight, outcome: outcome))
            }
        }
        let whole = kinds.reduce(Factors.one) { $0 * $1.distribution.denominator.power($1.count) }
        let sum = try Ranks(levels, counts: kinds.map(\.count), isKept: isKept, work).sum(of: whole)
        let ranked = try Distribution(sum, unit: unit, of: whole, failed: Distribution.failed(kinds), work)
        return try isOne ? ranked.mapped(work) { Total(value: values[$0.value.numerator], side: $0.side) } : ranked
    }
}
