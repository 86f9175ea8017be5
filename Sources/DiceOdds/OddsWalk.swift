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

    init(reach: Int, _ work: Work) {
        self.reach = reach
        self.work = work
    }

    /// What the total of a part can be. The error names a part that no rule covers.
    mutating func distribution(of expression: Expression) throws(OddsError) -> Distribution {
        do {
            return try plain(expression)
        } catch .noRule(let reason) {
            throw .invalid(Self.error("no exact odds of \(reason)", at: expression.place))
        } catch .tooLarge {
            throw .invalid(Self.error(Self.tooLarge, at: expression.place))
        }
    }

    static let tooLarge = "exact odds of this take too long, or too much memory"

    static func error(_ message: String, at place: Range<Int>) -> NotationError {
        NotationError(
            message, at: place, expected: ["fewer dice", "other modifiers"], reason: .limit(.work, Work.limit))
    }

    private mutating func plain(_ expression: Expression) throws(OddsError) -> Distribution {
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
            default: try one.combined(with: other, name, work)
            }
        case .call(let function, let arguments):
            if arguments.count > 1 {
                let best = Modifier.keep(function == .min ? .keepLowest : .keepHighest, Expression(.number(1)))
                return try total(of: arguments, [best], [1])
            }
            return try distribution(of: arguments[0]).mapped(work) { [work] (total) throws(OddsError) in
                try total.applying(function, work)
            }
        case .dice(let term):
            return try cases(of: expression.parts) { (walk, numbers) throws(OddsError) in
                let pool = try DicePool(term.filled(with: numbers), reach: walk.reach, walk.work)
                guard let pool else { return .failure }
                try walk.count(steps: term.modifiers.count * NotationLimits.steps(dice: pool.count))
                walk.draws.add(try pool.draws(), times: walk.times)
                return try Distribution(try pool.series(), unit: 1, walk.work)
            }
        case .group(let members, let modifiers):
            return try cases(of: modifiers.compactMap(\.number)) { (walk, numbers) throws(OddsError) in
                try walk.total(of: members, modifiers, numbers)
            }
        case .repeated(let count, let body):
            return try cases(of: [count]) { (walk, numbers) throws(OddsError) in
                guard let count = whole(numbers[0], 0...NotationLimits.repeats) else { return .failure }
                guard count > 0 else { return .certain(0) }
                let before = walk.times
                walk.times = min(before * count, 1 << 40)
                defer { walk.times = before }
                return try walk.distribution(of: body).repeated(count, walk.work)
            }
        }
    }

    /// The distribution of a group.
    private mutating func total(
        of members: [Expression], _ modifiers: [Modifier], _ numbers: [Fraction]
    ) throws(OddsError) -> Distribution {
        try count(steps: modifiers.count)
        var kinds: [(member: Expression, distribution: Distribution, count: Int)] = []
        for member in members {
            let distribution = try distribution(of: member)
            if let kind = kinds.firstIndex(where: { $0.member == member }) {
                kinds[kind].count += 1
            } else {
                kinds.append((member, distribution, 1))
            }
        }
        guard let rules = GroupRules(modifiers, numbers, members: members.count) else { return .failure }
        return try rules.total(of: kinds.map { ($0.distribution, $0.count) }, work)
    }

    /// The distribution that `body` makes of the values of `expressions`, over all that these can be.
    private mutating func cases(
        of expressions: [Expression],
        _ body: (inout OddsWalk, [Fraction]) throws(OddsError) -> Distribution
    ) throws(OddsError) -> Distribution {
        let known = expressions.compactMap(\.value)
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
            try work.hold(choices.count * values.totals.count, 16 + Natural.room(denominator.width))
            choices = choices.flatMap { choice in
                zip(values.totals, values.weights).map { (choice.numbers + [$0], choice.weight * $1) }
            }
        }
        var parts: [(weight: Natural, distribution: Distribution)] = []
        let (before, stepsBefore) = (draws, steps)
        var (most, mostSteps) = (draws, steps)
        for choice in choices {
            draws = before
            steps = stepsBefore
            try work.spend(4_000)
            parts.append((choice.weight, try body(&self, choice.numbers)))
            most = most.joined(with: draws)
            mostSteps = max(mostSteps, steps)
        }
        draws = most
        steps = mostSteps
        return try .mixture(parts, failed: failed, of: denominator, work)
    }

    /// Counts parts of the expression, each as often as it is evaluated.
    private mutating func count(steps more: Int) throws(OddsError) {
        steps += more * times
        guard steps <= NotationLimits.dice * NotationLimits.stepsPerDie else {
            throw .noRule("more steps than one evaluation may take")
        }
    }
}
