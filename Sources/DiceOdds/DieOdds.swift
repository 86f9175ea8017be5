import DiceNotation

/// The weights of the states of a die, in parts of a denominator.
///
/// The weights may add up to less than the denominator, because the odds may cover only some of the
/// die's faces.
struct DieOdds {
    /// The properties of a die that affect the total.
    struct State: Hashable {
        var value: Int
        /// True if the state also stands for every higher value, since higher values are cut off.
        var isOpen = false
        var isSuccess = false
        var isFailure = false
        /// The count that replaces a count of one, or the count of a word.
        var weight: Int?
        /// True if the die is dropped by its value. Later modifiers do not affect it.
        var isOut = false

        /// The count if successes are counted.
        var count: Int {
            if isOut {
                return 0
            }
            let successes = isSuccess ? 1 : 0
            let failures = isFailure ? 1 : 0
            return weight ?? successes - failures
        }

        fileprivate func meets(_ test: FaceTest) throws(OddsError) -> Bool {
            if isOut {
                return false
            }
            // Beyond the comparison's number, the result of every comparison is constant.
            if isOpen, Fraction(value) <= test.number {
                throw .cutTooEarly
            }
            return test.holds(value)
        }

        fileprivate mutating func clamp(_ clamp: Clamp, _ bound: Int) throws(OddsError) {
            if isOpen, value < bound {
                throw .cutTooEarly
            }
            if clamp == .maximum, value >= bound {
                isOpen = false
            }
            value = clamp == .minimum ? max(value, bound) : min(value, bound)
        }
    }

    private(set) var weights: [State: Natural] = [:]
    let denominator: Factors

    private init(_ denominator: Factors) {
        self.denominator = denominator
    }

    init(sides: Int, _ work: Work) throws(OddsError) {
        try work.hold(sides, 20)
        self.init(Factors(UInt64(sides)))
        for value in 1...sides {
            weights[State(value: value)] = .one
        }
    }

    /// - Parameter word: the word to count on the faces of a custom die.
    init(_ kind: DieKind, counting word: String? = nil) {
        self.init(Factors(UInt64(kind.sides)))
        for face in 1...kind.sides {
            let weight = word.flatMap { kind.customFaces?[face - 1].count(of: $0) }
            weights[
                State(value: kind.value(ofFace: face), weight: weight),
                default: .zero
            ] += .one
        }
    }

    /// Creates a die that is certain to be in this state.
    init(_ state: State) {
        self.init(.one)
        weights[state] = .one
    }

    var isEmpty: Bool { weights.isEmpty }
    var mass: Natural { weights.values.reduce(.zero, +) }
    var lowest: Int { weights.keys.lazy.map(\.value).min() ?? 0 }
    var highest: Int { weights.keys.lazy.map(\.value).max() ?? 0 }

    private mutating func add(_ other: DieOdds, times factor: Natural) {
        for (state, weight) in other.weights {
            weights[state, default: .zero] += weight * factor
        }
    }

    private func mapped(_ body: (inout State) throws(OddsError) -> Void)
        throws(OddsError)
        -> DieOdds
    {
        var mapped = DieOdds(denominator)
        for (state, weight) in weights {
            var state = state
            try body(&state)
            mapped.weights[state, default: .zero] += weight
        }
        return mapped
    }

    func shifted(by offset: Int) throws(OddsError) -> DieOdds {
        try mapped { $0.value += offset }
    }

    /// Returns the states that meet `test`, and the others.
    func split(by test: FaceTest) throws(OddsError) -> (hits: DieOdds, misses: DieOdds) {
        var hits = DieOdds(denominator)
        var misses = DieOdds(denominator)
        for (state, weight) in weights {
            if try state.meets(test) {
                hits.weights[state] = weight
            } else {
                misses.weights[state] = weight
            }
        }
        return (hits, misses)
    }

    /// Returns the odds after a modifier that adds no dice and does not depend on other dice of the
    /// pool.
    func after(_ step: Modifier, of pool: DicePool) throws(OddsError) -> DieOdds {
        let fresh = pool.die
        let work = pool.work
        let test = step.test(pool.die)
        try work.spend(weights.count, 200)
        switch step {
        case .keep, .unique, .critical, .fumble, .sort: return self
        case .clamp(let clamp, _):
            return try mapped { (state) throws(OddsError) in
                if !state.isOut {
                    try state.clamp(clamp, step.whole ?? 0)
                }
            }
        case .filter(let keeps, _):
            return try mapped { (state) throws(OddsError) in
                if try state.meets(test) != keeps {
                    state.isOut = true
                }
            }
        case .success, .failure, .weight:
            return try mapped { (state) throws(OddsError) in
                guard try state.meets(test) else { return }
                switch step {
                case .success: state.isSuccess = true
                case .weight(let weight, _): state.weight = weight
                default: state.isFailure = true
                }
            }
        case .reroll(_, let once):
            let (hits, misses) = try split(by: test)
            if hits.isEmpty {
                return self
            }
            let again = once ? fresh : try fresh.split(by: test).misses
            guard let whole = again.mass.word, whole > 0 else {
                throw .noRule(.endlessRerolls)
            }
            var rolled = DieOdds(denominator * Factors(whole))
            rolled.add(misses, times: again.mass)
            rolled.add(again, times: hits.mass)
            return rolled
        case .explode:
            let (hits, misses) = try split(by: test)
            if hits.isEmpty {
                return self
            }
            let (onward, last) = try fresh.split(by: test)
            let chain = try Series.chains(
                1,
                onward: onward.series(isCounted: false, work),
                last: last.series(isCounted: false, work),
                reach: pool.reach,
                work
            )
            var grown = DieOdds(denominator * chain.denominator)
            grown.add(misses, times: chain.denominator.natural)
            let rest = chain.denominator.natural - chain.mass
            let sums = chain.entries + (chain.end.map { [($0, rest)] } ?? [])
            try work.hold(
                hits.weights.count * sums.count,
                Work.place + grown.denominator.width
            )
            for (state, weight) in hits.weights {
                for (sum, share) in sums {
                    var raised = state
                    raised.value += sum
                    raised.isOpen = state.isOpen || sum == chain.end
                    grown.weights[raised, default: .zero] += weight * share
                }
            }
            return grown
        }
    }

    /// Returns the odds with all states cut off at the lowest cut-off value.
    func closed() throws(OddsError) -> DieOdds {
        guard let end = weights.keys.lazy.filter(\.isOpen).map(\.value).min() else {
            return self
        }
        return try mapped { state in
            if state.value >= end {
                state.value = end
                state.isOpen = true
            }
        }
    }

    /// Returns the series for the die's contribution to the total.
    func series(isCounted: Bool, _ work: Work) throws(OddsError) -> Series {
        func worth(_ state: State) -> Int {
            if isCounted {
                return state.count
            }
            return state.isOut ? 0 : state.value
        }
        let end =
            isCounted ? nil : weights.keys.lazy.filter(\.isOpen).map(\.value).min()
        let low = weights.keys.lazy.map(worth).min() ?? 0
        let high = weights.keys.lazy.map(worth).max() ?? low - 1
        let count = min(high, (end ?? .max) - 1) - low + 1
        var series = try Series(low: low, count: count, denominator, end: end, work)
        for (state, weight) in weights where worth(state) < end ?? .max {
            series.add(weight, to: worth(state))
        }
        return series
    }
}
