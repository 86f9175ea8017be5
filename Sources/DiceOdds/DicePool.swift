import DiceNotation

/// The dice of a term whose numbers are all literals.
struct DicePool {
    let term: DiceTerm
    let count: Int
    /// The odds of a die when it is rolled.
    let die: DieOdds
    /// The modifiers that affect the total.
    let steps: [Modifier]
    /// True if successes and failures are counted instead of values.
    let isCounted: Bool
    /// The word that is counted instead of numbers.
    let word: String?
    /// The maximum number of explosions of one die that are followed.
    let reach: Int
    let work: Work

    /// Returns `nil` if a number is out of range.
    init?(_ term: DiceTerm, counting word: String? = nil, reach: Int, _ work: Work)
        throws(OddsError)
    {
        guard let count = term.count.whole(0...NotationLimits.dice) else { return nil }
        switch term.sides {
        case .fate(let fate): die = DieOdds(DieKind(fate))
        case .custom(let faces): die = DieOdds(DieKind(faces), counting: word)
        case .number(let number):
            guard let sides = number.whole(NotationLimits.sides) else { return nil }
            die = try DieOdds(sides: sides, work)
        }
        // A single die differs from all others.
        let isAlone = count == 1 && !term.modifiers.contains(where: \.addsDice)
        var steps: [Modifier] = []
        for modifier in term.modifiers {
            switch (modifier, modifier.whole) {
            case (.critical, _), (.fumble, _), (.sort, _): break
            case (.keep, nil), (.clamp, nil): return nil
            case (.keep(.dropHighest, _), 0), (.keep(.dropLowest, _), 0): break
            case (.unique, _) where isAlone: break
            default: steps.append(modifier)
            }
        }
        self.steps = steps
        self.term = term
        self.count = count
        self.reach = reach
        self.work = work
        self.word = word
        isCounted = word != nil || steps.contains(where: \.isCount)
    }

    /// Returns the series of the term's totals.
    func series() throws(OddsError) -> Series {
        do {
            return try ruled()
        } catch .noRule(let gap) where gap != .tooLarge {
            if let series = try enumerated() {
                return series
            }
            throw .noRule(gap)
        }
    }

    /// Throws `noRule` if dice depend on each other in a way other than by keeping or dropping.
    private func ruled() throws(OddsError) -> Series {
        guard count > 0 else { return .certain(0) }
        let isDistinct = steps.first == .unique(once: false)
        let steps = steps.dropFirst(isDistinct ? 1 : 0)
        if isDistinct {
            guard Set(die.weights.values).count == 1 else {
                throw .noRule(.unlikeFacesThatDiffer)
            }
            guard count <= die.weights.count else { throw .noRule(.moreDiceThanFaces) }
        }
        guard !steps.contains(where: \.isUnique) else {
            throw .noRule(.uniqueAfterOthers)
        }
        let keeps = steps.compactMap(\.keep)
        let isKept = GroupRules.isKept(count, keeps)
        if keeps.contains(where: { $0.1 == 0 }) {
            return .certain(0)
        }
        if let explosion = steps.firstIndex(where: \.addsDice),
            steps[explosion...].contains(where: \.isKeep)
        {
            throw .noRule(.keepAfterExplosion)
        }
        let isAll = !isKept.contains(false)
        if isAll, !isDistinct {
            return try sum(after: steps.filter { !$0.isKeep }[...])
        }
        let first =
            isAll
            ? steps.startIndex : steps.firstIndex(where: \.isKeep) ?? steps.endIndex
        let last =
            isAll
            ? steps.startIndex : steps.lastIndex(where: \.isKeep) ?? steps.endIndex
        guard steps[first..<last].allSatisfy({ $0.isKeep || $0.isCount }) else {
            throw .noRule(.changeBetweenKeeps)
        }
        if !isKept.contains(true) {
            return .certain(0)
        }
        if isDistinct, steps[..<first].contains(where: \.rolls.some) {
            throw .noRule(.uniqueRerolls)
        }
        // Each face is a separate level if it may occur only once.
        var dice = isDistinct ? die.weights.keys.map { DieOdds($0) } : [die]
        for index in dice.indices {
            for step in steps[..<first] {
                dice[index] = try dice[index].after(step, of: self)
            }
            dice[index] = try dice[index].closed()
        }
        let states = dice.flatMap(\.weights).sorted { $0.key.value > $1.key.value }
        // The rank of two dice with equal values depends on their order.
        guard Set(states.map(\.key)).count == Set(states.map(\.key.value)).count else {
            throw .noRule(.changeAfterCount)
        }
        let after = steps[first...].filter { !$0.isKeep }[...]
        var levels: [Ranks.Level] = []
        for (state, weight) in states {
            levels.append(
                Ranks.Level(
                    weight: weight,
                    outcome: try series(DieOdds(state), after: after)
                )
            )
        }
        let ways =
            isDistinct
            ? Self.choices(count, of: levels.count) : dice[0].denominator.power(count)
        let ranks = Ranks(
            levels: levels,
            counts: [count],
            isKept: isKept,
            isDistinct: isDistinct,
            work: work
        )
        return try ranks.sum(of: ways)
    }

    private static func choices(_ chosen: Int, of all: Int) -> Factors {
        (0..<chosen).reduce(Factors.one) { $0 * Factors(UInt64(all - $1)) }
            .divided(
                by: (0..<chosen).reduce(Factors.one) { $0 * Factors(UInt64($1 + 1)) }
            )
    }

    /// Returns the cost of a roll. Throws if throws would too often cut off a chain of dice.
    func cost() throws(OddsError) -> OddsCost {
        var dice = 1.0
        var isFresh = true
        for step in steps {
            let hits = try die.split(by: step.test(die)).hits.mass.ratio(
                to: die.denominator.natural
            )
            let faces = Double(die.weights.count)
            let share = step.isUnique ? (min(Double(count), faces) - 1) / faces : hits
            if case .explode(_, _, let maximum?) = step {
                dice *= (0...maximum).reduce(0) { sum, _ in 1 + sum * share }
            } else if step.rolls.endlessly, share > 0, count > 0 {
                let goingOn = (0..<NotationLimits.chain).reduce(Double(count) * dice) {
                    chance,
                    _ in
                    chance * share
                }
                guard share < 1, goingOn < Distribution.negligible else {
                    throw .noRule(.longChains)
                }
                dice *= (isFresh ? 0 : 1) + 1 / (1 - share)
            } else if step.rolls.some {
                dice *= 2
            }
            if case .explode = step {
                isFresh = false
            }
            if case .clamp = step {
                isFresh = false
            }
        }
        let steps = term.modifiers.count * NotationLimits.steps(dice: count)
        return OddsCost(
            dice: Double(count) * dice,
            longest: dice > 1 ? dice : 0,
            steps: steps
        )
    }
}
