internal import DiceNotation

/// A dice term of which all numbers are known.
struct TermOdds {
    let count: Int
    let faces: Faces
    private let parts: [Part]
    private let isCounted: Bool
    let reach: Int
    let work: Work

    enum Part: Hashable {
        case keep(Keep, Int)
        case unique(once: Bool)
        case step(DieStep)

        var keep: (Keep, Int)? { if case .keep(let keep, let count) = self { (keep, count) } else { nil } }
        var isKeep: Bool { keep != nil }
        /// Whether it only looks at the dice.
        var isMark: Bool {
            switch self {
            case .step(.success), .step(.failure): true
            default: false
            }
        }
        /// Whether it may make more dice of one.
        var addsDice: Bool { if case .step(.explode(let kind, _)) = self { kind != .compound } else { false } }
        var step: DieStep? { if case .step(let step) = self { step } else { nil } }
    }

    init(count: Int, faces: Faces, parts: [Part], reach: Int, _ work: Work) {
        (self.count, self.faces, self.reach, self.work) = (count, faces, reach, work)
        isCounted = parts.contains(where: \.isMark)
        // A die that is alone differs from all others, and what drops no die does nothing.
        let isAlone = count == 1 && !parts.contains(where: \.addsDice)
        self.parts = parts.filter { part in
            switch part {
            case .unique: !isAlone
            case .keep(.dropHighest, 0), .keep(.dropLowest, 0): false
            default: true
            }
        }
    }

    /// Throws `noRule` if dice depend on each other in another way than by which of them are kept.
    func series() throws(OddsStop) -> Series {
        guard count > 0 else { return .certain(0) }
        var parts = parts[...]
        let isDistinct = parts.first == .unique(once: false)
        if isDistinct {
            parts = parts.dropFirst()
            guard faces.weights.allSatisfy({ $0 == 1 }) else { throw .noRule("unlike faces that must differ") }
            guard count <= faces.weights.count else { throw .noRule("more dice than faces, all of which must differ") }
        }
        guard !parts.contains(where: { if case .unique = $0 { true } else { false } }) else {
            throw .noRule("dice that are rolled again because of others")
        }
        if parts.contains(where: { $0 == .keep(.keepHighest, 0) || $0 == .keep(.keepLowest, 0) }) { return .certain(0) }
        if let explosion = parts.firstIndex(where: \.addsDice), parts[explosion...].contains(where: \.isKeep) {
            throw .noRule("a keep or drop after dice that explode")
        }
        // Whether each rank is kept, the highest first.
        let kept = GroupRules.isKept(count, parts.compactMap(\.keep))
        let isAll = !kept.contains(false)
        if isAll, !isDistinct {
            var die = self.die(parts.compactMap(\.step))
            return try die.sum(of: count)
        }
        let first = isAll ? parts.startIndex : parts.firstIndex(where: \.isKeep) ?? parts.endIndex
        let last = isAll ? parts.startIndex : parts.lastIndex(where: \.isKeep).map { $0 + 1 } ?? parts.endIndex
        let between = parts[first..<last]
        guard between.allSatisfy({ $0.isKeep || $0.isMark }) else {
            throw .noRule("dice that change between two keeps or drops")
        }
        if !kept.contains(true) { return .certain(0) }
        let before = parts[..<first].compactMap(\.step)
        if isDistinct, before.contains(where: \.rolls) { throw .noRule("dice that must differ and are rolled again") }
        let after = between.filter(\.isMark).compactMap(\.step) + parts[last...].compactMap(\.step)
        return try ranked(before, after, kept, isDistinct)
    }

    private func die(_ steps: [DieStep]) -> DieOdds { DieOdds(faces, steps, isCounted: isCounted, reach: reach, work) }

    private func ranked(
        _ before: [DieStep], _ after: [DieStep], _ kept: [Bool], _ isDistinct: Bool
    ) throws(OddsStop) -> Series {
        var (die, rest) = (self.die(before), self.die(after))
        var (states, ways) = ([(die: RankedDie, weight: Natural)](), Factors.one)
        if isDistinct {
            for value in faces.lowest...faces.highest {
                var state = RankedDie(value: value)
                for step in before { state = try step.applied(to: state) }
                states.append((state, .one))
            }
            ways = Self.choices(count, of: faces.weights.count)
        } else {
            let (weights, denominator) = try die.states()
            (states, ways) = (weights.map { ($0.key, $0.value) }, denominator.power(count))
        }
        states.sort { $0.die.value > $1.die.value }
        // Which of two dice with one value ranks higher depends on where they lie.
        guard zip(states, states.dropFirst()).allSatisfy({ $0.die.value != $1.die.value || $0.die == $1.die }) else {
            throw .noRule("dice that are counted, change and are then kept or dropped")
        }
        var levels: [Ranks.Level] = []
        for state in states {
            levels.append(Ranks.Level(weight: state.weight, outcome: try rest.outcome(of: state.die)))
        }
        return try Ranks(levels, isKept: kept, isDistinct: isDistinct, work).sum(of: ways)
    }

    private static func choices(_ chosen: Int, of all: Int) -> Factors {
        (0..<chosen).reduce(Factors.one) { $0 * Factors(UInt64(all - $1)) }
            .divided(by: (0..<chosen).reduce(Factors.one) { $0 * Factors(UInt64($1 + 1)) })
    }
}
