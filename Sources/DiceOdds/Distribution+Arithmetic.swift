import DiceNotation

extension Distribution {
    /// The joint probability of further explosions below which the totals of those explosions are
    /// omitted.
    public static let negligible = 1e-12

    /// - Parameter sums: the weight of each total. Every total is cut off at the point where the
    ///   first total is cut off.
    init(_ sums: [Total: Natural], failed: Natural, _ denominator: Factors)
        throws(OddsError)
    {
        let sorted = sums.filter { !$0.value.isZero }.sorted { $0.key < $1.key }
        let tails = sorted.map(\.key).filter { $0.side != 0 }
        guard Set(tails.map(\.side)).count < 2 else { throw .noRule(.noEnds) }
        let tail = tails.first?.side == 1 ? tails.first : tails.last
        let listed = sorted.filter { total, _ in
            total.side == 0
                && (tail.map { $0.side > 0 ? total < $0 : total > $0 } ?? true)
        }
        self.init(
            listed.map(\.key.value),
            listed.map(\.value),
            denominator,
            failed: failed,
            tail: tail
        )
    }

    /// Creates a distribution from a series of multiples of 1/`unit`, the sum of independent
    /// expressions.
    init(_ series: Series, unit: Int = 1, of parts: [Part] = [], _ work: Work)
        throws(OddsError)
    {
        try work.hold(series.count, Work.place + series.width)
        func total(_ number: Int) throws(OddsError) -> Fraction {
            try work.value { (_) throws(Arithmetic.Error) in
                try Fraction(number) / Fraction(unit)
            }
                ?? 0
        }
        let entries = series.entries
        let totals = try entries.map { (number, _) throws(OddsError) in
            try total(number)
        }
        let whole = parts.isEmpty ? series.denominator : Self.denominator(parts)
        let end = try series.end.map(total)
        let tail = end.map { Total(value: $0, side: 1) }
        self.init(
            totals,
            entries.map(\.weight),
            whole,
            failed: Self.failed(parts),
            tail: tail
        )
    }

    /// An expression, and the number of times that it is evaluated.
    typealias Part = (distribution: Distribution, count: Int)

    static func denominator(_ parts: [Part]) -> Factors {
        parts.reduce(.one) { $0 * $1.distribution.denominator.power($1.count) }
    }

    private static func failed(_ parts: [Part]) -> Natural {
        let succeeding = parts.map {
            ($0.distribution.denominator.natural - $0.distribution.failed).power(
                $0.count
            )
        }
        return denominator(parts).natural - succeeding.reduce(.one, *)
    }

    /// All possible outcomes, with all unlisted totals as a single outcome.
    var outcomes: [(total: Total, weight: Natural)] {
        zip(totals, weights).map { (Total(value: $0), $1) }
            + (tail.map { [($0, rest)] } ?? [])
    }

    /// The distribution of the negated totals; the negated distribution has its tail on the other
    /// side.
    var negated: Distribution {
        Distribution(
            totals.reversed().map { -$0 },
            weights.reversed(),
            denominator,
            failed: failed,
            tail: tail?.negated
        )
    }

    private var numbers: [Fraction] { totals + (tail.map { [$0.value] } ?? []) }

    /// Returns the least number whose reciprocal divides all of these numbers, or `nil` if it is
    /// too large.
    static func unit(_ numbers: [Fraction]) -> Int? {
        let unit = Set(numbers.lazy.map(\.denominator)).reduce(Natural.one) {
            $0.joined(with: UInt64($1))
        }
        return unit.word.flatMap { Int(exactly: $0) }
    }

    /// Returns the totals as a series of multiples of 1/`unit`, or `nil` if they are too far apart.
    private func series(unit: Int, _ work: Work) throws(OddsError) -> Series? {
        let multiples = numbers.compactMap { $0.multiple(of: unit) }
        guard isCutAbove, !totals.isEmpty, multiples.count == numbers.count else {
            return nil
        }
        let low = multiples[0]
        let count = multiples[totals.count - 1] - multiples[0] + 1
        guard count < 64 * totals.count + 1_000 else { return nil }
        let end = tail.flatMap { _ in multiples.last }
        var series = try Series(low: low, count: count, denominator, end: end, work)
        for (multiple, weight) in zip(multiples, weights) {
            series.add(weight, to: multiple)
        }
        return series
    }

