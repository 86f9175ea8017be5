/// The weights of consecutive whole totals, in parts of a denominator: a power series whose
/// exponents are the totals.
///
/// The weights are stored consecutively as one large number, so that series can be multiplied in
/// the same way as numbers (Kronecker substitution). They may add up to less than the denominator,
/// because a series may represent only part of a distribution.
struct Series {
    /// The total of the first weight.
    var low: Int
    /// The weights, each with its lowest word first.
    private(set) var words: [UInt64]
    let denominator: Factors
    /// The total from which on totals are omitted.
    private(set) var end: Int?
}

extension Series {
    /// Creates a series of zero weights.
    init(low: Int, count: Int, _ denominator: Factors, end: Int? = nil, _ work: Work)
        throws(OddsError)
    {
        try work.hold(count, denominator.width)
        let words = [UInt64](repeating: 0, count: count * denominator.width)
        self.init(low: low, words: words, denominator: denominator, end: end)
    }

    /// Returns the series of a single total.
    static func certain(_ total: Int) -> Series {
        Series(low: total, words: [1], denominator: .one, end: nil)
    }

    /// Returns a series without any total below `end`.
    static func beyond(_ end: Int) -> Series {
        Series(low: end, words: [], denominator: .one, end: end)
    }

    /// The number of words of a weight.
    var width: Int { denominator.width }
    var count: Int { words.count / width }
    var high: Int { low + count - 1 }

    /// The only possible total; `nil` if there may be several.
    var only: Int? {
        count == 1 && end == nil && denominator == .one && words[0] == 1 ? low : nil
    }

    func weight(at index: Int) -> Natural {
        Natural(words: Array(slot(index)))
    }

    func slot(_ index: Int) -> ArraySlice<UInt64> {
        words[index * width..<(index + 1) * width]
    }

    mutating func add(_ weight: Natural, to total: Int) {
        add(weight.words[...], to: total)
    }

    mutating func add(_ weight: ArraySlice<UInt64>, to total: Int) {
        words.add(weight, times: 1, at: (total - low) * width)
    }

    /// The possible totals, with their weights.
    var entries: [(total: Int, weight: Natural)] {
        (0..<count).lazy.filter { slot($0).contains { $0 != 0 } }.map {
            (low + $0, weight(at: $0))
        }
    }

    /// The sum of all weights.
    var mass: Natural { (0..<count).reduce(.zero) { $0 + weight(at: $1) } }

    func shifted(by offset: Int) -> Series {
        Series(
            low: low + offset,
            words: words,
            denominator: denominator,
            end: end.map { $0 + offset }
        )
    }

    /// Returns the series without totals of `end` or higher.
    func cut(at end: Int) -> Series {
        let left = words.prefix(min(count, max(0, end - low)) * width)
        return Series(
            low: left.isEmpty ? end : low,
            words: Array(left),
            denominator: denominator,
            end: min(end, self.end ?? end)
        )
    }

    /// The series without zeros at either end.
    var trimmed: Series {
        guard let first = words.firstIndex(where: { $0 != 0 }),
            let last = words.lastIndex(where: { $0 != 0 })
        else {
            return Series(
                low: end ?? low,
                words: [],
                denominator: denominator,
                end: end
            )
        }
        let kept = words[first / width * width..<(last / width + 1) * width]
        return Series(
            low: low + first / width,
            words: Array(kept),
            denominator: denominator,
            end: end
        )
    }

    /// Returns the words of the weights for a different width of each weight.
    private func words(ofWidth other: Int) -> [UInt64] {
        if other == width {
            return words
        }
        let zeros = [UInt64](repeating: 0, count: other - width)
        return (0..<count).flatMap { slot($0) + zeros }
    }

    /// Adds `factor` times the weights of `other`, shifted up by `shift`, regardless of the
    /// denominator of `other`. The totals of `other` must not lie below the totals of this series;
    /// totals above them are omitted.
    mutating func add(
        _ other: Series,
        times factor: Natural,
        by shift: Int = 0,
        _ work: Work
    )
        throws(OddsError)
    {
        let start = other.low + shift - low
        precondition(start >= 0 || other.count == 0, "totals outside")
        try work.spend(other.count * width, factor.width)
        guard start < count else { return }
        let added = other.words(ofWidth: width).prefix((count - start) * width)
        for (offset, word) in factor.words.enumerated() {
            words.add(added, times: word, at: start * width + offset)
        }
    }

    /// Returns the same series in parts of `denominator`, which must be a multiple of the series'
    /// own denominator.
    func inParts(of denominator: Factors, _ work: Work) throws(OddsError) -> Series {
        if denominator == self.denominator {
            return self
        }
        var series = try Series(low: low, count: count, denominator, end: end, work)
        try series.add(
            self,
            times: denominator.divided(by: self.denominator).natural,
            work
        )
        return series
    }

    /// Returns the series whose weights are the sums of the weights of both series.
    /// - Parameter whole: the denominator of the sum; by default, the product of both denominators.
    func plus(_ other: Series, of whole: Factors? = nil, _ work: Work) throws(OddsError)
        -> Series
    {
        let ends = [end.map { $0 + other.low }, other.end.map { $0 + low }].compactMap(
            \.self
        )
        let first = low + other.low
        let cut = ends.min()
        let isEmpty = words.isEmpty || other.words.isEmpty
        let length =
            isEmpty
            ? 0 : max(0, min(count + other.count - 1, cut.map { $0 - first } ?? .max))
        let whole = whole ?? denominator * other.denominator
        var sum = try Series(
            low: isEmpty ? cut ?? first : first,
            count: length,
            whole,
            end: cut,
            work
        )
        let (few, many) = count < other.count ? (self, other) : (other, self)
        try work.spend(few.count * few.width, many.count, sum.width)
        let factors = many.words(ofWidth: sum.width)[...]
        for (place, word) in few.words(ofWidth: sum.width).enumerated() where word != 0 {
            sum.words.add(factors, times: word, at: place)
        }
        return sum
    }

    /// Returns a mixture of series with these weights, in parts of `denominator`.
    static func mixture(
        _ parts: [(weight: Natural, series: Series)],
        of denominator: Factors,
        _ work: Work
    ) throws(OddsError) -> Series {
        let parts = parts.filter { !$0.weight.isZero }
        let common = parts.reduce(Factors.one) {
            $0.joined(with: $1.series.denominator)
        }
        let end = parts.compactMap(\.series.end).min()
        let filled = parts.filter { $0.series.count > 0 }
        let low = min(filled.map(\.series.low).min() ?? end ?? 0, end ?? .max)
        let high = min(filled.map(\.series.high).max() ?? low - 1, (end ?? .max) - 1)
        var mixture = try Series(
            low: low,
            count: high - low + 1,
            denominator * common,
            end: end,
            work
        )
        for part in filled {
            try mixture.add(
                part.series,
                times: common.divided(by: part.series.denominator).natural
                    * part.weight,
                work
            )
        }
        return mixture
    }
}
