internal import DiceNotation

/// The dice of a term in which all numbers are known.
struct DicePool {
    let term: DiceTerm
    let count: Int
    /// A die as it is rolled.
    let die: DieOdds
    let steps: [DiceStep]
    /// How many explosions of a die are followed.
    let reach: Int
    let work: Work

    /// nil if a number cannot be.
    init?(_ term: DiceTerm, reach: Int, _ work: Work) throws(OddsError) {
        guard let count = term.count.value.flatMap({ whole($0, 0...NotationLimits.dice) }) else { return nil }
        switch term.sides {
        case .fate(let fate): die = DieOdds(fate)
        case .number(let number):
            guard let sides = number.value.flatMap({ whole($0, NotationLimits.sides) }) else { return nil }
            die = try DieOdds(sides: sides, work)
        }
        guard let steps = DiceStep.steps(term.modifiers, of: die) else { return nil }
        // A die that is alone differs from all others.
        let isAlone = count == 1 && !steps.contains(where: \.addsDice)
        self.steps = isAlone ? steps.filter { !$0.isUnique } : steps
        self.term = term
        self.count = count
        self.reach = reach
        self.work = work
    }

    func series() throws(OddsError) -> Series {
        do {
            return try ruled()
        } catch .noRule(let reason) {
            if let series = try enumerated() { return series }
            throw .noRule(reason)
        }
    }

    /// Throws `noRule` if dice depend on each other in another way than by which of them are kept.
    private func ruled() throws(OddsError) -> Series {
        guard count > 0 else { return .certain(0) }
        let isDistinct = steps.first == .unique(once: false)
        let steps = steps.dropFirst(isDistinct ? 1 : 0)
        if isDistinct {
            guard Set(die.weights.values).count == 1 else { throw .noRule("unlike faces that must differ") }
            guard count <= die.weights.count else { throw .noRule("more dice than faces, all of which must differ") }
        }
        guard !steps.contains(where: \.isUnique) else {
            throw .noRule("dice that are rolled again because of others, unless `u` comes first")
        }
        if steps.contains(.keep(.keepHighest, 0)) || steps.contains(.keep(.keepLowest, 0)) { return .certain(0) }
        let isKept = GroupRules.isKept(count, steps.compactMap(\.keep))
        let isAll = !isKept.contains(false)
        if let explosion = steps.firstIndex(where: \.addsDice), steps[explosion...].contains(where: \.isKeep) {
            throw .noRule("a keep or drop after dice that explode: with `!!` each stays one die")
        }
        if isAll, !isDistinct {
            var chain = chain(steps.filter { !$0.isKeep })
            return try chain.sum(of: count)
        }
        let first = isAll ? steps.startIndex : steps.firstIndex(where: \.isKeep) ?? steps.endIndex
        let last = isAll ? steps.startIndex : steps.lastIndex(where: \.isKeep).map { $0 + 1 } ?? steps.endIndex
        guard steps[first..<last].allSatisfy({ $0.isKeep || $0.isMark }) else {
            throw .noRule("so many dice that change between two keeps or drops")
        }
        if !isKept.contains(true) { return .certain(0) }
        if isDistinct, steps[..<first].contains(where: \.rolls) {
            throw .noRule("dice that must differ and are rolled again")
        }
        // Each face is a level of its own if it may be there only once.
        var dice = isDistinct ? die.weights.keys.map { DieOdds($0) } : [die]
        for index in dice.indices {
            for step in steps[..<first] { dice[index] = try dice[index].after(step, fresh: die, reach: reach, work) }
            dice[index] = try dice[index].closed()
        }
        let states = dice.flatMap(\.weights).sorted { $0.key.value > $1.key.value }
        // Which of two dice with one value ranks higher depends on where they lie.
        guard Set(states.map(\.key)).count == Set(states.map(\.key.value)).count else {
            throw .noRule("dice that are counted, change and are then kept or dropped")
        }
        var after = chain(steps[first...].filter { !$0.isKeep })
        var levels: [Ranks.Level] = []
        for (state, weight) in states {
            levels.append(Ranks.Level(weight: weight, outcome: try after.series(DieOdds(state))))
        }
        let ways = isDistinct ? Self.choices(count, of: levels.count) : dice[0].denominator.power(count)
        return try Ranks(levels, counts: [count], isKept: isKept, isDistinct: isDistinct, work).sum(of: ways)
    }

    private func chain(_ steps: some Sequence<DiceStep>) -> DieChain {
        DieChain(die, Array(steps), isCounted: self.steps.contains(where: \.isMark), reach: reach, work)
    }

    private static func choices(_ chosen: Int, of all: Int) -> Factors {
        (0..<chosen).reduce(Factors.one) { $0 * Factors(UInt64(all - $1)) }
            .divided(by: (0..<chosen).reduce(Factors.one) { $0 * Factors(UInt64($1 + 1)) })
    }

    /// How many dice may be rolled. Throws if a throw would often enough break off a chain of them.
    func draws() throws(OddsError) -> Draws {
        var (mean, isFresh) = (1.0, true)
        func goOn(_ share: Double, _ what: String) throws(OddsError) {
            guard share > 0, count > 0 else { return }
            let goingOn = (0..<NotationLimits.chain).reduce(Double(count) * mean) { chance, _ in chance * share }
            guard share < 1, goingOn < Distribution.negligible else {
                throw .noRule("dice that may be \(what) more than \(NotationLimits.chain) times")
            }
            mean *= (isFresh ? 0 : 1) + 1 / (1 - share)
        }
        for step in steps {
            switch step {
            case .unique(once: true), .reroll(_, once: true): mean *= 2
            case .unique:
                try goOn(Double(min(count, die.weights.count) - 1) / Double(die.weights.count), "rolled again")
            case .reroll(let test, _): try goOn(try die.share(meeting: test), "rolled again")
            case .explode(_, let test):
                try goOn(try die.share(meeting: test), "rolled after each other")
                isFresh = false
            case .clamp: isFresh = false
            case .keep, .mark: break
            }
        }
        return Draws(mean: Double(count) * mean, longest: mean > 1 ? mean : 0)
    }
}

/// How many dice may be rolled.
struct Draws {
    private(set) var mean = 0.0
    /// How many dice one may lead to, on average at most; 0 if no number of dice depends on faces.
    private(set) var longest = 0.0

    mutating func add(_ other: Draws, times: Int) {
        mean += other.mean * Double(times)
        longest = max(longest, other.longest)
    }

    func joined(with other: Draws) -> Draws {
        Draws(mean: max(mean, other.mean), longest: max(longest, other.longest))
    }

    /// Whether it hardly ever rolls more dice than a throw may: with such deviations a sum of geometric distributions is
    /// passed less often than once in 10¹³ times.
    var isPossible: Bool { mean + 8 * (mean * longest).squareRoot() + 30 * longest <= Double(NotationLimits.dice) }
}
