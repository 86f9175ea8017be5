internal import DiceNotation

extension Distribution {
    /// The totals of the next explosions are left out once all together are less probable than this.
    public static let negligible = 1e-12

    /// - Parameter sums: how often each total comes about; none fails. What is cut off of any is left out of all.
    init(_ sums: [Total: Natural], failed: Natural, _ denominator: Factors) throws(OddsError) {
        let open = sums.filter { $0.key.side != 0 && !$0.value.isZero }.keys
        guard Set(open.lazy.map(\.side)).count < 2 else { throw .noRule(Total.noEnds) }
        let tail = open.first.map { first in
            open.reduce(first) { first.side > 0 ? min($0, $1) : max($0, $1) }
        }
        func isListed(_ total: Total, _ weight: Natural) -> Bool {
            guard total.side == 0, !weight.isZero else { return false }
            return tail.map { $0.side > 0 ? total.value < $0.value : total.value > $0.value } ?? true
        }
        let listed = sums.filter(isListed).sorted { $0.key < $1.key }
        self.init(listed.map(\.key.value), listed.map(\.value), denominator, failed: failed, tail: tail)
    }

    /// What a series of multiples of 1/`unit` says.
    init(
        _ series: Series, unit: Int = 1, of denominator: Factors? = nil, failed: Natural = .zero, _ work: Work
    ) throws(OddsError) {
        try work.hold(series.count, Natural.room(series.width))
        func total(_ number: Int) throws(OddsError) -> Fraction {
            try work.value { (_) throws(Arithmetic.Error) in try Fraction(number) / Fraction(unit) } ?? 0
        }
        var (totals, weights) = ([Fraction](), [Natural]())
        for (number, weight) in series.entries {
            totals.append(try total(number))
            weights.append(weight)
        }
        var tail: Total?
        if let end = series.end { tail = Total(value: try total(end), side: 1) }
        self.init(totals, weights, denominator ?? series.denominator, failed: failed, tail: tail)
    }

    /// All that can occur, what is not listed as one.
    var outcomes: [(total: Total, weight: Natural)] {
        zip(totals, weights).map { (Total(value: $0), $1) } + (tail.map { [($0, rest)] } ?? [])
    }

    /// The distribution of the negated totals; its tail is on the other side.
    var negated: Distribution {
        Distribution(
            totals.reversed().map { -$0 }, weights.reversed(), denominator, failed: failed, tail: tail?.negated)
    }

    /// How often one of several independent expressions, or more of them, fail, each as often as it says.
    static func failed(_ parts: [(distribution: Distribution, count: Int)]) -> Natural {
        func product(_ body: (Distribution) -> Natural) -> Natural {
            parts.reduce(.one) { $0 * body($1.distribution).power($1.count) }
        }
        return product(\.denominator.natural) - product { $0.denominator.natural - $0.failed }
    }

    /// The least number that all totals are whole multiples of the inverse of; nil if it is too large.
    static func unit(_ distributions: [Distribution]) -> Int? {
        var unit = Natural.one
        for distribution in distributions {
            let tail = distribution.tail.map { [$0.value] } ?? []
            for denominator in Set((distribution.totals + tail).lazy.map(\.denominator)) {
                unit = unit.joined(with: UInt64(denominator))
                guard unit < Natural(1 << 32) else { return nil }
            }
        }
        return unit.word.map { Int($0) }
    }

    /// The totals in a row, as multiples of 1/`unit`; nil if they lie too far apart.
    func series(unit: Int, _ work: Work) throws(OddsError) -> Series? {
        func multiple(_ total: Fraction) throws(OddsError) -> Int {
            let (product, isOver) = total.numerator.multipliedReportingOverflow(by: unit / total.denominator)
            guard !isOver, product.magnitude <= Fraction.largest else { throw .tooLarge }
            return product
        }
        guard isCutAbove, let first = totals.first, let last = totals.last else { return nil }
        let (low, high) = (try multiple(first), try multiple(last))
        guard high - low < 64 * totals.count + 1_000 else { return nil }
        var end: Int?
        if let tail { end = try multiple(tail.value) }
        var series = try Series(low: low, count: high - low + 1, denominator, end: end, work)
        for (total, weight) in zip(totals, weights) { series.add(weight, to: try multiple(total)) }
        return series
    }

