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
