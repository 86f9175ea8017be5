/// Dice, or members of a group, sorted by value, of which only some ranks count.
///
/// The computation visits the values from one end. Its state is the number of dice of each kind
/// that have been placed. For each value, it determines the number of ways in which exactly n of
/// the dice not yet placed show that value. Once all ranks that count are placed, the other dice
/// may show any remaining value.
struct Ranks {
    /// A value that dice of a kind may show.
    struct Level {
        var kind = 0
        let weight: Natural
        /// The contribution of a kept die with this value.
        let outcome: Series
    }

    /// Highest first.
    let levels: [Level]
    /// The number of dice of each kind.
    let counts: [Int]
    /// For each rank, the highest first, true if the rank is kept; at least one is true.
    let isKept: [Bool]
    /// True if all dice differ. Each level then has at most one die, and the level's weight does
    /// not matter.
    var isDistinct = false
    let work: Work

    /// Returns the sum of the ranks that count.
    /// - Parameter ways: the number of all ways.
    func sum(of ways: Factors) throws(OddsError) -> Series {
        // Start at the end that is nearer to the ranks that count.
        let fromTop = (isKept.lastIndex(of: true) ?? 0) + 1
        let fromBottom = isKept.count - (isKept.firstIndex(of: true) ?? 0)
        let levels = fromTop <= fromBottom ? levels : levels.reversed()
        let last = min(fromTop, fromBottom)
        let kept = (fromTop <= fromBottom ? isKept : isKept.reversed()).reduce(into: [0]
        ) {
            $0.append($0[$0.count - 1] + ($1 ? 1 : 0))
        }
        let common = levels.reduce(Factors.one) {
            $0.joined(with: $1.outcome.denominator)
        }
        let whole = ways * common.power(kept[last])
        let lowest = levels.map(\.outcome.low).min() ?? 0
        let highest = max(lowest, levels.map(\.outcome.high).max() ?? lowest)
        func nothing(_ placed: Int) throws(OddsError) -> Series {
            let span = kept[placed] * (highest - lowest)
            return try Series(low: kept[placed] * lowest, count: span + 1, whole, work)
        }
        // The digits of a state's index are the state's numbers of dice, with these strides. States
        // with more placed dice have higher indices.
        var steps = [1]
        for count in counts {
            steps.append(steps[steps.count - 1] * (min(count, last - 1) + 1))
            guard steps[steps.count - 1] <= 1 << 16 else { throw .noRule(.manyRanks) }
        }
        func placed(_ place: Int, _ kind: Int) -> Int {
            place % steps[kind + 1] / steps[kind]
        }
        // For each state, the series of the sums of the kept dice.
        var states = [Series?](repeating: nil, count: steps[counts.count])
        var start = try nothing(0)
        var done = try nothing(last)
        start.add(.one, to: 0)
        states[0] = start
        // The remaining weight of each kind, and the number of ways in which the unplaced dice can
        // fall within that weight.
        var masses = counts.map { _ in Natural.zero }
        for level in levels {
            masses[level.kind] += weight(level)
        }
        var free: [[Natural]] = []
        for (kind, mass) in masses.enumerated() {
            free.append(try choices(of: counts[kind], last, mass))
        }
        for level in levels {
            let kind = level.kind
            masses[kind] = masses[kind] - weight(level)
            let behind = try choices(of: counts[kind], last, masses[kind])
            let outcome = try level.outcome.inParts(of: common, work)
            let only = outcome.only
            var powers = [Series?](repeating: nil, count: kept[last] + 1)
            func add(
                _ state: Series,
                _ number: Int,
                times ways: Natural,
                to sum: inout Series
            )
                throws(OddsError)
            {
                if let only {
                    return try sum.add(state, times: ways, by: number * only, work)
                }
                let added =
                    if let known = powers[number] {
                        known
                    } else {
                        try outcome.power(number, work)
                    }
                powers[number] = added
                try sum.add(
                    number == 0 ? state : try state.plus(added, of: whole, work),
                    times: ways,
                    work
                )
            }
            try work.spend(states.count)
            for place in states.indices.reversed() {
                guard let state = states[place] else { continue }
                let here = placed(place, kind)
                let before = counts.indices.reduce(0) { $0 + placed(place, $1) }
                var others = Natural.one
                for other in counts.indices where other != kind {
                    others = others * free[other][placed(place, other)]
                }
                // All ways in which the remaining dice can fall, except the ways in which too few
                // dice show this value.
                var rest = others * free[kind][here]
                var taken = 0
                var ways = Natural.one
                while here + taken <= counts[kind], before + taken < last, !ways.isZero {
                    try work.spend(100 + whole.width * whole.width)
                    if taken > 0 {
                        let target = place + taken * steps[kind]
                        var sum =
                            if let known = states[target].take() { known } else {
                                try nothing(before + taken)
                            }
                        try add(
                            state,
                            kept[before + taken] - kept[before],
                            times: ways,
                            to: &sum
                        )
                        states[target] = sum
                    }
                    rest = rest - ways * others * behind[here + taken]
                    taken += 1
                    ways = next(ways, level, counts[kind] - here, taken)
                }
                if !rest.isZero {
                    try add(state, kept[last] - kept[before], times: rest, to: &done)
                }
            }
            free[kind] = behind
        }
        let end = levels.compactMap(\.outcome.end).min()
        return end.map { done.cut(at: $0 + (kept[last] - 1) * lowest) } ?? done
    }

    private func weight(_ level: Level) -> Natural {
        isDistinct ? .one : level.weight
    }

    /// Returns the number of ways in which `taken` of the remaining dice show a level, given
    /// `ways`, the number of ways for one die fewer.
    private func next(_ ways: Natural, _ level: Level, _ left: Int, _ taken: Int)
        -> Natural
    {
        if isDistinct {
            return taken == 1 ? .one : .zero
        }
        return (ways * level.weight * Natural(UInt64(left + 1 - taken))).dividing(
            by: UInt64(taken)
        )
        .quotient
    }

    /// Returns the numbers of ways in which dice can show levels of this weight: for all of the
    /// dice, for all but one, …
    private func choices(of all: Int, _ last: Int, _ mass: Natural) throws(OddsError)
        -> [Natural]
    {
        let minimum = isDistinct ? 0 : max(0, all - last)
        try work.spend(all - minimum + 1, 50 + mass.width * all)
        var choices = [mass.power(minimum)]
        for chosen in minimum..<all {
            // The number of choices of k + 1 from n levels is (n − k) / (k + 1) times the number of
            // choices of k.
            let factor = isDistinct ? mass - min(mass, Natural(UInt64(chosen))) : mass
            let more = choices[choices.count - 1] * factor
            choices.append(
                isDistinct ? more.dividing(by: UInt64(chosen + 1)).quotient : more
            )
        }
        return choices.reversed()
    }
}
