internal import DiceNotation

/// Dice in the order of their values, some ranks of which count.
struct Ranks {
    /// What can happen at one value.
    struct Level {
        let weight: Natural
        /// What each kept die of this value counts for.
        let outcome: Series
    }

    private let levels: [Level]
    private let count: Int
    private let isKept: [Bool]
    private let isDistinct: Bool
    private let work: Work

    /// - Parameters:
    ///   - levels: the values, highest first.
    ///   - isKept: for each die, the highest first.
    ///   - isDistinct: whether all dice differ; then the levels' weights do not count.
    init(_ levels: [Level], isKept: [Bool], isDistinct: Bool, _ work: Work) throws(OddsStop) {
        // The dice are gone through from the end that is nearer to those that count.
        let fromTop = (isKept.lastIndex(of: true) ?? -1) + 1
        let fromBottom = isKept.count - (isKept.firstIndex(of: true) ?? isKept.count)
        let common = levels.reduce(Factors.one) { $0.joined(with: $1.outcome.denominator) }
        var ordered: [Level] = []
        for level in fromTop <= fromBottom ? levels : levels.reversed() {
            ordered.append(Level(weight: level.weight, outcome: try level.outcome.inParts(of: common, work)))
        }
        (self.levels, self.isDistinct, self.work, count) = (ordered, isDistinct, work, isKept.count)
        self.isKept = fromTop <= fromBottom ? isKept : isKept.reversed()
    }

    /// The sum of what counts.
    /// - Parameter denominator: how many ways there are in all.
    func sum(of denominator: Factors) throws(OddsStop) -> Series {
        let last = (isKept.lastIndex(of: true) ?? -1) + 1
        guard last > 0, let outcome = levels.first?.outcome else { return .certain(0) }
        if let sum = try smallSum(of: denominator) { return sum }
        var kept = [0]
        for rank in 0..<last { kept.append(kept[rank] + (isKept[rank] ? 1 : 0)) }
        let whole = denominator * outcome.denominator.power(kept[last])
        // A product of weights, and one of the ways to choose some of the dice.
        let (product, choice) = (50 + denominator.width * denominator.width, count / 64 + 1)
        try work.spend(levels.count * 400)
        try work.spend(levels.count * (last * last + 2 * count) * product)
        try work.spend(2 * last * last * choice)
        try work.hold(last * last + 2 * last + 2 * count, Natural.room(max(choice, denominator.width)))
        let ends = levels.compactMap(\.outcome.end)
        let lowest = levels.map(\.outcome.low).min() ?? 0
        let end = kept[last] == 0 ? nil : ends.min().map { $0 + (kept[last] - 1) * lowest }
        // States: the sum so far of the first dice; the last one: of all.
        let nothing = Series(low: 0, weights: [.one], denominator: denominator)
        var states: [Series?] = [nothing] + Array(repeating: nil, count: last)
        let ways = binomials(last)
        var below = levels.reduce(Natural.zero) { $0 + (isDistinct ? .one : $1.weight) }
        let mark = work.held
        for level in levels {
            let weight = isDistinct ? Natural.one : level.weight
            let upTo = below
            below = below - weight
            let weights = powers(weight, isDistinct ? 1 : last)
            let restOfFewer = isDistinct ? [] : powers(below, count)
            let restOfAll = isDistinct ? [] : powers(upTo, count)
            var sums: [Int: Series] = [:]
            for target in stride(from: last, to: 0, by: -1) {
                var parts: [(Natural, Series)] = states[target].map { [(.one, $0)] } ?? []
                for start in max(0, isDistinct ? target - 1 : 0)..<target {
                    guard let state = states[start] else { continue }
                    let taken = target - start
                    let factor: Natural
                    if target < last {
                        factor = isDistinct ? .one : ways[start][taken] * weights[taken]
                    } else if isDistinct {
                        factor = Self.binomial(below, count - last)
                    } else {
                        // All ways, except those in which too few dice show this value.
                        var sum = Natural.zero
                        for few in 0..<taken {
                            sum += ways[start][few] * weights[few] * restOfFewer[count - start - few]
                        }
                        factor = restOfAll[count - start] - sum
                    }
                    guard !factor.isZero else { continue }
                    let number = kept[target] - kept[start]
                    let added = if let known = sums[number] { known } else { try level.outcome.power(number, work) }
                    sums[number] = added
                    parts.append((factor, try state.plus(added, work)))
                }
                states[target] = try merged(parts, whole, lowest < 0 ? nil : end)
                work.keep((states.compactMap(\.self) + sums.values).reduce(0) { $0 + $1.size }, since: mark)
            }
        }
        guard let result = states[last] else {
            return Series(low: end ?? 0, count: 0, width: whole.width, denominator: whole, end: end)
        }
        return end.map { result.cut(at: $0) } ?? result
    }

