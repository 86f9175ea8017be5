extension Ranks {
    /// As `sum`, where every value counts for one total and all that is counted fits in a word; nil elsewhere.
    func smallSum(of denominator: Factors) -> Series? {
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
        guard last > 0, let lowest = values.min(), let highest = values.max() else { return nil }
        var kept = [0]
        for rank in 0..<last { kept.append(kept[rank] + (isKept[rank] ? 1 : 0)) }
        let (range, overflow) = (highest - lowest).multipliedReportingOverflow(by: kept[last])
        guard !overflow, range < 1 << 16, last < 64 else { return nil }
        // How often the first dice, as many as the row's number, come to each total above the lowest possible.
        let width = range + 1
        var sums = [UInt64](repeating: 0, count: (last + 1) * width)
        sums[0] = 1
        let ways = binomials(last).map { row in row.map { $0.words.first ?? 0 } }
        var below = weights.reduce(0, +)
        for (value, weight) in zip(values, weights) {
            let all = Self.powers(below, count)
            below -= weight
            let (powers, rests) = (Self.powers(weight, last), Self.powers(below, count))
            for target in stride(from: last, to: 0, by: -1) {
                for start in 0..<target {
                    let taken = target - start
                    let factor: UInt64
                    if target < last {
                        factor = ways[start][taken] &* powers[taken]
                    } else {
                        // All ways but those of which too few dice show this value.
                        var few: UInt64 = 0
                        for number in 0..<taken {
                            few &+= ways[start][number] &* powers[number] &* rests[count - start - number]
                        }
                        factor = all[count - start] &- few
                    }
                    guard factor != 0 else { continue }
                    let number = kept[target] - kept[start]
                    let shift = number * (value - lowest)
                    let (from, to) = (start * width, target * width + shift)
                    for index in 0...kept[start] * (highest - lowest) {
                        sums[to + index] &+= sums[from + index] &* factor
                    }
                }
            }
        }
        return Series(low: kept[last] * lowest, words: Array(sums[(last * width)...]), denominator: denominator)
    }

    /// Those that do not fit in a word are never used.
    private static func powers(_ base: UInt64, _ count: Int) -> [UInt64] {
        var powers: [UInt64] = [1]
        for index in 0..<count { powers.append(powers[index] &* base) }
        return powers
    }
}

extension Series {
    /// The total that always comes about.
    fileprivate var certainTotal: Int? {
        count == 1 && end == nil && width == 1 && words[0] == 1 ? low : nil
    }
}
