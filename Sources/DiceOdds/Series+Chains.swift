internal import DiceNotation

extension Series {
    /// The sums of chains of dice in which each die that goes on is followed by another.
    ///
    /// With x for the dice that go on and y for those that do not, a chain is y + xy + xxy + …, or y / (1 − x), and n
    /// chains are the nth power of y times that of 1 / (1 − x). So one denominator serves the dice that go on in all
    /// chains.
    /// - Parameters:
    ///   - onward: what the faces that go on count for, in parts of its denominator.
    ///   - last: the same of all others.
    ///   - reach: how many dice that go on are followed in all chains together.
    static func chains(
        _ count: Int, onward: Series, last: Series, reach: Int, _ work: Work
    ) throws(OddsStop) -> Series {
        guard onward.count > 0 else { return try last.power(count, work) }
        guard onward.end == nil, last.end == nil else { throw .noRule("dice that explode more than once") }
        guard last.count > 0 else { throw .noRule("dice that never stop exploding") }
        if !onward[total: 0].isZero {
            let (onward, last) = try withoutLoops(onward, last, work)
            return try chains(count, onward: onward, last: last, reach: reach, work)
        }
        let onward = onward.trimmed
        guard onward.low > 0 else { throw .noRule("dice that explode without adding to the total") }
        let lasts = try last.power(count, work)
        let end = (reach + 1) * onward.low
        let chains = try lasts.plus(onward.inversePower(count, below: end, reach, work), work)
        return chains.cut(at: lasts.low + end)
    }

    /// Dice that go on and count for nothing only change how often the others come.
    private static func withoutLoops(
        _ onward: Series, _ last: Series, _ work: Work
    ) throws(OddsStop) -> (onward: Series, last: Series) {
        let common = onward.denominator.joined(with: last.denominator)
        let (onward, last) = (try onward.inParts(of: common, work), try last.inParts(of: common, work))
        let rest = common.natural - onward[total: 0]
        guard rest.words.count == 1, let whole = rest.words.first else { throw .tooLarge }
        let denominator = Factors(whole)
        let moving = onward.entries.filter { $0.total != 0 }
        func parts(_ entries: [(total: Int, weight: Natural)]) throws(OddsStop) -> Series {
            try .mixture(entries.map { ($0.weight, .certain($0.total)) }, of: denominator, work)
        }
        return (try parts(moving), try parts(last.entries))
    }

    /// The series whose product with 1 − x, `count` times over, is 1, for this series x; as far as totals below `end`.
    ///
    /// The weights are in parts of the denominator to the power of `reach`, and pass it.
    private func inversePower(_ count: Int, below end: Int, _ reach: Int, _ work: Work) throws(OddsStop) -> Series {
        let whole = denominator.power(reach)
        // In all, the weights come to 1 / (1 − mass) to the power of `count`.
        let share = mass.ratio(to: denominator.natural)
        var (bits, rest) = (0, 1 - share)
        while rest < 1 { (bits, rest) = (bits + 1, rest * 2) }
        let width = whole.width + (bits * count) / 64 + 1
        try work.hold(end, width + Natural.room(width))
        try work.spend(end * entries.count * (4 * width + 60))
        var weights = [whole.natural]
        let terms = entries
        let natural = denominator.natural
        guard let divisor = natural.words.first, natural.words.count == 1 else { throw .tooLarge }
        for total in 1..<end {
            var sum = Natural.zero
            for (offset, weight) in terms where offset <= total {
                let factor = UInt64((count - 1) * offset + total)
                sum += weights[total - offset] * (weight * Natural(factor))
            }
            weights.append(sum.dividing(by: divisor).quotient.dividing(by: UInt64(total)).quotient)
        }
        var series = Series(low: 0, count: end, width: width, denominator: whole)
        series.set(weights)
        return series
    }

    /// One of several series by chance: each counts as often as its weight says.
    /// - Parameter denominator: what the weights are parts of.
    static func mixture(
        _ parts: [(weight: Natural, series: Series)], of denominator: Factors, _ work: Work
    ) throws(OddsStop) -> Series {
        let parts = parts.filter { !$0.weight.isZero }
        let common = parts.reduce(Factors.one) { $0.joined(with: $1.series.denominator) }
        let end = parts.compactMap(\.series.end).min()
        let filled = parts.filter { $0.series.count > 0 }
        let low = filled.map(\.series.low).min() ?? end ?? 0
        let high = min(filled.map(\.series.high).max() ?? low - 1, (end ?? .max) - 1)
        let whole = denominator * common
        let (difference, overflow) = high.subtractingReportingOverflow(low)
        guard !overflow, difference < .max else { throw .tooLarge }
        let count = max(0, difference + 1)
        try work.hold(count, whole.width)
        var mixture = Series(
            low: count == 0 ? end ?? low : low, count: count, width: whole.width, denominator: whole, end: end)
        for part in filled where part.series.low <= high {
            let factor = common.divided(by: part.series.denominator).natural * part.weight
            let series = part.series.high > high ? part.series.cut(at: high + 1) : part.series
            try mixture.add(series, times: factor, work)
        }
        return mixture
    }
}
