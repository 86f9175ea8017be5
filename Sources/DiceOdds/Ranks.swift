/// Dice, or members of a group, in the order of their values, of which those of some ranks count.
///
/// The values are gone through from one end on. The state is how many dice of each kind have been placed; at each value
/// it counts in how many ways so many of the others show it. As soon as all ranks that count are placed, the others may
/// show anything that is left.
struct Ranks {
    /// A value that dice of a kind may show.
    struct Level {
        var kind = 0
        let weight: Natural
        /// What a kept die of this value counts for.
        var outcome: Series
    }

    private let levels: [Level]
    /// How many dice there are of each kind.
    private let counts: [Int]
    /// For each rank.
    private let isKept: [Bool]
    /// Whether all dice differ; then each level has one die at most, and its weight does not matter.
    private let isDistinct: Bool

    /// - Parameters:
    ///   - levels: highest first.
    ///   - isKept: for each die, the highest first.
    init(_ levels: [Level], counts: [Int], isKept: [Bool], isDistinct: Bool = false) {
        // From the end that is nearer to those that count.
        let fromTop = isKept.lastIndex(of: true) ?? 0
        let fromBottom = isKept.count - 1 - (isKept.firstIndex(of: true) ?? 0)
        self.levels = fromTop <= fromBottom ? levels : levels.reversed()
        self.isKept = fromTop <= fromBottom ? isKept : isKept.reversed()
        self.counts = counts
        self.isDistinct = isDistinct
    }

    /// The sum of what counts.
    /// - Parameter ways: how many there are in all.
    func sum(of ways: Factors, _ work: Work) throws(OddsError) -> Series {
        guard let last = isKept.lastIndex(of: true).map({ $0 + 1 }) else { return .certain(0) }
        let kept = isKept.reduce(into: [0]) { $0.append($0[$0.count - 1] + ($1 ? 1 : 0)) }
        let common = levels.reduce(Factors.one) { $0.joined(with: $1.outcome.denominator) }
        let whole = ways * common.power(kept[last])
        let lowest = levels.map(\.outcome.low).min() ?? 0
        let highest = max(lowest, levels.map(\.outcome.high).max() ?? 0)
        let end = levels.compactMap(\.outcome.end).min().map { $0 + (kept[last] - 1) * lowest }
        func nothing(_ placed: Int) throws(OddsError) -> Series {
            try Series(
                low: kept[placed] * lowest, count: kept[placed] * (highest - lowest) + 1, whole, work)
        }
        var done = try nothing(last)
        var start = try nothing(0)
        start.set(.one, at: 0)
        var states = [counts.map { _ in 0 }: start]
        var masses = counts.indices.map { kind in
            levels.reduce(Natural.zero) { $1.kind == kind ? $0 + (isDistinct ? .one : $1.weight) : $0 }
        }
        var free: [[Natural]] = []
        for kind in counts.indices { free.append(try choices(of: kind, masses[kind], last, work)) }
        let product = 200 + whole.width * whole.width
        for level in levels {
            let (kind, weight) = (level.kind, isDistinct ? .one : level.weight)
            masses[kind] = masses[kind] - weight
            let behind = try choices(of: kind, masses[kind], last, work)
            let outcome = try level.outcome.inParts(of: common, work)
            var sums: [Int: Series] = [:]
            func add(_ state: Series, _ number: Int, times ways: Natural, to sum: inout Series) throws(OddsError) {
                guard number > 0 else { return try sum.add(state, times: ways, work) }
                let added = if let known = sums[number] { known } else { try outcome.power(number, work) }
                sums[number] = added
                if let total = added.only { return try sum.add(state, times: ways, shiftedBy: total, work) }
                try sum.add(try state.plus(added, of: whole, work), times: ways, work)
            }
            // Those with more dice of this kind come first: what they get from others must not be moved on again.
            for placed in states.keys.sorted(by: { $0[kind] > $1[kind] }) {
                guard let state = states[placed] else { continue }
                let (before, left) = (placed.reduce(0, +), counts[kind] - placed[kind])
                let others = counts.indices.reduce(Natural.one) { ways, other in
                    other == kind ? ways : ways * free[other][placed[other]]
                }
                // All ways in which the dice that are left can lie, except those in which too few show this value.
                var rest = others * free[kind][placed[kind]]
                var (taken, target, ways) = (0, placed, Natural.one)
                while taken <= left, before + taken < last, !ways.isZero {
                    try work.spend(product)
                    if taken > 0 {
                        target[kind] = placed[kind] + taken
                        if states[target] == nil { states[target] = try nothing(before + taken) }
                        try add(
                            state, kept[before + taken] - kept[before], times: ways,
                            to: &states[target, default: start])
                    }
                    rest = rest - ways * others * behind[placed[kind] + taken]
                    taken += 1
                    ways = isDistinct ? (taken > 1 ? .zero : .one) : ways * weight * Natural(UInt64(left - taken + 1))
                    if !isDistinct { ways = ways.dividing(by: UInt64(taken)).quotient }
                }
                if !rest.isZero { try add(state, kept[last] - kept[before], times: rest, to: &done) }
            }
            free[kind] = behind
        }
        return end.map { done.cut(at: $0) } ?? done
    }

    /// In how many ways the dice of a kind that are left, after so many are placed, can show levels of this weight.
    private func choices(
        of kind: Int, _ mass: Natural, _ last: Int, _ work: Work
    ) throws(OddsError) -> [Natural] {
        let all = counts[kind]
        let least = all - min(all, last)
        try work.spend(isDistinct ? all : last, 100 + mass.words.count * all)
        var choices = [isDistinct ? Natural.one : mass.power(least)]
        if isDistinct {
            // Of n levels k can be chosen in (n − k + 1) / k times as many ways as k − 1.
            let levels = mass.words.first ?? 0
            for chosen in 0..<UInt64(all) {
                let more = choices[choices.count - 1] * Natural(levels > chosen ? levels - chosen : 0)
                choices.append(more.dividing(by: chosen + 1).quotient)
            }
        } else {
            for _ in least..<all { choices.append(choices[choices.count - 1] * mass) }
        }
        return choices.reversed()
    }
}
