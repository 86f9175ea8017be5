extension Expression {
    /// Throws `NotationError` for what would fail whatever is rolled, at its place: a division by zero, a die without
    /// sides, dice that never stop exploding, more dice than `dice`, or more steps than an evaluation of so many dice may
    /// take. Parameters can have any value.
    public func check(dice: Int = NotationLimits.dice) throws(NotationError) {
        var checker = Checker(diceLimit: dice)
        _ = try checker.check(self)
    }
}

/// Works out what does not depend on dice.
private struct Checker {
    let diceLimit: Int
    /// How many dice are rolled at least.
    private var dice = 0
    /// How often what is being looked at is evaluated at least.
    private var times = 1
    private var steps = 0

    init(diceLimit: Int) {
        self.diceLimit = diceLimit
    }

    /// The value; nil where it depends on dice or parameters.
    mutating func check(_ expression: Expression) throws(NotationError) -> Double? {
        try count(steps: 1, at: expression.place)
        switch expression.kind {
        case .number(let value): return value
        case .parameter: return nil
        case .negated(let inner): return try check(inner).map { -$0 }
        case .dice(let term):
            try check(term, at: expression.place)
            return nil
        case .group(let members, let modifiers):
            var values: [Double?] = []
            for member in members { values.append(try check(member)) }
            for modifier in modifiers {
                try count(steps: members.count, at: expression.place)
                _ = try check(modifier, "members")
            }
            guard modifiers.isEmpty, !values.contains(nil) else { return nil }
            let sum = values.reduce(0) { $0 + ($1 ?? 0) }
            return try evaluate(at: expression.place) { () throws(Arithmetic.Failure) in try Arithmetic.finite(sum) }
        case .binary(let name, let left, let right):
            let (one, other) = (try check(left), try check(right))
            if name == .divide || name == .remainder, other == 0 {
                throw NotationError(
                    "nothing can be divided by zero", at: right.place, expected: ["another number"])
            }
            guard let one, let other else { return nil }
            return try evaluate(at: expression.place) { () throws(Arithmetic.Failure) in
                try Arithmetic.apply(name, one, other)
            }
        case .call(let function, let arguments):
            var values: [Double] = []
            for argument in arguments {
                if let value = try check(argument) { values.append(value) }
            }
            guard values.count == arguments.count else { return nil }
            return try evaluate(at: expression.place) { () throws(Arithmetic.Failure) in
                try Arithmetic.apply(function, values)
            }
        case .repeated(let count, let body):
            let number = try whole(count, in: 0...NotationLimits.repeats, "repeats")
            let before = times
            times *= number ?? 1
            defer { times = before }
            let value = try check(body)
            guard let number, let value else { return nil }
            return try evaluate(at: expression.place) { () throws(Arithmetic.Failure) in
                try Arithmetic.finite(value * Double(number))
            }
        }
    }

    private mutating func count(steps number: Int, at place: Range<Int>) throws(NotationError) {
        steps += number * times
        let most = diceLimit * NotationLimits.stepsPerDie
        guard steps <= most else {
            throw limit("this is evaluated in more than \(most) steps", place, most)
        }
    }

    private mutating func check(_ term: DiceTerm, at place: Range<Int>) throws(NotationError) {
        let count = try whole(term.count, in: 0...NotationLimits.dice, "dice")
        dice += times * (count ?? 0)
        guard dice <= diceLimit else {
            throw limit("no more than \(diceLimit) dice are rolled at a time", place, diceLimit)
        }
        var faces: ClosedRange<Int>?
        switch term.sides {
        case .fate(let die): faces = die.value(ofFace: 1)...die.value(ofFace: die.sides)
        case .number(let number):
            faces = try whole(number, in: NotationLimits.sides, "sides").map { 1...$0 }
        }
        // Dice that still show what they were drawn with, and how many of them there are.
        var (areAsDrawn, kept) = (true, count)
        for modifier in term.modifiers {
            try self.count(steps: NotationLimits.steps(dice: count ?? 0), at: place)
            let number = try check(modifier, "dice")
            if let faces, areAsDrawn, count ?? 1 > 0 {
                try checkEnd(of: modifier, number, dice: kept, faces: faces, at: place)
            }
            switch modifier {
            case .clamp, .explode: areAsDrawn = false
            case .keep: kept = nil
            default: break
            }
        }
    }

