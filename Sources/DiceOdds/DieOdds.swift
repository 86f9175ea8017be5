internal import DiceNotation

/// What one die of a term counts for, by what it shows and what the modifiers still do to it.
struct DieOdds {
    let faces: Faces
    let steps: [DieStep]
    /// Whether successes and failures are counted instead of values.
    let isCounted: Bool
    /// How many explosions of a die are followed.
    let reach: Int
    let work: Work
    private var known: [SeriesKey: Series] = [:]
    private var chains: [Int: Series] = [:]

    private struct SeriesKey: Hashable {
        let state: RankedDie
        let step: Int
    }

    init(_ faces: Faces, _ steps: [DieStep], isCounted: Bool, reach: Int, _ work: Work) {
        (self.faces, self.steps, self.isCounted, self.reach, self.work) = (faces, steps, isCounted, reach, work)
    }

    /// The outcomes of a die in this state, with the dice that follow it, after the steps from `index` on.
    mutating func outcome(of state: RankedDie, from index: Int = 0) throws(OddsStop) -> Series {
        guard index < steps.count else {
            if isCounted { return .certain(state.count) }
            return state.isOpen ? .beyond(state.value) : .certain(state.value)
        }
        guard steps[index].rolls else { return try unknownOutcome(of: state, from: index) }
        if let series = known[SeriesKey(state: state, step: index)] { return series }
        let series = try unknownOutcome(of: state, from: index)
        try work.hold(30)
        known[SeriesKey(state: state, step: index)] = series
        return series
    }

    private mutating func unknownOutcome(of state: RankedDie, from index: Int) throws(OddsStop) -> Series {
        try work.spend(1)
        switch steps[index] {
        case .reroll(let test, let once):
            guard try test.holds(state) else { return try outcome(of: state, from: index + 1) }
            return try one(of: try fresh(test, once: once), from: index + 1)
        case .explode(.compound, let test):
            guard try test.holds(state) else { return try outcome(of: state, from: index + 1) }
            var parts: [(weight: Natural, series: Series)] = []
            let chain = try self.chain(index, test) { (die, face) throws(OddsStop) in .certain(face) }
            for (sum, weight) in chain.entries {
                var grown = state
                grown.value += sum
                parts.append((weight, try outcome(of: grown, from: index + 1)))
            }
            if let end = chain.end {
                let rest = chain.denominator.natural - chain.mass
                let open = RankedDie(
                    value: state.value + end, isOpen: true, isSuccess: state.isSuccess, isFailure: state.isFailure)
                parts.append((rest, try outcome(of: open, from: index + 1)))
            }
            return try .mixture(parts, of: chain.denominator, work)
        case .explode(let explosion, let test):
            let alone = try outcome(of: state, from: index + 1)
            guard try test.holds(state) else { return alone }
            let chain = try self.chain(index, test) { (die, face) throws(OddsStop) in
                let value = explosion == .penetrate ? face - 1 : face
                return try die.outcome(of: RankedDie(value: value), from: index + 1)
            }
            return try alone.plus(chain, work)
        case .clamp, .success, .failure: return try outcome(of: try steps[index].applied(to: state), from: index + 1)
        }
    }

    /// How much a die counts for, if it shows one of `faces`.
    mutating func one(of faces: Faces, from index: Int) throws(OddsStop) -> Series {
        if index == steps.count, !isCounted { return faces.series }
        try work.spend(50 * faces.weights.count)
        try work.hold(faces.weights.count, 25)
        var parts: [(weight: Natural, series: Series)] = []
        for (value, weight) in faces.entries {
            parts.append((Natural(weight), try outcome(of: RankedDie(value: value), from: index)))
        }
        return try .mixture(parts, of: faces.denominator, work)
    }

    /// The faces of a die that is rolled again.
    private func fresh(_ test: FaceTest, once: Bool) throws(OddsStop) -> Faces {
        if once { return faces }
        try work.hold(faces.weights.count)
        guard let rest = faces.without(test) else { throw .noRule("dice that are rolled again without end") }
        return rest
    }

    /// What this many dice count for if all are kept.
    mutating func sum(of count: Int) throws(OddsStop) -> Series {
        let isPlain = steps.count == 1 && !isCounted
        guard case .explode(let explosion, let test) = steps.first, explosion == .another || isPlain else {
            return try one(of: faces, from: 0).power(count, work)
        }
        // A die that explodes is the first of a chain; all chains have as many last dice as there are dice.
        let less = explosion == .penetrate ? 1 : 0
        let (onward, last) = try parts(test) { (die, face) throws(OddsStop) in
            isPlain ? .certain(face - less) : try die.outcome(of: RankedDie(value: face), from: 1)
        }
        let share = Double(faces.weight(meeting: test)) / Double(faces.total)
        let reach = reach * (1 + Int(Double(count) * share / (1 - share) / 4))
        return try Series.chains(count, onward: onward, last: last, reach: reach, work).shifted(by: less * count)
    }

