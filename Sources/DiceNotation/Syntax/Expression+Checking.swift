extension Expression {
    /// Throws `NotationError`, with the position of the error, for anything that would fail for all
    /// faces: a division by zero, a die without sides, dice that never stop exploding, more dice
    /// than `dice`, or more steps than an evaluation of that many dice may take. Parameters are
    /// assumed to have any value.
    @discardableResult
    public func check(dice: Int = NotationLimits.dice) throws(NotationError)
        -> FirstDice
    {
        var checker = Checker(diceLimit: dice)
        _ = try checker.check(self)
        return checker.first
    }

    /// The dice that are rolled first if the parameters have their default values; none if the
    /// expression cannot be evaluated.
    public var firstDice: FirstDice {
        var checker = Checker(diceLimit: NotationLimits.dice, isFilled: true)
        do {
            _ = try checker.check(self)
        } catch {
            return FirstDice()
        }
        return checker.first
    }

    /// True if a die of two or more faces may be rolled, whatever values the parameters have.
    var rollsFaces: Bool { (try? check())?.hasFaces ?? true }

    /// True if the expression has dice, even if none of them is rolled.
    var hasDice: Bool {
        if case .dice = kind { true } else { parts.contains(where: \.hasDice) }
    }

    /// The maximum size of a throw of the expression, for all faces, if the parameters have their
    /// default values.
    public var throwSize: ThrowSize {
        var checker = Checker(diceLimit: NotationLimits.dice, isFilled: true)
        checker.extent = DiceExtent()
        do {
            _ = try checker.check(self)
        } catch {
            return ThrowSize()
        }
        return checker.size(of: self)
    }
}

/// Evaluates the parts that do not depend on dice.
private struct Checker {
    let diceLimit: Int
    /// True if parameters have their default values.
    var isFilled = false
    /// The minimum number of dice that are rolled.
    var dice = 0
    /// The dice that do not depend on any face.
    var first = FirstDice()
    /// True if faces decide how many times the current part is evaluated.
    var isCounted = false
    /// The minimum and maximum number of times that the current part is evaluated.
    var times = 1
    var maxTimes = 1
    var steps = 0
    /// The maximum size of the dice and of their text; `nil` if not requested.
    var extent: DiceExtent?

    /// Returns the expression's value, or `nil` if the value depends on dice or parameters.
    mutating func check(_ expression: Expression) throws(NotationError) -> Fraction? {
        try count(steps: 1, at: expression.range)
        extent?.addText(24 + (expression.label?.utf8.count ?? 0), times: maxTimes)
        switch expression.kind {
        case .number(let value): return value
        case .parameter(let parameter): return isFilled ? parameter.standard : nil
        case .negated(let inner): return try check(inner).map { -$0 }
        case .dice(let term): return try check(term, at: expression.range) ? nil : 0
        case .group(let members, let modifiers):
            var values: [Fraction?] = []
            for member in members {
                values.append(try check(member))
            }
            for modifier in modifiers {
                try count(steps: members.count, at: expression.range)
                let number = try check(modifier, .members)
                if modifier.number != nil {
                    values.append(number)
                }
            }
            let known = values.compactMap(\.self)
            guard known.count == values.count else { return nil }
            let rules = GroupRules(
                modifiers,
                Array(known[members.count...]),
                members: members.count
            )
            return try evaluate(
                at: expression.range,
                try rules?.sum(of: Array(known[..<members.count])) ?? 0
            )
        case .binary(let name, let left, let right):
            let one = try check(left)
            let other = try check(right)
            if name == .divide || name == .remainder, other == 0 {
                throw NotationError(
                    "cannot divide by zero",
                    at: right.range,
                    expected: ["another number"]
                )
            }
            guard let one, let other else { return nil }
            return try evaluate(
                at: expression.range,
                try Arithmetic.apply(name, one, other)
            )
        case .call(let function, let arguments):
            var values: [Fraction] = []
            for argument in arguments {
                if let value = try check(argument) {
                    values.append(value)
                }
            }
            guard values.count == arguments.count else { return nil }
            return try evaluate(
                at: expression.range,
                try Arithmetic.apply(function, values)
            )
        case .repeated(let count, let body):
            let number = try whole(count, in: 0...NotationLimits.repeats, .repeats)
            let before = (times: times, maxTimes: maxTimes, isCounted: isCounted)
            times = times * (number ?? 1)
            isCounted = isCounted || number == nil
            maxTimes = min(maxTimes * (number ?? count.magnitude), Expression.unknown)
            defer {
                times = before.times
                maxTimes = before.maxTimes
                isCounted = before.isCounted
            }
            let start = first.dice.count
            let value = try check(body)
            let round = first.dice[start...]
            for _ in 1..<max(1, number ?? 1) where !round.isEmpty {
                first.dice += round
            }
            if number == 0 {
                first.dice.removeSubrange(start...)
                return 0
            }
            guard let number, let value else { return nil }
            return try evaluate(at: expression.range, try value * Fraction(number))
        case .check(let body, _, let target):
            let value = try check(body)
            _ = try check(target)
            return value
        case .outcomes(let body, _): return try check(body)
        }
    }

