/// An evaluation in progress. This file has everything except the dice.
struct Evaluator {
    let face: (Int) throws -> Int
    let diceLimit: Int
    let stepLimit: Int
    var dice: [ThrownDie] = []
    var draws: [Draw] = []
    var order: [Int] = []
    /// The draws that had to be seen before the current part is evaluated.
    private var cause = 0..<0
    private var steps = 0
    /// The bytes still available for the faces of custom dice that follow from other faces.
    private var faceBytes: Int
    private var failures: [Arithmetic.Error] = []
    private let expression: Expression
    /// The number of dice that do not depend on any face. The limits always leave room for these
    /// dice. If faces decided whether these dice are rolled, the number of first dice would reveal
    /// faces that have not been shown.
    private lazy var first = expression.firstDice.count
    /// The number of dice already rolled among those that do not depend on any face.
    private var firstRolled = 0
    private var reserved: Int { mutating get { max(0, first - firstRolled) } }
    /// True if a limit has been reached, so that only dice that do not depend on any face are still
    /// rolled.
    private(set) var isSpent = false

    init(
        _ expression: Expression,
        diceLimit: Int,
        stepLimit: Int,
        faceBytes: Int,
        face: @escaping (Int) throws -> Int
    ) {
        self.expression = expression
        self.faceBytes = faceBytes
        self.diceLimit = diceLimit
        self.stepLimit = stepLimit
        self.face = face
    }

    func evaluation(_ step: Step) -> Evaluation {
        if let failure = failures.first {
            return evaluation(failure)
        }
        var totals: [Fraction]?
        if case .repeated = step.rolled.expression.kind {
            totals = step.rolled.parts.map(\.value)
        }
        return Evaluation(
            total: step.value,
            totals: totals,
            dice: dice,
            order: order,
            draws: draws,
            step: step
        )
    }

    func evaluation(_ failure: Arithmetic.Error) -> Evaluation {
        Evaluation(
            failure: failure.message,
            dice: dice,
            order: Array(dice.indices),
            draws: draws
        )
    }

    mutating func evaluate(_ expression: Expression) throws -> Step {
        try count(steps: 1)
        var step = Step(expression: expression, value: 0)
        switch expression.kind {
        case .number(let value): step.value = value
        case .parameter(let parameter):
            step.value = parameter.standard ?? 0
            if parameter.standard == nil {
                fail("the value of \(parameter.name) is missing")
            }
        case .negated(let inner):
            step.parts = [try evaluate(inner)]
            step.value = -step.parts[0].value
        case .binary(let name, let left, let right):
            step.parts = [try evaluate(left), try evaluate(right)]
            step.value = result(
                try Arithmetic.apply(name, step.parts[0].value, step.parts[1].value)
            )
        case .call(let function, let arguments):
            for argument in arguments {
                step.parts.append(try evaluate(argument))
            }
            step.value = result(try Arithmetic.apply(function, step.parts.map(\.value)))
        case .dice(let term): try roll(term, &step)
        case .group(let members, let modifiers): try evaluate(members, modifiers, &step)
        case .repeated(let count, let body):
            let first = draws.count
            let number =
                try whole(count, "repeats", 0...NotationLimits.repeats, &step) ?? 0
            step.parts = []
            let before = cause
            if draws.count > first {
                cause = first..<draws.count
            }
            for _ in 0..<number where !isSpent || cause.isEmpty {
                step.parts.append(try evaluate(body))
            }
            cause = before
            step.value = result(try .sum(step.parts.lazy.map(\.value)))
        case .check(let body, _, let target):
            step.parts = [try evaluate(body), try evaluate(target)]
            step.value = step.parts[0].value
        case .outcomes(let body, _):
            step.parts = [try evaluate(body)]
            step.value = step.parts[0].value
        }
        return step
    }

    /// Evaluates a whole number, and adds it to the parts of `step` unless it is a literal. Returns
    /// `nil` on failure.
    mutating func whole(
        _ expression: Expression,
        _ what: String,
        _ range: ClosedRange<Int>,
        _ step: inout Step
    ) throws -> Int? {
        if case .number(let number) = expression.kind {
            return whole(number, what, range)
        }
        guard let part = try succeeding(expression) else { return nil }
        step.parts.append(part)
        return whole(part.value, what, range)
    }

    mutating func whole(_ value: Fraction, _ what: String, _ range: ClosedRange<Int>)
        -> Int?
    {
        if let number = Int(exactly: value), range.contains(number) {
            return number
        }
        fail("\(value) \(what)")
        return nil
    }

