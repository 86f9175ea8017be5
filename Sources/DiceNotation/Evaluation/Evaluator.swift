/// An evaluation under way. This file has all but the dice.
struct Evaluator {
    let face: (Int) throws -> Int
    let diceLimit: Int
    let stepLimit: Int
    var dice: [ThrownDie] = []
    var draws: [Draw] = []
    var order: [Int] = []
    /// The draws that what is evaluated now has been waiting for.
    private var cause = 0..<0
    private var steps = 0
    private var failures: [Arithmetic.Failure] = []
    private let expression: Expression
    /// How many dice no face tells of. There is always room for these: if it depended on what comes of others whether they
    /// are rolled, how many come first would tell of faces that nobody has seen.
    private lazy var first = expression.firstDice.count
    /// How many of them have been rolled.
    private var firstRolled = 0
    private var reserved: Int { mutating get { max(0, first - firstRolled) } }
    /// Whether a limit is reached, so that none but those dice are rolled.
    private(set) var isSpent = false

    init(_ expression: Expression, diceLimit: Int, stepLimit: Int, face: @escaping (Int) throws -> Int) {
        self.expression = expression
        (self.diceLimit, self.stepLimit, self.face) = (diceLimit, stepLimit, face)
    }

    func evaluation(_ step: Step) -> Evaluation {
        if let failure = failures.first { return evaluation(failure) }
        var totals: [Fraction]?
        if case .repeated = step.expression.kind { totals = step.parts.map(\.value) }
        return Evaluation(
            total: step.value, totals: totals, failure: nil, dice: dice, order: order, draws: draws, step: step)
    }

    func evaluation(_ failure: Arithmetic.Failure) -> Evaluation {
        Evaluation(
            total: nil, totals: nil, failure: failure.message, dice: dice, order: Array(dice.indices), draws: draws,
            step: nil)
    }

    mutating func evaluate(_ expression: Expression) throws -> Step {
        try count(steps: 1)
        var step = Step(expression: expression, value: 0)
        switch expression.kind {
        case .number(let value): step.value = value
        case .parameter(let parameter):
            if let value = parameter.standard {
                step.value = value
            } else {
                fail("the value of \(parameter.name) is missing")
            }
        case .negated(let inner):
            step.parts = [try evaluate(inner)]
            step.value = -step.parts[0].value
        case .binary(let name, let left, let right):
            step.parts = [try evaluate(left), try evaluate(right)]
            step.value = result { () throws(Arithmetic.Failure) in
                try Arithmetic.apply(name, step.parts[0].value, step.parts[1].value)
            }
        case .call(let function, let arguments):
            for argument in arguments { step.parts.append(try evaluate(argument)) }
            step.value = result { () throws(Arithmetic.Failure) in
                try Arithmetic.apply(function, step.parts.map(\.value))
            }
        case .dice(let term): try roll(term, &step)
        case .group(let members, let modifiers): try evaluate(members, modifiers, &step)
        case .repeated(let count, let body):
            let first = draws.count
            let number = try whole(count, "repeats", 0...NotationLimits.repeats, &step) ?? 0
            step.parts = []
            let before = cause
            if draws.count > first { cause = first..<draws.count }
            for _ in 0..<number where !isSpent || cause.isEmpty { step.parts.append(try evaluate(body)) }
            cause = before
            step.value = sum(step.parts.lazy.map(\.value))
        }
        return step
    }

    /// Evaluates how many there are of something; parts that are more than a number become parts of `step`. nil where
    /// that fails.
    mutating func whole(
        _ expression: Expression, _ what: String, _ range: ClosedRange<Int>, _ step: inout Step
    ) throws -> Int? {
        if case .number(let number) = expression.kind { return whole(number, what, range) }
        guard let part = try succeeding(expression) else { return nil }
        step.parts.append(part)
        return whole(part.value, what, range)
    }

    mutating func whole(_ value: Fraction, _ what: String, _ range: ClosedRange<Int>) -> Int? {
        guard let number = Int(exactly: value), range.contains(number) else {
            fail("\(value) \(what)")
            return nil
        }
        return number
    }

    /// nil where the evaluation of this expression fails.
    private mutating func succeeding(_ expression: Expression) throws -> Step? {
        let before = failures.count
        let step = try evaluate(expression)
        return failures.count == before ? step : nil
    }