    func plus(_ other: Distribution, _ work: Work) throws(OddsError) -> Distribution {
        if !(isCutAbove && other.isCutAbove), tail?.side != 1, other.tail?.side != 1 {
            return try negated.plus(other.negated, work).negated
        }
        if let unit = Self.unit([self, other]), totals.count > 1, other.totals.count > 1,
            let one = try series(unit: unit, work), let two = try other.series(unit: unit, work)
        {
            let failed = Self.failed([(self, 1), (other, 1)])
            return try .init(
                try one.plus(two, work), unit: unit, of: denominator * other.denominator, failed: failed, work)
        }
        return try combined(with: other, .add, work)
    }

    /// The sum of `count` independent totals.
    func repeated(_ count: Int, _ work: Work) throws(OddsError) -> Distribution {
        if count == 0 { return .certain(0) }
        if count == 1 { return self }
        if !isCutAbove { return try negated.repeated(count, work).negated }
        if let unit = Self.unit([self]), let series = try series(unit: unit, work) {
            let failed = Self.failed([(self, count)])
            return try .init(
                try series.power(count, work), unit: unit, of: denominator.power(count), failed: failed, work)
        }
        var sum = self
        for _ in 1..<count { sum = try sum.plus(self, work) }
        return sum
    }

    /// What `body` makes of each total; nil for a failure.
    func mapped(
        _ work: Work, _ body: (Total) throws(OddsError) -> Total?
    ) throws(OddsError) -> Distribution {
        try work.hold(totals.count, Natural.room(denominator.width))
        var (sums, failed) = ([Total: Natural](), failed)
        for (total, weight) in outcomes {
            if let value = try body(total) { sums[value, default: .zero] += weight } else { failed += weight }
        }
        return try .init(sums, failed: failed, denominator)
    }

    /// All pairs of two independent totals.
    func combined(
        with other: Distribution, _ name: BinaryOperator, _ work: Work
    ) throws(OddsError) -> Distribution {
        let width = denominator.width + other.denominator.width
        try work.spend(totals.count + 1, other.totals.count + 1, 40 + width * width)
        var (sums, failed) = ([Total: Natural](), Self.failed([(self, 1), (other, 1)]))
        for (left, weight) in outcomes {
            let before = sums.count
            for (right, share) in other.outcomes {
                if let value = try Total.apply(name, left, right, work) {
                    sums[value, default: .zero] += weight * share
                } else {
                    failed += weight * share
                }
            }
            try work.hold(sums.count - before, Natural.room(width))
        }
        return try .init(sums, failed: failed, denominator * other.denominator)
    }

    /// One of several distributions by chance: each counts as often as its weight says.
    /// - Parameters:
    ///   - failed: how often it is none of them.
    ///   - denominator: what the weights are parts of.
    static func mixture(
        _ parts: [(weight: Natural, distribution: Distribution)], failed: Natural, of denominator: Factors, _ work: Work
    ) throws(OddsError) -> Distribution {
        let common = parts.reduce(Factors.one) { $0.joined(with: $1.distribution.denominator) }
        let width = common.width + denominator.width
        var (sums, failed) = ([Total: Natural](), failed * common.natural)
        for (weight, distribution) in parts {
            let before = sums.count
            let factor = common.divided(by: distribution.denominator).natural * weight
            try work.spend(distribution.totals.count, width * width + 80)
            for (total, share) in distribution.outcomes { sums[total, default: .zero] += share * factor }
            failed += distribution.failed * factor
            try work.hold(sums.count - before, Natural.room(width))
        }
        return try .init(sums, failed: failed, denominator * common)
    }

    /// The distribution without the totals whose joint probability is negligible; nil if more is left out already.
    func trimmed() -> Distribution? {
        if !isCutAbove { return negated.trimmed()?.negated }
        guard tail != nil else { return self }
        let whole = denominator.natural
        var (trimmed, left) = (self, rest)
        guard left.ratio(to: whole) < Self.negligible else { return nil }
        while let last = trimmed.weights.last, (left + last).ratio(to: whole) < Self.negligible {
            left += last
            trimmed.tail?.value = trimmed.totals.removeLast()
            trimmed.weights.removeLast()
        }
        return trimmed
    }
}