    /// Returns the maximum size of a throw of the expression, which has been checked.
    func size(of expression: Expression) -> ThrowSize {
        let verdicts = expression.verdictExtent
        var size = extent?.size ?? ThrowSize()
        size.result += verdicts.result
        size.text += verdicts.text
        size.faceLists = expression.faceListBytes
        return size
    }

    private mutating func count(steps number: Int, at place: Range<Int>)
        throws(NotationError)
    {
        steps += number * times
        let maximum = diceLimit * NotationLimits.stepsPerDie
        guard steps <= maximum else {
            throw limit(
                "this takes more than \(maximum) steps to evaluate",
                place,
                .steps,
                maximum
            )
        }
    }

    /// Returns true if any die may be rolled.
    private mutating func check(_ term: DiceTerm, at place: Range<Int>)
        throws(NotationError)
        -> Bool
    {
        let count = try whole(term.count, in: 0...NotationLimits.dice, .dice)
        dice += times * (count ?? 0)
        guard dice <= diceLimit else {
            throw limit(
                "at most \(diceLimit) dice may be rolled at a time",
                place,
                .dice,
                diceLimit
            )
        }
        let die: DieKind? =
            switch term.sides {
            case .fate(let die): DieKind(die)
            case .custom(let faces): DieKind(faces)
            case .number(let number):
                try whole(number, in: NotationLimits.sides, .sides).map {
                    DieKind(sides: $0)
                }
            }
        if count != 0, times != 0, die.map({ $0.sides > 1 }) ?? true {
            first.hasFaces = true
        }
        if let count, let die, !isCounted {
            first.dice += Array(repeating: die, count: count)
        } else {
            first.mayGrow = true
        }
        // `areAsDrawn` is true while all dice still show the faces drawn; `kept` is the number of
        // kept dice.
        var areAsDrawn = true
        var kept = count
        var isRolled = count != 0 || die == nil
        var maximum = count ?? term.count.magnitude
        for modifier in term.modifiers {
            try self.count(steps: NotationLimits.steps(dice: count ?? 0), at: place)
            let number = try check(modifier, .dice)
            if number == nil, modifier.number != nil {
                isRolled = true
            }
            if let die, areAsDrawn, count ?? 1 > 0 {
                try checkEnd(of: modifier, number, dice: kept, die, at: place)
            }
            switch modifier {
            case .clamp: areAsDrawn = false
            case .explode(_, _, let limit):
                areAsDrawn = false
                first.mayGrow = true
                maximum = limit.map { maximum * (1 + $0) } ?? Expression.unknown
            case .reroll(_, let once), .unique(let once):
                first.mayGrow = true
                maximum = once ? 2 * maximum : Expression.unknown
            case .keep, .filter: kept = nil
            default: break
            }
        }
        maximum = min(maxTimes * min(maximum, Expression.unknown), Expression.unknown)
        first.maximum = min(first.maximum + maximum, Expression.unknown)
        extent?.add(term, dice: maximum)
        return isRolled
    }

