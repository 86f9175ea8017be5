import DiceNotation

extension GroupRules {
    /// Returns the distribution of the members' combined total.
    /// - Parameter kinds: the members, with equal members combined into one kind.
    func total(of kinds: [Distribution.Part], _ work: Work) throws(OddsError)
        -> Distribution
    {
        let number = isKept.reduce(0) { $0 + ($1 ? 1 : 0) }
        guard number > 0, number < isKept.count else {
            var parts: [Distribution.Part] = []
            for (distribution, count) in kinds {
                let counted = try distribution.mapped(work) {
                    (total) throws(OddsError) in
                    number == 0 ? Total(value: 0) : try worth(total)
                }
                parts.append((counted, count))
            }
            return try .sum(of: parts, work)
        }
        guard kinds.allSatisfy(\.distribution.isCutAbove) else {
            let negated = kinds.map { ($0.distribution.negated, $0.count) }
            return try ranked(negated, isKept.reversed(), work) {
                (total) throws(OddsError) in
                try worth(total.negated).negated
            }.negated
        }
        return try ranked(kinds, isKept, work, worth)
    }

    /// Returns the contribution of a kept total.
    private func worth(_ total: Total) throws(OddsError) -> Total {
        if marks.isEmpty, filters.isEmpty {
            return total
        }
        // Beyond the comparison's number, the result of every comparison is constant.
        guard
            (marks.map(\.test) + filters.map(\.test)).allSatisfy({
                total.isPast($0.number)
            })
        else {
            throw .cutTooEarly
        }
        let worth = worth(total.value)
        return marks.isEmpty && worth == total.value ? total : Total(value: worth)
    }

    private func ranked(
        _ kinds: [Distribution.Part],
        _ isKept: [Bool],
        _ work: Work,
        _ worth: (Total) throws(OddsError) -> Total
    ) throws(OddsError) -> Distribution {
        guard kinds.allSatisfy(\.distribution.isCutAbove) else {
            throw .noRule(.noEnds)
        }
        // All members are cut off at the lowest total at which any member is cut off.
        let end = kinds.compactMap(\.distribution.tail?.value).min()
        var weights: [Total: [Int: Natural]] = [:]
        for (kind, (distribution, _)) in kinds.enumerated() {
            try work.hold(distribution.totals.count, 40)
            for (total, weight) in distribution.outcomes {
                let place =
                    end.flatMap { total.value >= $0 ? Total(value: $0, side: 1) : nil }
                    ?? total
                weights[place, default: [:]][kind, default: .zero] += weight
            }
        }
        var worths: [(total: Total, worth: Total)] = []
        for total in weights.keys.sorted(by: >) {
            worths.append((total, try worth(total)))
        }
        // A single kept member is represented by its index among all values. The sum of several
        // kept members is a multiple of a common unit.
        let values = Array(Set(worths.map(\.worth.value))).sorted()
        let isOne = isKept.lazy.filter(\.self).count == 1
        let unit = isOne ? 1 : Distribution.unit(values)
        let numbers = values.enumerated().compactMap { place, value in
            isOne ? place : unit.flatMap { value.multiple(of: $0) }
        }
        guard let unit, numbers.count == values.count else {
            throw .noRule(.noCommonMeasure)
        }
        let known = Dictionary(uniqueKeysWithValues: zip(values, numbers))
        var levels: [Ranks.Level] = []
        for (total, worth) in worths {
            guard let number = known[worth.value] else { continue }
            for (kind, weight) in weights[total] ?? [:] {
                let outcome = worth.side == 0 ? Series.certain(number) : .beyond(number)
                levels.append(Ranks.Level(kind: kind, weight: weight, outcome: outcome))
            }
        }
        let ranks = Ranks(
            levels: levels,
            counts: kinds.map(\.count),
            isKept: isKept,
            work: work
        )
        let ranked = try Distribution(
            ranks.sum(of: Distribution.denominator(kinds)),
            unit: unit,
            of: kinds,
            work
        )
        return try isOne
            ? ranked.mapped(work) {
                Total(value: values[$0.value.numerator], side: $0.side)
            }
            : ranked
    }
}
