extension Expression {
    /// Throws `NotationError` for what would fail whatever is rolled, at its place: a division by zero, a die without
    /// sides, dice that never stop exploding, more dice than `dice`. Parameters can have any value.
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
        steps += times
        guard steps <= Arithmetic.stepLimit else {
            throw limit("this repeats more than can be evaluated", expression.place, Arithmetic.stepLimit)
        }
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
            for modifier in modifiers { try check(modifier, at: expression.place) }
            return modifiers.isEmpty && !values.contains(nil) ? values.reduce(0) { $0 + ($1 ?? 0) } : nil
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
            return value * Double(number)
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
        for modifier in term.modifiers {
            try check(modifier, at: place)
            guard let faces, count ?? 1 > 0 else { continue }
            try checkEnd(of: modifier, dice: count, faces: faces, at: place)
        }
    }

    private mutating func check(_ modifier: Modifier, at place: Range<Int>) throws(NotationError) {
        switch modifier {
        case .keep(_, let count): _ = try whole(count, in: 0...NotationLimits.dice, "dice")
        case .clamp(_, let bound):
            _ = try whole(bound, in: -NotationLimits.sides.upperBound...NotationLimits.sides.upperBound, "a bound")
        case .success(let comparison), .failure(let comparison): _ = try check(comparison.number)
        case .explode(_, let comparison), .reroll(let comparison, _), .critical(let comparison),
            .fumble(let comparison):
            if let comparison { _ = try check(comparison.number) }
        case .unique, .sort: break
        }
    }

    /// Throws where the modifier would go on for ever.
    private mutating func checkEnd(
        of modifier: Modifier, dice: Int?, faces: ClosedRange<Int>, at place: Range<Int>
    ) throws(NotationError) {
        let (point, what): (Comparison?, String)
        switch modifier {
        case .explode(_, let comparison):
            (point, what) = (
                comparison ?? Comparison(.equal, Expression(.number(Double(faces.upperBound)))), "explodes"
            )
        case .reroll(let comparison, once: false):
            (point, what) = (
                comparison ?? Comparison(.equal, Expression(.number(Double(faces.lowerBound)))), "is rolled again"
            )
        case .unique(once: false):
            guard let dice, dice > faces.count else { return }
            throw limit(
                "\(dice) dice of \(faces.count) faces cannot all differ", place, NotationLimits.chain)
        default: return
        }
        // A value that every face meets is met by the ends and by what is between them.
        guard let point, let number = try check(point.number) else { return }
        let isEndless =
            switch point.relation {
            case .equal: faces.count == 1 && number == Double(faces.lowerBound)
            case .unequal:
                number != number.rounded() || number < Double(faces.lowerBound) || number > Double(faces.upperBound)
            default:
                point.relation.holds(Double(faces.lowerBound), number)
                    && point.relation.holds(Double(faces.upperBound), number)
            }
        guard isEndless else { return }
        throw limit("every face of the die \(what), without end", place, NotationLimits.chain)
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
