import DiceNotation

/// A traversal of an expression that follows chains of explosions up to a fixed length.
struct OddsWalk {
    let reach: Int
    let work: Work
    var cost = OddsCost()
    /// The number of times that the current part is evaluated.
    var times = 1
    /// The word to count; `nil` for numbers.
    var word: String?

    /// Returns the distribution of a part's totals. The error names the part that no rule covers.
    mutating func distribution(of expression: Expression) throws(OddsError)
        -> Distribution
    {
        do {
            let distribution = try plain(expression)
            // Charge for writing the distribution.
            let width = distribution.denominator.width
            try work.spend(distribution.totals.count, 8 * width * width + 500)
            try cost.check()
            return distribution
        } catch  where error.isFinal {
            throw error.placed(at: expression.range)
        }
    }

    private mutating func plain(_ expression: Expression) throws(OddsError)
        -> Distribution
    {
        cost.add(OddsCost(steps: 1), times: times)
        if let counted = word, !expression.hasSymbols {
            word = nil
            defer {
                word = counted
            }
            // The part contributes no count, but its evaluation may fail.
            return try plain(expression).mapped(work) { _ in Total(value: 0) }
        }
        switch expression.kind {
        case .number(let value): return .certain(value)
        case .parameter(let parameter):
            if let value = parameter.standard {
                return .certain(value)
            }
            let message =
                "missing value for `\(parameter.name)`; try `{\(parameter.name)=7}`"
            throw .invalid(
                NotationError(message, at: expression.range, expected: ["a value"])
            )
        case .negated(let inner): return try distribution(of: inner).negated
        case .binary(let name, let left, let right):
            let one = try distribution(of: left)
            let other = try distribution(of: right)
            return switch name {
            case .add: try .sum(of: [(one, 1), (other, 1)], work)
            case .subtract: try .sum(of: [(one, 1), (other.negated, 1)], work)
            default: try one.combined(name, with: other, work)
            }
        case .call(let function, let arguments):
            if arguments.count > 1 {
                let best = Modifier.keep(
                    function == .min ? .keepLowest : .keepHighest,
                    Expression(.number(1))
                )
                return try total(of: arguments, [best], [1])
            }
            return try distribution(of: arguments[0]).mapped(work) {
                [work] (total) throws(OddsError) in
                try total.applying(function, work)
            }
        case .dice(let term):
            return try cases(of: expression.parts) {
                (walk, numbers) throws(OddsError) in
                let pool = try DicePool(
                    term.filled(with: numbers),
                    counting: walk.word,
                    reach: walk.reach,
                    walk.work
                )
                guard let pool else { return .failure }
                walk.cost.add(try pool.cost(), times: walk.times)
                return try Distribution(pool.series(), walk.work)
            }
        case .group(let members, let modifiers):
            return try cases(of: modifiers.compactMap(\.number)) {
                (walk, numbers) throws(OddsError) in
                try walk.total(of: members, modifiers, numbers)
            }
        case .repeated(let count, let body):
            return try cases(of: [count]) { (walk, numbers) throws(OddsError) in
                let count = Expression(.number(numbers[0])).whole(
                    0...NotationLimits.repeats
                )
                guard let count else { return .failure }
                guard count > 0 else { return .certain(0) }
                let before = walk.times
                walk.times = min(before * count, 1 << 30)
                defer {
                    walk.times = before
                }
                return try .sum(of: [(walk.distribution(of: body), count)], walk.work)
            }
        case .check(let body, _, _), .outcomes(let body, _):
            return try distribution(of: body)
        }
    }

    /// Returns the distribution of a group.
    private mutating func total(
        of members: [Expression],
        _ modifiers: [Modifier],
        _ numbers: [Fraction]
    ) throws(OddsError) -> Distribution {
        cost.add(OddsCost(steps: modifiers.count), times: times)
        var kinds: [(member: Expression, distribution: Distribution, count: Int)] = []
        for member in members {
            let distribution = try distribution(of: member)
            if let kind = kinds.firstIndex(where: { $0.member == member }) {
                kinds[kind].count += 1
            } else {
                kinds.append((member, distribution, 1))
            }
        }
        guard let rules = GroupRules(modifiers, numbers, members: members.count) else {
            return .failure
        }
        return try rules.total(of: kinds.map { ($0.distribution, $0.count) }, work)
    }

    /// Returns the distribution of a part whose words do not count.
    private mutating func number(_ expression: Expression) throws(OddsError)
        -> Distribution
    {
        let counted = word
        word = nil
        defer {
            word = counted
        }
        return try distribution(of: expression)
    }

    /// Returns the distribution that results when `body` is applied to every combination of values
    /// of `expressions`.
    private mutating func cases(
        of expressions: [Expression],
        _ body: (inout OddsWalk, [Fraction]) throws(OddsError) -> Distribution
    ) throws(OddsError) -> Distribution {
        var choices = [(numbers: [Fraction](), weight: Natural.one)]
        var denominator = Factors.one
        var failed = Natural.zero
        for expression in expressions {
            let values = try number(expression)
            guard values.tail == nil else { throw .noRule(.endlessNumber) }
            failed =
                failed * values.denominator.natural + choices.reduce(.zero) {
                    $0 + $1.weight
                }
                * values.failed
            denominator = denominator * values.denominator
            try work.hold(
                choices.count * values.totals.count,
                16 + Work.place + denominator.width
            )
            choices = choices.flatMap { choice in
                zip(values.totals, values.weights).map {
                    (choice.numbers + [$0], choice.weight * $1)
                }
            }
        }
        if choices.count == 1, failed.isZero {
            return try body(&self, choices[0].numbers)
        }
        var parts: [(weight: Natural, distribution: Distribution)] = []
        let before = cost
        var maximum = cost
        for choice in choices {
            cost = before
            try work.spend(4_000)
            parts.append((choice.weight, try body(&self, choice.numbers)))
            maximum = maximum.joined(with: cost)
        }
        cost = maximum
        return try .mixture(parts, failed: failed, of: denominator, work)
    }
}
