internal import DiceNotation

extension OddsWalk {
    mutating func group(_ members: [Expression], _ modifiers: [Modifier]) throws(OddsStop) -> Distribution {
        try count(steps: modifiers.count)
        var distributions: [Distribution] = []
        for member in members { distributions.append(try distribution(of: member)) }
        let isAlike = members.dropFirst().allSatisfy { $0 == members[0] }
        return try cases(of: modifiers.compactMap(\.number)) { (walk, numbers) throws(OddsStop) in
            guard let rules = GroupRules(modifiers, numbers, members: members.count) else { return .failure }
            return try rules.total(of: distributions, isAlike: isAlike, walk.work)
        }
    }
}

extension GroupRules {
    /// What the totals that are not listed count for.
    private func worth(_ tail: Distribution.Tail) throws(OddsStop) -> Distribution.Reach {
        if marks.isEmpty { return .beyond(tail) }
        let isPast = marks.allSatisfy { tail.isAbove ? tail.from > $0.test.number : tail.from < $0.test.number }
        guard isPast else { throw .cutTooEarly }
        return .exactly(worth(tail.from))
    }

    private func worth(_ distribution: Distribution, _ work: Work) throws(OddsStop) -> Distribution {
        try distribution.mapped(work, worth) { (tail) throws(OddsStop) in try worth(tail) }
    }

    func total(of members: [Distribution], isAlike: Bool, _ work: Work) throws(OddsStop) -> Distribution {
        let number = isKept.reduce(0) { $0 + ($1 ? 1 : 0) }
        if number == members.count || number == 0 {
            var sum = Distribution.certain(0)
            for member in members {
                let counted =
                    try number == 0 ? member.mapped(work, { _ in 0 }, tail: { _ in .exactly(0) }) : worth(member, work)
                sum = try sum.plus(counted, work)
            }
            return sum
        }
        if number == 1, let first = isKept.first, let last = isKept.last, first || last {
            var best = members[0]
            for member in members.dropFirst() {
                best = try best.extreme(with: member, first ? .maximum : .minimum, work)
            }
            return try worth(best, work)
        }
        guard members.allSatisfy({ $0.tail == nil }) else {
            throw .noRule("several kept members whose totals have no end")
        }
        if isAlike, let ranked = try ranked(members[0], work) { return ranked }
        return try joint(members, work)
    }

    /// The distribution of members that are all alike; nil if what they count for is not whole.
    private func ranked(_ member: Distribution, _ work: Work) throws(OddsStop) -> Distribution? {
        try work.hold(member.totals.count, 50)
        var levels: [Ranks.Level] = []
        for (total, weight) in zip(member.totals, member.weights).reversed() {
            guard let worth = Int(exactly: worth(total)) else { return nil }
            levels.append(Ranks.Level(weight: weight, outcome: .certain(worth)))
        }
        let denominator = member.denominator.power(isKept.count)
        let ranks = try Ranks(levels, isKept: isKept, isDistinct: false, work)
        var sum = try Distribution(try ranks.sum(of: denominator), work)
        sum.denominator = denominator
        sum.failed = denominator.natural - (member.denominator.natural - member.failed).power(isKept.count)
        return sum
    }

    /// All that the members can come to together.
    private func joint(_ members: [Distribution], _ work: Work) throws(OddsStop) -> Distribution {
        var ways = 1
        for member in members {
            ways *= member.totals.count
            guard ways <= 1 << 18 else { throw .noRule("so many members that are ranked") }
        }
        let denominator = members.reduce(Factors.one) { $0 * $1.denominator }
        try work.spend(ways * members.count * (denominator.width + 100))
        try work.hold(ways, Natural.room(denominator.width))
        var (sums, totals) = ([Fraction: Natural](), [Fraction]())
        func go(_ weight: Natural) throws(OddsStop) {
            guard totals.count == members.count else {
                let member = members[totals.count]
                for (total, share) in zip(member.totals, member.weights) {
                    totals.append(total)
                    try go(weight * share)
                    totals.removeLast()
                }
                return
            }
            let total = try work.number(try sum(of: totals))
            sums[total, default: .zero] += weight
        }
        try go(.one)
        let listed = sums.values.reduce(Natural.zero, +)
        return try .init(sums, failed: denominator.natural - listed, denominator)
    }
}