    /// Returns the value of the modifier's number, or `nil` if the modifier has no number or the
    /// number depends on dice or parameters.
    private mutating func check(_ modifier: Modifier, _ what: NotationLimit)
        throws(NotationError)
        -> Fraction?
    {
        guard let number = modifier.number else { return nil }
        switch modifier {
        case .keep:
            return try whole(number, in: 0...NotationLimits.dice, what).map {
                Fraction($0)
            }
        case .clamp:
            let value = try check(number)
            let largest = NotationLimits.sides.upperBound
            guard let value,
                Int(exactly: value).map({ !(-largest...largest).contains($0) }) ?? true
            else {
                return value
            }
            throw NotationError(
                "a bound must be a whole number from -\(largest) to \(largest)",
                at: number.range,
                expected: ["a whole number"],
                reason: value.denominator == 1 ? .limit(.bound, largest) : .bad
            )
        default: return try check(number)
        }
    }

    private func checkEnd(
        of modifier: Modifier,
        _ number: Fraction?,
        dice: Int?,
        _ die: DieKind,
        at place: Range<Int>
    ) throws(NotationError) {
        let (comparison, standard, what): (Comparison?, Int, String)
        let values = die.values
        switch modifier {
        case .explode(_, let point, nil):
            comparison = point
            standard = die.highest
            what = "explodes"
        case .reroll(let point, once: false):
            comparison = point
            standard = die.lowest
            what = "is rerolled"
        case .unique(once: false):
            let count = values?.count ?? die.highest - die.lowest + 1
            guard let dice, dice > count else { return }
            throw NotationError(
                "\(dice) dice of \(count) \(count == 1 ? "face" : "faces") cannot all differ",
                at: place,
                expected: ["\(count) at most", "uo"],
                reason: .limit(.chain, NotationLimits.chain)
            )
        default: return
        }
        // A number that depends on dice may have any value.
        guard let number = comparison == nil ? Fraction(standard) : number else {
            return
        }
        guard die.meets(comparison?.relation ?? .equal, number).all else { return }
        throw NotationError(
            "every face of the die \(what), so rolling would never end",
            at: comparison?.number.range ?? place,
            expected: ["a comparison that some face does not meet"],
            reason: .limit(.chain, NotationLimits.chain)
        )
    }

    private mutating func whole(
        _ expression: Expression,
        in range: ClosedRange<Int>,
        _ what: NotationLimit
    ) throws(NotationError) -> Int? {
        guard let value = try check(expression) else { return nil }
        let place = expression.range
        guard let number = Int(exactly: value) else {
            throw NotationError(
                "\(value) is not a whole number of \(what.rawValue)",
                at: place,
                expected: ["a whole number"]
            )
        }
        if number > range.upperBound {
            throw limit(
                "at most \(range.upperBound) \(what.rawValue) are allowed",
                place,
                what,
                range.upperBound
            )
        }
        if number < range.lowerBound {
            throw NotationError(
                range.lowerBound == 1
                    ? "a die must have at least one side"
                    : "\(number) \(what.rawValue) are too few",
                at: place,
                expected: ["\(range.lowerBound) or more"]
            )
        }
        return number
    }

    private func limit(
        _ message: String,
        _ place: Range<Int>,
        _ what: NotationLimit,
        _ limit: Int
    )
        -> NotationError
    {
        NotationError(
            message,
            at: place,
            expected: ["\(limit) at most"],
            reason: .limit(what, limit)
        )
    }

    private func evaluate(
        at place: Range<Int>,
        _ value: @autoclosure () throws(Arithmetic.Error) -> Fraction
    ) throws(NotationError) -> Fraction {
        do {
            return try value()
        } catch {
            throw NotationError(error.message, at: place, expected: ["other numbers"])
        }
    }
}