    /// What the faces that meet `test` count for, and what the others do.
    private mutating func parts(
        _ test: FaceTest, _ worth: (inout DieOdds, Int) throws(OddsStop) -> Series
    ) throws(OddsStop) -> (onward: Series, last: Series) {
        try work.hold(faces.weights.count, 25)
        var (onward, last): ([(weight: Natural, series: Series)], [(weight: Natural, series: Series)]) = ([], [])
        for (value, weight) in faces.entries {
            let part = (weight: Natural(weight), series: try worth(&self, value))
            if test.holds(value) { onward.append(part) } else { last.append(part) }
        }
        return (try .mixture(onward, of: faces.denominator, work), try .mixture(last, of: faces.denominator, work))
    }

    /// The sum of the dice that follow one that explodes by the step at `index`.
    private mutating func chain(
        _ index: Int, _ test: FaceTest,
        _ worth: (inout DieOdds, Int) throws(OddsStop) -> Series
    ) throws(OddsStop) -> Series {
        if let chain = chains[index] { return chain }
        let (onward, last) = try parts(test, worth)
        let chain = try Series.chains(1, onward: onward, last: last, reach: reach, work)
        chains[index] = chain
        return chain
    }

    /// The states of a die after all steps, with their weights in parts of the denominator. No step may add dice.
    mutating func states() throws(OddsStop) -> (states: [RankedDie: Natural], denominator: Factors) {
        try work.spend(600 * faces.weights.count)
        // The states, and what `TermOdds` makes of each.
        try work.hold(faces.weights.count, 60)
        var states: [RankedDie: Natural] = [:]
        for (value, weight) in faces.entries { states[RankedDie(value: value)] = Natural(weight) }
        var denominator = faces.denominator
        for (index, step) in steps.enumerated() {
            (states, denominator) = try apply(step, index, to: states, denominator)
        }
        return (Self.closed(states), denominator)
    }

    private mutating func apply(
        _ step: DieStep, _ index: Int, to states: [RankedDie: Natural], _ denominator: Factors
    ) throws(OddsStop) -> ([RankedDie: Natural], Factors) {
        var (after, parts) = ([RankedDie: Natural](), Factors.one)
        /// What a die that meets the test turns into.
        var turns: (RankedDie) -> [(RankedDie, Natural)] = { _ in [] }
        let test: FaceTest
        switch step {
        case .clamp, .success, .failure:
            for (state, weight) in states { after[try step.applied(to: state), default: .zero] += weight }
            return (after, denominator)
        case .reroll(let point, let once):
            let fresh = try fresh(point, once: once)
            (test, parts) = (point, fresh.denominator)
            turns = { _ in fresh.entries.map { (RankedDie(value: $0.value), Natural($0.weight)) } }
        case .explode(_, let point):
            let chain = try self.chain(index, point) { (die, face) throws(OddsStop) in .certain(face) }
            let rest = chain.denominator.natural - chain.mass
            (test, parts) = (point, chain.denominator)
            turns = { state in
                chain.entries.map { entry in
                    var grown = state
                    grown.value += entry.total
                    return (grown, entry.weight)
                }
                    + (chain.end.map { end in
                        var open = state
                        (open.value, open.isOpen) = (state.value + end, true)
                        return [(open, rest)]
                    } ?? [])
            }
        }
        let factor = parts.natural
        for (state, weight) in states {
            if try test.holds(state) {
                for (turned, share) in turns(state) where !share.isZero {
                    try work.spend(50 + weight.words.count * share.words.count)
                    if after[turned] == nil { try work.hold(Natural.room(denominator.width + parts.width)) }
                    after[turned, default: .zero] += weight * share
                }
            } else {
                after[state, default: .zero] += weight * factor
            }
        }
        return (after, denominator * parts)
    }

    /// The states, all cut off at the lowest value at which any of them is cut off.
    private static func closed(_ states: [RankedDie: Natural]) -> [RankedDie: Natural] {
        guard let end = states.keys.lazy.filter(\.isOpen).map(\.value).min() else { return states }
        return states.reduce(into: [:]) { closed, entry in
            var state = entry.key
            if state.value >= end { (state.value, state.isOpen) = (end, true) }
            closed[state, default: .zero] += entry.value
        }
    }
}