    /// The parts added up, all of which have the same denominator.
    private func merged(
        _ parts: [(factor: Natural, series: Series)], _ whole: Factors, _ end: Int?
    ) throws(OddsStop) -> Series? {
        let filled = parts.filter { $0.series.count > 0 }
        guard let low = filled.map(\.series.low).min(), let high = filled.map(\.series.high).max() else { return nil }
        if filled.count == 1, filled[0].factor == .one { return filled[0].series }
        try work.hold(high - low + 1, whole.width)
        var sum = Series(low: low, count: high - low + 1, width: whole.width, denominator: filled[0].series.denominator)
        for part in filled { try sum.add(part.series, times: part.factor, work) }
        return end.map { sum.cut(at: $0) } ?? sum
    }

    /// For each number of dice that are placed, in how many ways 0, 1, … of the others can be chosen.
    private func binomials(_ last: Int) -> [[Natural]] {
        (0..<last).map { placed in
            let others = count - placed
            var row = [Natural.one]
            for number in 0..<min(others, last) {
                row.append((row[number] * Natural(UInt64(others - number))).dividing(by: UInt64(number + 1)).quotient)
            }
            return row
        }
    }

    private func powers(_ base: Natural, _ count: Int) -> [Natural] {
        var powers = [Natural.one]
        for _ in 0..<count { powers.append(powers[powers.count - 1] * base) }
        return powers
    }

    private static func binomial(_ all: Natural, _ chosen: Int) -> Natural {
        guard let all = all.words.first ?? (chosen == 0 ? 0 : nil), all >= UInt64(chosen) else { return .zero }
        var result = Natural.one
        for number in 0..<UInt64(chosen) { result = (result * Natural(all - number)).dividing(by: number + 1).quotient }
        return result
    }
}

extension Ranks {
    /// As `sum`, if every value counts for one total and all that is counted fits in a word; else nil.
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
        // What a die so far can count for above the lowest: all other sums are 0 still.
        var reached = values[0] - lowest...values[0] - lowest
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
                        // All ways, except those in which too few dice show this value.
                        factor = all[count - start]
                        for number in 0..<taken {
                            let way = ways[start * (last + 1) + number]
                            factor &-= way &* powers[number] &* rests[count - start - number]
                        }
                    }
                    guard factor != 0 else { continue }
                    let shift = (kept[target] - kept[start]) * (value - lowest)
                    let (from, to) = (start * width, target * width + shift)
                    for index in kept[start] * reached.lowerBound...kept[start] * reached.upperBound {
                        sums[to + index] &+= sums[from + index] &* factor
                    }
                }
            }
            reached = min(reached.lowerBound, value - lowest)...max(reached.upperBound, value - lowest)
        }
        return Series(low: kept[last] * lowest, words: Array(sums[(last * width)...]), denominator: denominator)
    }

    /// Powers from the first on. Those that do not fit in a word are never used.
    private static func fill(_ powers: inout [UInt64], with base: UInt64) {
        for index in 1..<powers.count { powers[index] = powers[index - 1] &* base }
    }

    /// As `binomials`, in rows of `last` + 1; nil if one does not fit in a word.
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
    /// The total that always occurs.
    fileprivate var certainTotal: Int? { count == 1 && end == nil && width == 1 && words[0] == 1 ? low : nil }
}
