/// A recursive descent over the grammar of dice-notation(7). This file has the operators.
struct Parser {
    var scanner: Scanner
    /// The parentheses that closed last.
    var lastParentheses: Range<Int>?
    private var depth = 0

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
        return try nested(at: cross) { (parser) throws(NotationError) in
            let body = try parser.expression(or: "what to repeat is missing: `6x4d6`?")
            return Expression(
                .repeated(count: left, body), place: left.place.lowerBound..<body.place.upperBound)
        }
    }

    private mutating func sum(or missing: String) throws(NotationError) -> Expression {
        var left = try product(or: missing)
        while true {
            if scanner.take("+") {
                left = binary(.add, left, try product(or: "something to add is missing"))
            } else if scanner.take("-") {
                left = binary(.subtract, left, try product(or: "something to subtract is missing"))
            } else {
                return left
            }
        }
    }

    private mutating func product(or missing: String) throws(NotationError) -> Expression {
        var left = try signed(or: missing)
        while true {
            if scanner.take("*") {
                left = binary(.multiply, left, try signed(or: "something to multiply by is missing"))
            } else if scanner.take("/") {
                left = binary(.divide, left, try signed(or: "something to divide by is missing"))
            } else if scanner.take("%") {
                left = binary(.remainder, left, try signed(or: "something to divide by is missing"))
            } else {
                return left
            }
        }
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
        return isNegative ? Expression(.negated(power), place: start..<power.place.upperBound) : power
    }

    private mutating func power(or missing: String) throws(NotationError) -> Expression {
        let base = try operand(or: missing)
        guard scanner.take("**") else { return base }
        return try nested(at: base.place) { (parser) throws(NotationError) in
            parser.binary(.power, base, try parser.signed(or: "an exponent is missing: `2**3`?"))
        }
    }

    private func binary(_ name: BinaryOperator, _ left: Expression, _ right: Expression) -> Expression {
        Expression(.binary(name, left, right), place: left.place.lowerBound..<right.place.upperBound)
    }

    /// Throws where things stand inside each other too deeply.
    mutating func nested<Value>(
        at place: Range<Int>, _ body: (inout Parser) throws(NotationError) -> Value
    ) throws(NotationError) -> Value {
        depth += 1
        defer { depth -= 1 }
        let limit = NotationLimits.depth
        guard depth <= limit else {
            throw NotationError(
                "no more than \(limit) parentheses, braces, repeats and powers stand inside each other", at: place,
                expected: ["less inside each other"], reason: .limit(limit))
        }
        return try body(&self)
    }

    func error(_ message: String, at place: Range<Int>? = nil, expected: String...) -> NotationError {
        NotationError(message, at: place ?? scanner.character, expected: expected)
    }
}
