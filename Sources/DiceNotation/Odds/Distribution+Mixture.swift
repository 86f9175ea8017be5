extension Distribution {
    /// What is left unsaid about totals without end is less probable than this.
    public static let negligible = 1e-12

    /// One of several distributions by chance: each counts as often as its weight says.
    ///
    /// - Parameters:
    ///   - failed: how often it is none of them.
    ///   - denominator: what the weights are parts of.
    static func mixture(
        _ parts: [(weight: Natural, distribution: Distribution)], failed: Natural, of denominator: Factors, _ work: Work
    ) throws(OddsStop) -> Distribution {
        let common = parts.reduce(Factors.one) { $0.joined(with: $1.distribution.denominator) }
        let width = common.width + denominator.width
        var sums: [Fraction: Natural] = [:]
        var failed = failed * common.natural
        let mark = work.held
        for part in parts {
            try work.hold(part.distribution.totals.count, Natural.room(width))
            let factor = common.divided(by: part.distribution.denominator).natural * part.weight
            try work.spend(part.distribution.totals.count * (width * width + 80))
            for (total, weight) in zip(part.distribution.totals, part.distribution.weights) {
                sums[total, default: .zero] += weight * factor
            }
            failed += part.distribution.failed * factor
            work.keep(sums.count * Natural.room(width), since: mark)
        }
        let tails = parts.compactMap(\.distribution.tail)
        guard Set(tails.map(\.isAbove)).count <= 1 else { throw .noRule(Operation.noEnds) }
        let from = tails.first?.isAbove == true ? tails.map(\.from).min() : tails.map(\.from).max()
        let tail = from.map { Tail(from: $0, isAbove: tails[0].isAbove) }
        return .init(sums, failed: failed, denominator * common, tail)
    }

    /// The higher or the lower one of two independent totals.
    func extreme(with other: Distribution, _ operation: Operation, _ work: Work) throws(OddsStop) -> Distribution {
        guard tail == nil, other.tail == nil, case .maximum = operation else {
            guard tail == nil, other.tail == nil else { return try combined(with: other, operation, work) }
            return try negated.extreme(with: other.negated, .maximum, work).negated
        }
        let (width, count) = (denominator.width + other.denominator.width, totals.count + other.totals.count)
        try work.spend(count * (width * width * 4 + 200))
        try work.hold(count, Natural.room(width))
        var (sums, one, two) = ([Fraction: Natural](), 0, 0)
        var (below, otherBelow) = (Natural.zero, Natural.zero)
        while one < totals.count || two < other.totals.count {
            let isLeft = two == other.totals.count || one < totals.count && totals[one] <= other.totals[two]
            let total = isLeft ? totals[one] : other.totals[two]
            let before = below * otherBelow
            if isLeft {
                below += weights[one]
                one += 1
            }
            if two < other.totals.count, other.totals[two] == total {
                otherBelow += other.weights[two]
                two += 1
            }
            let weight = below * otherBelow - before
            if !weight.isZero { sums[total] = weight }
        }
        let whole = denominator * other.denominator
        return .init(sums, failed: whole.natural - listed * other.listed, whole, nil)
    }

    /// Cut off where the rest is negligible; nil where more than that is left out already.
    func trimmed() -> Distribution? {
        guard let tail else { return self }
        guard tail.isAbove else { return negated.trimmed()?.negated }
        let whole = denominator.natural
        guard rest.ratio(to: whole) < Self.negligible else { return nil }
        var (trimmed, left) = (self, rest)
        while let last = trimmed.weights.last, (left + last).ratio(to: whole) < Self.negligible {
            left += last
            trimmed.tail?.from = trimmed.totals.removeLast()
            trimmed.weights.removeLast()
        }
        return trimmed
    }
}
