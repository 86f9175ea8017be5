extension Series {
    /// One of several series by chance: each counts as often as its weight says.
    ///
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
        guard !overflow, difference < 1 << 23 else { throw .tooLarge }
        let count = max(0, difference + 1)
        try work.hold(count * whole.width)
        var mixture = Series(
            low: count == 0 ? end ?? low : low, count: count, width: whole.width, denominator: whole, end: end)
        for part in filled where part.series.low <= high {
            let factor = common.divided(by: part.series.denominator).natural * part.weight
            let series = part.series.high > high ? part.series.cut(at: high + 1) : part.series
            try mixture.add(series, times: factor, work)
        }
        return mixture
    }

    /// What a chain of dice adds up to in which each die that shows a face in `onward` is followed by another.
    ///
    /// - Parameters:
    ///   - onward: what the faces that go on count for, with their weights.
    ///   - last: the same of all others.
    ///   - reach: how many dice are followed.
    static func chain(
        onward: Series, last: Series, reach: Int, _ work: Work
    ) throws(OddsStop) -> Series {
        guard onward.count > 0 else { return last }
        guard onward.end == nil, last.end == nil else { throw .noRule("dice that explode more than once") }
        guard last.count > 0 else { throw .noRule("dice that never stop exploding") }
        let (onward, last) = (onward.trimmed, last.trimmed)
        guard onward.low > 0 else { throw .noRule("dice that explode without adding to the total") }
        let end = (reach + 1) * onward.low + last.low
        var sum = last
        for _ in 0..<reach {
            let longer = try onward.plus(sum, work).below(end)
            sum = try joined(longer, last, work)
        }
        return sum.cut(at: end)
    }

    /// The weights of both added, as they are in parts of the first one's denominator.
    private static func joined(_ one: Series, _ other: Series, _ work: Work) throws(OddsStop) -> Series {
        let other = try other.inParts(of: one.denominator, work)
        let low = min(one.low, other.low)
        let high = max(one.high, other.high)
        try work.hold((high - low + 1) * one.width)
        var sum = Series(low: low, count: high - low + 1, width: one.width, denominator: one.denominator)
        try sum.add(one, times: .one, work)
        try sum.add(other, times: .one, work)
        return sum
    }

    /// Without what is `end` or higher, as if it were not there.
    private func below(_ end: Int) -> Series {
        guard high >= end else { return self }
        var series = cut(at: end)
        series.forgetEnd()
        return series
    }
}