    /// The value of the modifier's number; nil where it has none or that depends on dice or parameters.
    private mutating func check(_ modifier: Modifier, _ what: String) throws(NotationError) -> Double? {
        guard let number = modifier.number else { return nil }
        switch modifier {
        case .keep: return try whole(number, in: 0...NotationLimits.dice, what).map(Double.init)
        case .clamp:
            let (value, largest) = (try check(number), NotationLimits.sides.upperBound)
            guard let value, Int(exactly: value).map({ !(-largest...largest).contains($0) }) ?? true else {
                return value
            }
            throw NotationError(
                "a bound is a whole number from -\(largest) to \(largest)", at: number.place,
                expected: ["a whole number"], reason: value == value.rounded() ? .limit(largest) : .bad)
        default: return try check(number)
        }
    }

    /// Throws where the modifier would go on for ever.
    private func checkEnd(
        of modifier: Modifier, _ number: Double?, dice: Int?, faces: ClosedRange<Int>, at place: Range<Int>
    ) throws(NotationError) {
        let (comparison, standard, what): (Comparison?, Int, String)
        switch modifier {
        case .explode(_, let point): (comparison, standard, what) = (point, faces.upperBound, "explodes")
        case .reroll(let point, once: false):
            (comparison, standard, what) = (point, faces.lowerBound, "is rolled again")
        case .unique(once: false):
            guard let dice, dice > faces.count else { return }
            throw NotationError(
                "\(dice) dice of \(faces.count) \(faces.count == 1 ? "face" : "faces") cannot all differ", at: place,
                expected: ["\(faces.count) at most", "uo"], reason: .limit(NotationLimits.chain))
        default: return
        }
        // A number that depends on dice may be any.
        guard let number = comparison == nil ? Double(standard) : number else { return }
        let (lowest, highest) = (Double(faces.lowerBound), Double(faces.upperBound))
        let isEndless =
            switch comparison?.relation ?? .equal {
            case .equal: faces.count == 1 && number == lowest
            case .unequal: number != number.rounded() || number < lowest || number > highest
            case let relation: relation.holds(lowest, number) && relation.holds(highest, number)
            }
        guard isEndless else { return }
        throw NotationError(
            "every face of the die \(what), without end", at: comparison?.number.place ?? place,
            expected: ["a comparison that not every face meets"], reason: .limit(NotationLimits.chain))
    }

    private mutating func whole(
        _ expression: Expression, in range: ClosedRange<Int>, _ what: String
    ) throws(NotationError) -> Int? {
        guard let value = try check(expression) else { return nil }
        let place = expression.place
        guard let number = Int(exactly: value) else {
            throw NotationError(
                "\(NumberText.text(value)) is no whole number of \(what)", at: place, expected: ["a whole number"])
        }
        if number > range.upperBound {
            throw limit("no more than \(range.upperBound) \(what) are possible", place, range.upperBound)
        }
        if number < range.lowerBound {
            throw NotationError(
                range.lowerBound == 1 ? "a die has at least one side" : "\(number) \(what) are too few", at: place,
                expected: ["\(range.lowerBound) or more"])
        }
        return number
    }

    private func limit(_ message: String, _ place: Range<Int>, _ limit: Int) -> NotationError {
        NotationError(message, at: place, expected: ["\(limit) at most"], reason: .limit(limit))
    }

    private func evaluate(
        at place: Range<Int>, _ body: () throws(Arithmetic.Failure) -> Double
    ) throws(NotationError) -> Double {
        do {
            return try body()
        } catch {
            throw NotationError(error.message, at: place, expected: ["other numbers"])
        }
    }
}
