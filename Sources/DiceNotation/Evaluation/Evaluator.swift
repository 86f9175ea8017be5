/// An evaluation under way. This file has all but the dice.
struct Evaluator {
    let face: (Int) throws -> Int
    let diceLimit: Int
    var dice: [ThrownDie] = []
    var draws: [Draw] = []
    var order: [Int] = []
    /// The draws that what is evaluated now has been waiting for.
    private var cause = 0..<0
    private var steps = 0

    init(diceLimit: Int, face: @escaping (Int) throws -> Int) {
        self.diceLimit = diceLimit
        self.face = face
    }

    func evaluation(_ step: Step) -> Evaluation {
        var totals: [Double]?
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
        steps += 1
        guard steps <= Arithmetic.stepLimit else {
            throw Arithmetic.Failure(message: "more repeats than can be evaluated")
        }
        var step = Step(expression: expression, value: 0)
        switch expression.kind {
        case .number(let value): step.value = value
        case .parameter(let parameter):
            guard let value = parameter.standard else {
                throw Arithmetic.Failure(message: "the value of \(parameter.name) is missing")
            }
            step.value = value
        case .negated(let inner):
            step.parts = [try evaluate(inner)]
            step.value = -step.parts[0].value
        case .binary(let name, let left, let right):
            step.parts = [try evaluate(left), try evaluate(right)]
            step.value = try Arithmetic.apply(name, step.parts[0].value, step.parts[1].value)
        case .call(let function, let arguments):
            for argument in arguments { step.parts.append(try evaluate(argument)) }
            step.value = try Arithmetic.apply(function, step.parts.map(\.value))
        case .dice(let term): try roll(term, &step)
        case .group(let members, let modifiers): try evaluate(members, modifiers, &step)
        case .repeated(let count, let body):
            let first = draws.count
            let number = try whole(count, "repeats", 0...NotationLimits.repeats, &step)
            step.parts = []
            let before = cause
            if draws.count > first { cause = first..<draws.count }
            for _ in 0..<number { step.parts.append(try evaluate(body)) }
            cause = before
            step.value = step.parts.reduce(0) { $0 + $1.value }
        }
        return step
    }

    /// Evaluates how many there are of something; parts that are more than a number become parts of `step`.
    mutating func whole(
        _ expression: Expression, _ what: String, _ range: ClosedRange<Int>, _ step: inout Step
    ) throws -> Int {
        let value: Double
        if case .number(let number) = expression.kind {
            value = number
        } else {
            let part = try evaluate(expression)
            step.parts.append(part)
            value = part.value
        }
        guard let number = Int(exactly: value), range.contains(number) else {
            throw Arithmetic.Failure(message: "\(NumberText.text(value)) \(what)")
        }
        return number
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
            switch modifier {
            case .keep(let keep, let count):
                var ignored = step
                let count = try whole(count, "members", 0...NotationLimits.dice, &ignored)
                for member in dropped(keep, count, of: Array(members.indices), { step.parts[$0].value }) {
                    step.parts[member].isKept = false
                    for die in ranges[member] { dice[die].isKept = false }
                }
            case .success(let comparison), .failure(let comparison):
                isCounted = true
                let number = try evaluate(comparison.number).value
                let flag: DieFlags = if case .success = modifier { .success } else { .failure }
                for member in members.indices
                where step.parts[member].isKept && comparison.relation.holds(step.parts[member].value, number) {
                    step.parts[member].flags.insert(flag)
                }
            case .sort(let descending):
                shown = sorted(shown, descending: descending) { step.parts[$0].value }
            default: break
            }
        }
        for part in step.parts where part.isKept {
            step.value += isCounted ? Self.count(part.flags) : part.value
        }
        step.parts = shown.map { step.parts[$0] }
    }

    /// What a die or a member counts for where successes and failures are counted.
    static func count(_ flags: DieFlags) -> Double {
        (flags.contains(.success) ? 1 : 0) - (flags.contains(.failure) ? 1 : 0)
    }

    // MARK: draws

    /// Draws a face for a new die, and returns its index.
    mutating func addDie(of sides: Int, _ fate: FateDie?, after: Range<Int>) throws -> Int {
        let index = dice.count
        let face = try draw(sides, die: index, after: after)
        dice.append(
            ThrownDie(sides: sides, fate: fate, value: fate?.value(ofFace: face) ?? face, draw: draws.count - 1))
        return index
    }

    mutating func draw(_ sides: Int, die: Int, after: Range<Int>) throws -> Int {
        guard draws.count < diceLimit else { throw Arithmetic.Failure(message: "more than \(diceLimit) dice") }
        let face = try face(sides)
        draws.append(Draw(sides: sides, face: face, die: die, after: after.isEmpty ? cause : after))
        return face
    }
}

/// Those that are left out. The highest are those with the highest values, and of equal ones the last.
func dropped(_ keep: Keep, _ count: Int, of items: [Int], _ value: (Int) -> Double) -> ArraySlice<Int> {
    let ranked = sorted(items, descending: false, value)
    let count = min(count, ranked.count)
    return switch keep {
    case .keepHighest: ranked.dropLast(count)
    case .keepLowest: ranked.dropFirst(count)
    case .dropHighest: ranked.suffix(count)
    case .dropLowest: ranked.prefix(count)
    }
}

/// By value, equal ones as they stand.
func sorted(_ items: [Int], descending: Bool, _ value: (Int) -> Double) -> [Int] {
    items.enumerated().sorted { one, other in
        let (left, right) = (value(one.element), value(other.element))
        return left == right ? one.offset < other.offset : descending ? left > right : left < right
    }.map(\.element)
}