    /// The value of a modifier's number, nil where its evaluation fails.
    mutating func value(_ expression: Expression) throws -> Fraction? {
        if case .number(let number) = expression.kind { return number }
        return try succeeding(expression)?.value
    }

    private mutating func evaluate(_ members: [Expression], _ modifiers: [Modifier], _ step: inout Step) throws {
        var ranges: [Range<Int>] = []
        for member in members {
            let first = dice.count
            step.parts.append(try evaluate(member))
            ranges.append(first..<dice.count)
        }
        var shown = Array(members.indices)
        var isCounted = false
        for modifier in modifiers {
            try count(steps: members.count)
            switch modifier {
            case .keep(let keep, let count):
                guard let value = try value(count), let count = whole(value, "members", 0...NotationLimits.dice)
                else { continue }
                let ranked = Ranking.sorted(Array(members.indices)) { step.parts[$0].value }
                for member in keep.dropped(count, of: ranked) {
                    step.parts[member].isKept = false
                    for die in ranges[member] { dice[die].isKept = false }
                }
            case .success(let comparison), .failure(let comparison):
                isCounted = true
                guard let number = try value(comparison.number) else { continue }
                let flag: DieFlags = if case .success = modifier { .success } else { .failure }
                for member in members.indices
                where step.parts[member].isKept && comparison.relation.holds(step.parts[member].value, number) {
                    step.parts[member].flags.insert(flag)
                }
            case .sort(let descending):
                shown = Ranking.sorted(shown, descending: descending) { step.parts[$0].value }
            default: break
            }
        }
        step.value = sum(step.parts.lazy.filter(\.isKept).map { isCounted ? Fraction(Self.count($0.flags)) : $0.value })
        step.parts = shown.map { step.parts[$0] }
    }

    /// What a die or a member counts for where successes and failures are counted.
    static func count(_ flags: DieFlags) -> Int {
        (flags.contains(.success) ? 1 : 0) - (flags.contains(.failure) ? 1 : 0)
    }

    // MARK: failures

    /// Notes why there is no total. The dice that this cannot change are rolled nevertheless: how many come would else
    /// tell of faces that nobody has seen.
    mutating func fail(_ message: String) {
        failures.append(Arithmetic.Failure(message: message))
    }

    private mutating func result(_ body: () throws(Arithmetic.Failure) -> Fraction) -> Fraction {
        do {
            return try body()
        } catch {
            failures.append(error)
            return 0
        }
    }

    private mutating func sum(_ values: some Sequence<Fraction>) -> Fraction {
        result { () throws(Arithmetic.Failure) in try .sum(values) }
    }

    /// Notes that a limit is reached.
    mutating func stop(_ message: String) {
        if !isSpent { fail(message) }
        isSpent = true
    }

    /// Counts what is done, so that it comes to an end: at a limit, once all dice have been rolled that no face tells of.
    mutating func count(steps number: Int) throws {
        steps += number
        if steps > stepLimit { stop("more steps than one evaluation may take") }
        if isSpent, reserved == 0 { throw failures[0] }
    }

    // MARK: draws

    /// Draws a face for a new die, and returns its index; nil at a limit.
    mutating func addDie(of sides: Int, _ fate: FateDie?, after: Range<Int>) throws -> Int? {
        let index = dice.count
        guard let face = try draw(sides, die: index, after: after) else { return nil }
        dice.append(
            ThrownDie(sides: sides, fate: fate, value: fate?.value(ofFace: face) ?? face, draw: draws.count - 1))
        return index
    }

    /// nil at a limit.
    mutating func draw(_ sides: Int, die: Int, after: Range<Int>) throws -> Int? {
        let cause = after.isEmpty ? cause : after
        let isFull = draws.count + (cause.isEmpty ? 0 : reserved) >= diceLimit
        if isFull { stop("more than \(diceLimit) dice") }
        guard !isSpent || cause.isEmpty && !isFull else { return nil }
        if cause.isEmpty { firstRolled += 1 }
        let face = try face(sides)
        draws.append(Draw(sides: sides, face: face, die: die, after: cause))
        return face
    }
}
