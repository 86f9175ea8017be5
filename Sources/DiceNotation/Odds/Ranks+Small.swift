extension Ranks {
    /// As `sum`, where every value counts for one total and all that is counted fits in a word; nil elsewhere.
    func smallSum(of denominator: Factors) throws(OddsStop) -> Series? {
        guard denominator.width == 1, !isDistinct else { return nil }
        var (values, weights) = ([Int](), [UInt64]())
        for level in levels {
            guard level.outcome.denominator == .one, let total = level.outcome.certainTotal,
                let weight = level.weight.words.first
            else { return nil }
            values.append(total)
            weights.append(weight)
        }
        let last = (isKept.lastIndex(of: true) ?? -1) + 1
        guard last > 0, last < 64, let lowest = values.min(), let highest = values.max(),
            let ways = smallBinomials(last)
        else { return nil }
        var kept = [0]
        for rank in 0..<last { kept.append(kept[rank] + (isKept[rank] ? 1 : 0)) }
        let step = highest - lowest
        let (range, overflow) = step.multipliedReportingOverflow(by: kept[last])
        guard !overflow, range < 1 << 16 else { return nil }
        // How often the first dice, as many as the row's number, come to each total above the lowest possible.
        let width = range + 1
        try work.hold(last + 1, width)
        var sums = [UInt64](repeating: 0, count: (last + 1) * width)
        sums[0] = 1
        var below = weights.reduce(0, +)
        var (powers, all) = ([UInt64](repeating: 1, count: last + 1), [UInt64](repeating: 1, count: count + 1))
        var rests = all
        Self.fill(&rests, with: below)
        for (value, weight) in zip(values, weights) {
            swap(&all, &rests)
            below -= weight
            Self.fill(&powers, with: weight)
            Self.fill(&rests, with: below)
            for target in stride(from: last, to: 0, by: -1) {
                for start in 0..<target {
                    let taken = target - start
                    var factor = ways[start * (last + 1) + taken] &* powers[taken]
                    if target == last {
                        // All ways but those of which too few dice show this value.
                        factor = all[count - start]
                        for number in 0..<taken {
                            let way = ways[start * (last + 1) + number]
                            factor &-= way &* powers[number] &* rests[count - start - number]
                        }
                    }
                    guard factor != 0 else { continue }
                    let shift = (kept[target] - kept[start]) * (value - lowest)
                    let (from, to) = (start * width, target * width + shift)
                    for index in 0...kept[start] * step { sums[to + index] &+= sums[from + index] &* factor }
                }
            }
        }
        return Series(low: kept[last] * lowest, words: Array(sums[(last * width)...]), denominator: denominator)
    }

    /// Powers from the first on. Those that do not fit in a word are never used.
    private static func fill(_ powers: inout [UInt64], with base: UInt64) {
        for index in 1..<powers.count { powers[index] = powers[index - 1] &* base }
    }

    /// As `binomials`, in rows of `last` + 1; nil where one does not fit in a word.
    private func smallBinomials(_ last: Int) -> [UInt64]? {
        var ways = [UInt64](repeating: 0, count: last * (last + 1))
        for placed in 0..<last {
            let (row, others) = (placed * (last + 1), count - placed)
            ways[row] = 1
            for number in 0..<min(others, last) {
                let (product, overflow) = ways[row + number].multipliedReportingOverflow(by: UInt64(others - number))
                guard !overflow else { return nil }
                ways[row + number + 1] = product / UInt64(number + 1)
            }
        }
        return ways
    }
}

extension Series {
    /// The total that always comes about.
    fileprivate var certainTotal: Int? {
        count == 1 && end == nil && width == 1 && words[0] == 1 ? low : nil
    }
}