    private mutating func succeeding(_ expression: Expression) throws -> Step? {
        let before = failures.count
        let step = try evaluate(expression)
        return failures.count == before ? step : nil
    }

    /// Returns the value of a modifier's number, or `nil` if its evaluation fails.
    mutating func value(_ expression: Expression) throws -> Fraction? {
        if case .number(let number) = expression.kind {
            return number
        }
        return try succeeding(expression)?.value
    }

    private mutating func evaluate(
        _ members: [Expression],
        _ modifiers: [Modifier],
        _ step: inout Step
    ) throws {
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
                guard let value = try value(count),
                    let count = whole(value, "members", 0...NotationLimits.dice)
                else { continue }
                let ranked = members.indices.sorted {
                    step.parts[$0].value < step.parts[$1].value
                }
                for member in keep.dropped(count, of: ranked) {
                    drop(&step.parts[member], ranges[member])
                }
            case .filter(let keeps, let comparison):
                guard let number = try value(comparison.number) else { continue }
                for member in members.indices
                where comparison.relation.holds(step.parts[member].value, number)
                    != keeps
                {
                    drop(&step.parts[member], ranges[member])
                }
            case .success(let comparison), .failure(let comparison),
                .weight(_, let comparison):
                isCounted = true
                guard let number = try value(comparison.number) else { continue }
                for member in members.indices
                where step.parts[member].isKept
                    && comparison.relation.holds(step.parts[member].value, number)
                {
                    step.parts[member].mark(modifier)
                }
            case .sort(let descending):
                shown.sort { one, other in
                    let left = step.parts[one].value
                    let right = step.parts[other].value
                    return descending ? left > right : left < right
                }
            default: break
            }
        }
        let counted = step.parts.lazy.filter(\.isKept).map {
            isCounted ? Fraction($0.count) : $0.value
        }
        step.value = result(try .sum(counted))
        step.parts = shown.map { step.parts[$0] }
    }

    /// Drops a member of a group with all its dice.
    private mutating func drop(_ member: inout Step, _ range: Range<Int>) {
        member.isKept = false
        for die in range {
            dice[die].isKept = false
        }
    }

    /// Records the reason why there is no total. Dice that do not depend on the failed part are
    /// still rolled. Otherwise the number of dice would reveal faces that have not been shown.
    mutating func fail(_ message: String) {
        failures.append(Arithmetic.Error(message: message))
    }

    private mutating func result(
        _ value: @autoclosure () throws(Arithmetic.Error) -> Fraction
    )
        -> Fraction
    {
        do {
            return try value()
        } catch {
            failures.append(error)
            return 0
        }
    }

    /// Records that a limit has been reached.
    mutating func stop(_ message: String) {
        if !isSpent {
            fail(message)
        }
        isSpent = true
    }

    /// Counts steps. At the limit, ends the evaluation as soon as all dice that do not depend on
    /// any face are rolled.
    mutating func count(steps number: Int) throws {
        steps += number
        if steps > stepLimit {
            stop("more steps than an evaluation may take")
        }
        if isSpent, reserved == 0 {
            throw failures[0]
        }
    }

    /// Draws a face for a new die. Returns the die's index, or `nil` at a limit.
    mutating func addDie(of kind: DieKind, after: Range<Int>) throws -> Int? {
        let index = dice.count
        if kind.customFaces != nil, !cause.isEmpty || !after.isEmpty {
            faceBytes -= kind.faceBytes
            if faceBytes < 0 {
                stop("more than \(NotationLimits.faceBytes) bytes of custom faces")
            }
        }
        guard let face = try draw(kind.sides, die: index, after: after) else {
            return nil
        }
        dice.append(
            ThrownDie(
                kind: kind,
                face: face,
                value: kind.value(ofFace: face),
                draw: draws.count - 1
            )
        )
        return index
    }

    /// Draws a face for a die. Returns the draw's index, or `nil` at a limit.
    mutating func draw(_ sides: Int, die: Int, after: Range<Int>) throws -> Int? {
        let cause = after.isEmpty ? cause : after
        let isFull = draws.count + (cause.isEmpty ? 0 : reserved) >= diceLimit
        if isFull {
            stop("more than \(diceLimit) dice")
        }
        guard !isSpent || cause.isEmpty && !isFull else { return nil }
        if cause.isEmpty {
            firstRolled += 1
        }
        let face = try face(sides)
        draws.append(Draw(sides: sides, face: face, die: die, after: cause))
        return face
    }
}
