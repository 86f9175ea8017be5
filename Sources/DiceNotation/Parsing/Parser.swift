/// A recursive descent over the grammar of dice-notation(7). This file has the operators.
struct Parser {
    var scanner: Scanner
    /// The parentheses that closed last.
    var lastParentheses: Range<Int>?
    /// How many parentheses, braces, repeats and powers are open.
    private var depth = 0
    /// How many levels the tree of what was read last has above its numbers.
    var height = 0

    init(_ text: String) {
        scanner = Scanner(text)
    }

    mutating func parse() throws(NotationError) -> Expression {
        let expression = try self.expression(or: "an expression is missing: `2d6+3`?")
        _ = scanner.peek()
        guard scanner.position == scanner.bytes.count else { throw unexpected() }
        return expression
    }

    /// - Parameter missing: what to say where nothing stands.
    mutating func expression(or missing: String) throws(NotationError) -> Expression {
        let left = try sum(or: missing)
        guard scanner.peek() == UInt8(ascii: "x") else { return left }
        let cross = scanner.position..<scanner.position + 1
        let isCount =
            switch left.kind {
            case .number, .parameter: left.label == nil || left.place == lastParentheses
            default: left.place == lastParentheses
            }
        guard isCount else {
            throw NotationError(
                "only a number or parentheses can stand in front of `x`: `6x4d6`, `(1d4)x2d6`", at: cross,
                expected: ["an operator"])
        }
        scanner.position = cross.upperBound
        let body = try nested(at: cross) { (parser) throws(NotationError) in
            try parser.expression(or: "what to repeat is missing: `6x4d6`?")
        }
        return try node(.repeated(count: left, body), at: left.place.lowerBound..<body.place.upperBound)
    }

    private mutating func sum(or missing: String) throws(NotationError) -> Expression {
        var left = try product(or: missing)
        while let name = takeOperator(.add, .subtract) {
            let before = height
            let right = try product(or: "something to \(name == .add ? "add" : "subtract") is missing")
            left = try binary(name, left, right, heightOfLeft: before)
        }
        return left
    }

    private mutating func product(or missing: String) throws(NotationError) -> Expression {
        var left = try signed(or: missing)
        while let name = takeOperator(.multiply, .divide, .remainder) {
            let before = height
            let right = try signed(or: "something to \(name == .multiply ? "multiply" : "divide") by is missing")
            left = try binary(name, left, right, heightOfLeft: before)
        }
        return left
    }

    private mutating func takeOperator(_ names: BinaryOperator...) -> BinaryOperator? {
        names.first { scanner.take($0.rawValue) }
    }

    private mutating func signed(or missing: String) throws(NotationError) -> Expression {
        _ = scanner.peek()
        let start = scanner.position
        var isNegative = false
        var missing = missing
        while true {
            if scanner.take("-") {
                isNegative.toggle()
            } else if !scanner.take("+") {
                break
            }
            missing = "a number or dice are missing behind the sign"
        }
        let power = try power(or: missing)
        return isNegative ? try node(.negated(power), at: start..<power.place.upperBound) : power
    }

    private mutating func power(or missing: String) throws(NotationError) -> Expression {
        let base = try operand(or: missing)
        guard scanner.take("**") else { return base }
        let before = height
        let exponent = try nested(at: base.place) { (parser) throws(NotationError) in
            try parser.signed(or: "an exponent is missing: `2**3`?")
        }
        return try binary(.power, base, exponent, heightOfLeft: before)
    }

    private mutating func binary(
        _ name: BinaryOperator, _ left: Expression, _ right: Expression, heightOfLeft: Int
    ) throws(NotationError) -> Expression {
        height = max(height, heightOfLeft)
        return try node(.binary(name, left, right), at: left.place.lowerBound..<right.place.upperBound)
    }

    // MARK: depth

    /// What is made of the expressions that were read last, a level above them. Throws where there are too many levels.
    mutating func node(_ kind: Expression.Kind, at place: Range<Int>) throws(NotationError) -> Expression {
        height += 1
        // One more, for the dice inside all.
        guard height <= NotationLimits.depth + 1 else { throw tooDeep(at: place.upperBound..<place.upperBound) }
        return Expression(kind, place: place)
    }

    /// Reads an expression from its beginning, and leaves `height` as that of it and of what was read before it.
    mutating func nested<Value>(
        at place: Range<Int>, _ body: (inout Parser) throws(NotationError) -> Value
    ) throws(NotationError) -> Value {
        guard depth < NotationLimits.depth else { throw tooDeep(at: place) }
        let before = height
        (depth, height) = (depth + 1, 0)
        defer { (depth, height) = (depth - 1, max(before, height)) }
        return try body(&self)
    }

    private func tooDeep(at place: Range<Int>) -> NotationError {
        let limit = NotationLimits.depth
        return NotationError(
            "no more than \(limit) operators, parentheses and braces can build on each other", at: place,
            expected: ["fewer of them"], reason: .limit(limit))
    }

    func error(_ message: String, at place: Range<Int>? = nil, expected: String...) -> NotationError {
        NotationError(message, at: place ?? scanner.character, expected: expected)
    }
}