    /// Returns the distribution of the sum of independent totals.
    static func sum(of parts: [Part], _ work: Work) throws(OddsError) -> Distribution {
        if Set(parts.compactMap(\.distribution.tail?.side)) == [-1] {
            return try sum(of: parts.map { ($0.distribution.negated, $0.count) }, work)
                .negated
        }
        let unit = unit(parts.flatMap(\.distribution.numbers)) ?? 0
        var series: Series? = .certain(0)
        var sum: Distribution = .certain(0)
        for (distribution, count) in parts where series != nil && unit > 0 {
            let power = try distribution.series(unit: unit, work)?.power(count, work)
            series = if let power { try series?.plus(power, work) } else { nil }
        }
        if let series, unit > 0 {
            return try .init(series, unit: unit, of: parts, work)
        }
        for (distribution, count) in parts {
            for _ in 0..<count {
                sum = try sum.combined(.add, with: distribution, work)
            }
        }
        return sum
    }

    func combined(_ name: BinaryOperator, with other: Distribution, _ work: Work)
        throws(OddsError)
        -> Distribution
    {
        try combined(with: other, work) { (one, two) throws(OddsError) in
            try Total.apply(name, one, two, work)
        }
    }

    /// Returns the distribution of `body` applied to each total. `body` returns `nil` for a
    /// failure.
    func mapped(_ work: Work, _ body: (Total) throws(OddsError) -> Total?)
        throws(OddsError)
        -> Distribution
    {
        try combined(with: .certain(0), work) { (total, _) throws(OddsError) in
            try body(total)
        }
    }

    /// Returns the distribution of `body` applied to all pairs of two independent totals. `body`
    /// returns `nil` for a failure.
    func combined(
        with other: Distribution,
        _ work: Work,
        _ body: (Total, Total) throws(OddsError) -> Total?
    ) throws(OddsError) -> Distribution {
        let width = denominator.width + other.denominator.width
        try work.spend(totals.count + 1, other.totals.count + 1, 40 + width * width)
        var sums = [Total: Natural]()
        var failed = Self.failed([(self, 1), (other, 1)])
        let others = other.outcomes
        for (left, weight) in outcomes {
            let before = sums.count
            for (right, share) in others {
                if let value = try body(left, right) {
                    sums[value, default: .zero] += weight * share
                } else {
                    failed += weight * share
                }
            }
            try work.hold(sums.count - before, Work.place + width)
        }
        return try .init(sums, failed: failed, denominator * other.denominator)
    }

    /// Returns a mixture of distributions, weighted in parts of `denominator`. The remaining weight
    /// counts as failure.
    static func mixture(
        _ parts: [(weight: Natural, distribution: Distribution)],
        failed: Natural,
        of denominator: Factors,
        _ work: Work
    ) throws(OddsError) -> Distribution {
        let common = parts.reduce(Factors.one) {
            $0.joined(with: $1.distribution.denominator)
        }
        let width = common.width + denominator.width
        var sums = [Total: Natural]()
        var failed = failed * common.natural
        for (weight, distribution) in parts {
            let before = sums.count
            let factor = common.divided(by: distribution.denominator).natural * weight
            try work.spend(distribution.totals.count, width * width + 80)
            for (total, share) in distribution.outcomes {
                sums[total, default: .zero] += share * factor
            }
            failed += distribution.failed * factor
            try work.hold(sums.count - before, Work.place + width)
        }
        return try .init(sums, failed: failed, denominator * common)
    }

    /// Returns the distribution without the totals whose joint probability is negligible, or `nil`
    /// if the probability already omitted is not negligible.
    func trimmed() -> Distribution? {
        if !isCutAbove {
            return negated.trimmed()?.negated
        }
        guard tail != nil else { return self }
        let whole = denominator.natural
        var trimmed = self
        var left = rest
        guard left.ratio(to: whole) < Self.negligible else { return nil }
        while let last = trimmed.weights.last,
            (left + last).ratio(to: whole) < Self.negligible
        {
            left += last
            trimmed.tail?.value = trimmed.totals.removeLast()
            trimmed.weights.removeLast()
        }
        return trimmed
    }
}

extension Fraction {
    /// Returns the number as a multiple of 1/`unit`, which must be whole, or `nil` if the multiple
    /// is too large.
    func multiple(of unit: Int) -> Int? {
        let (product, isOver) = numerator.multipliedReportingOverflow(
            by: unit / denominator
        )
        return isOver || product.magnitude > Self.largest ? nil : product
    }
}
