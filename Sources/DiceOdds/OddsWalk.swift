internal import DiceNotation

/// One way through an expression, with chains of explosions followed so far.
struct OddsWalk {
    let reach: Int
    let work: Work
    /// The dice that may be rolled.
    private(set) var draws = Draws()
    /// How often the part in hand is evaluated.
    private var times = 1
    private var steps = 0

    init(reach: Int, _ work: Work) { (self.reach, self.work) = (reach, work) }

    /// What the total of a part can be. The error names a part that no rule covers.
    mutating func distribution(of expression: Expression) throws(OddsStop) -> Distribution {
        do {
            let mark = work.held
            let distribution = try plain(expression)
            work.keep(distribution.size, since: mark)
            return distribution
        } catch .noRule(let reason) {
            throw .invalid(Self.error("no exact odds of \(reason)", at: expression.place))
        } catch .tooLarge {
            throw .invalid(Self.error(Self.tooLarge, at: expression.place))
        } catch {
            throw error
        }
    }

    static let tooLarge = "exact odds of this take too long, or too much memory"

    static func error(_ message: String, at place: Range<Int>) -> NotationError {
        NotationError(
            message, at: place, expected: ["fewer dice", "other modifiers"], reason: .limit(.work, Work.limit))
    }

    private mutating func plain(_ expression: Expression) throws(OddsStop) -> Distribution {
        try count(steps: 1)
        switch expression.kind {
        case .number(let value): return .certain(value)
        case .parameter(let parameter):
            guard let value = parameter.standard else {
                throw .invalid(
                    NotationError(
                        "the value of `\(parameter.name)` is missing: `{\(parameter.name)=7}`?", at: expression.place,
                        expected: ["a value"]))
            }
            return .certain(value)
        case .negated(let inner): return try distribution(of: inner).negated
        case .binary(let name, let left, let right):
            let (one, other) = (try distribution(of: left), try distribution(of: right))
            return switch name {
            case .add: try one.plus(other, work)
            case .subtract: try one.plus(other.negated, work)
            default: try one.combined(with: other, .binary(name), work)
            }
        case .call(let function, let arguments): return try call(function, arguments)
        case .dice(let term): return try dice(term)
        case .group(let members, let modifiers): return try group(members, modifiers)
        case .repeated(let count, let body):
            return try cases(of: [count]) { (walk, numbers) throws(OddsStop) in
                guard let count = whole(numbers[0], 0...NotationLimits.repeats) else { return .failure }
                guard count > 0 else { return .certain(0) }
                let before = walk.times
                walk.times = min(before * count, 1 << 40)
                defer { walk.times = before }
                return try walk.distribution(of: body).repeated(count, walk.work)
            }
        }
    }

    private mutating func call(_ function: Function, _ arguments: [Expression]) throws(OddsStop) -> Distribution {
        var result = try distribution(of: arguments[0])
        for argument in arguments.dropFirst() {
            let other = try distribution(of: argument)
            result = try result.combined(with: other, function == .min ? .minimum : .maximum, work)
        }
        return try result.mapped(work) { [work] (total) throws(OddsStop) in
            try function.value(total, work)
        } tail: { [work] (tail) throws(OddsStop) in
            try function.reach(tail, work)
        }
    }

    /// The distribution that `body` makes of the values of `expressions`, over all that these can be.
    mutating func cases(
        of expressions: [Expression],
        _ body: (inout OddsWalk, [Fraction]) throws(OddsStop) -> Distribution
    ) throws(OddsStop) -> Distribution {
        let known = expressions.compactMap { if case .number(let number) = $0.kind { number } else { nil } }
        if known.count == expressions.count {
            try count(steps: known.count)
            return try body(&self, known)
        }
        var (choices, denominator, failed) = ([(numbers: [Fraction](), weight: Natural.one)], Factors.one, Natural.zero)
        for expression in expressions {
            let values = try distribution(of: expression)
            guard values.tail == nil else { throw .noRule("a number without end that decides about dice") }
            failed = failed * values.denominator.natural + choices.reduce(.zero) { $0 + $1.weight } * values.failed
            denominator = denominator * values.denominator
            try work.spend(choices.count * values.totals.count * 16)
            try work.hold(choices.count * values.totals.count, 16 + Natural.room(denominator.width))
            choices = choices.flatMap { choice in
                zip(values.totals, values.weights).map { (choice.numbers + [$0], choice.weight * $1) }
            }
        }
        if choices.count == 1, failed.isZero { return try body(&self, choices[0].numbers) }
        var parts: [(weight: Natural, distribution: Distribution)] = []
        let (before, stepsBefore) = (draws, steps)
        var (most, mostSteps) = (draws, steps)
        for choice in choices {
            (draws, steps) = (before, stepsBefore)
            try work.spend(4_000)
            let mark = work.held
            let part = try body(&self, choice.numbers)
            work.keep(part.size, since: mark)
            parts.append((choice.weight, part))
            (most, mostSteps) = (most.joined(with: draws), max(mostSteps, steps))
        }
        (draws, steps) = (most, mostSteps)
        return try .mixture(parts, failed: failed, of: denominator, work)
    }

    mutating func count(_ draws: Draws) { self.draws.add(draws, times: times) }

    /// Counts parts of the expression, each as often as it is evaluated.
    mutating func count(steps more: Int) throws(OddsStop) {
        steps += more * times
        guard steps <= NotationLimits.dice * NotationLimits.stepsPerDie else {
            throw .noRule("more steps than one evaluation may take")
        }
    }
}

/// A whole number of the range; nil for others.
func whole(_ number: Fraction, _ range: ClosedRange<Int>) -> Int? {
    Int(exactly: number).flatMap { range.contains($0) ? $0 : nil }
}

/// How many dice may be rolled: never fewer than really are.
struct Draws {
    private(set) var mean = 0.0
    private(set) var variance = 0.0

    mutating func add(_ other: Draws, times: Int) {
        mean += other.mean * Double(times)
        variance += other.variance * Double(times)
    }

    func joined(with other: Draws) -> Draws {
        Draws(mean: max(mean, other.mean), variance: max(variance, other.variance))
    }

    /// Whether it can never roll more dice than a throw may.
    var isPossible: Bool { mean + 10 * variance.squareRoot() <= Double(NotationLimits.dice) }
}
