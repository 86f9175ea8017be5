/// A recursive-descent parser for the grammar of dice-notation(7). This file has the operators.
struct Parser {
    var scanner: Scanner
    /// The pair of parentheses that was closed last.
    var lastParentheses: Range<Int>?
    /// A test for the names of saved rolls; `nil` if they are unknown.
    let isSaved: ((String) -> Bool)?
    /// True once there was a word that may be the name of a saved roll.
    var mayHaveNames = false
    /// The number of open parentheses, braces, repeats and powers.
    private(set) var depth = 0
    /// True if an operator comes before the next operand.
    var followsOperator = false
    /// The blanks between a count and its `d` after an operator.
    private var gaps: [Range<Int>] = []
    /// The position of `adv` or `dis` after the whole expression, but not after a die.
    var finalAdvantage: Range<Int>?
    /// The position of a typed `adv` or `dis` after the last die of several parts and a blank: it
    /// must not be meant for another die.
    var lateAdvantage: Range<Int>?
    /// The positions of `adv` or `dis` right after names of saved rolls, by the position of the
    /// name.
    private(set) var advantagesOfNames: [Range<Int>: Range<Int>] = [:]
    /// True if one of them is in parentheses, braces or a repeat.
    private var isNested = false
    private var operators = 0
    /// The defaults of the parameters so far, by name.
    var standards: [String: Fraction] = [:]

    let grammar: Grammar
    let origin: TextOrigin

    init(
        _ text: ArraySlice<UInt8>,
        _ grammar: Grammar = .current,
        _ origin: TextOrigin = .typed,
        isSaved: ((String) -> Bool)? = nil
    ) {
        scanner = Scanner(text)
        self.grammar = grammar
        self.origin = origin
        self.isSaved = isSaved
    }

    /// Parses the text as `Expression.init(parsing:)` does.
    mutating func checked() throws(NotationError) -> Expression {
        try checkLength()
        let expression = try parse()
        try expression.checkSymbols()
        if grammar == .current {
            try expression.checkCounts()
        }
        try expression.check()
        return expression
    }

    private func checkLength() throws(NotationError) {
        guard origin == .typed else { return }
        // Check the length first, so that no time is spent on a text that is too long.
        let text = String(decoding: scanner.bytes, as: UTF8.self)
        let limit = text.contains("=>") ? TextLimit.expression : .rolled
        try check(text, limit, "an expression", at: scanner.bytes.indices)
    }

    mutating func parse() throws(NotationError) -> Expression {
        let body = try self.expression(or: "missing expression; try `2d6+3`")
        takeFinalAdvantage()
        _ = scanner.peek()
        if let word = lateAdvantage, word.upperBound < startOfBlanks(before: scanner.position) {
            lateAdvantage = nil
        }
        try check(
            String(decoding: scanner.bytes[..<scanner.position], as: UTF8.self),
            .rolled,
            "the expression before `=>`",
            at: scanner.bytes.startIndex..<scanner.position
        )
        let expression = try verdict(on: body)
        takeFinalAdvantage()
        _ = scanner.peek()
        guard scanner.position == scanner.bytes.endIndex else { throw unexpected() }
        if origin == .typed, let gap = gaps.first {
            throw twoReadings(at: gap)
        }
        return try placingAdvantage(in: expression)
    }

    /// Returns the error for a blank between a count and its `d` after an operator: `d20+5 d20`.
    private func twoReadings(at gap: Range<Int>) -> NotationError {
        let readings = ["; ", ""].map { separator in
            var bytes = scanner.bytes
            for gap in gaps.reversed() {
                bytes.replaceSubrange(gap, with: separator.utf8)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        let place = gap.lowerBound..<gap.upperBound + 1
        guard !isNested else {
            return NotationError(
                "a blank must not separate a count from its dice; write `\(readings[1])`",
                at: place,
                expected: [readings[1]],
                reason: .ambiguous
            )
        }
        return NotationError(
            "this may be two throws or one; write `\(readings[0])` or `\(readings[1])`",
            at: place,
            expected: readings,
            reason: .ambiguous
        )
    }

    /// - Parameter missing: the error message if there is no expression.
    mutating func expression(or missing: String) throws(NotationError) -> Expression {
        let left = try sum(or: missing)
        guard scanner.peek() == "x" else { return left }
        let cross = scanner.position..<scanner.position + 1
        let isCount =
            switch left.kind {
            case .number, .parameter: left.label == nil || left.range == lastParentheses
            default: left.range == lastParentheses
            }
        guard isCount else {
            throw NotationError(
                "only a number or parentheses can precede `x`; try `6x4d6` or `(1d4)x2d6`",
                at: cross,
                expected: ["an operator"]
            )
        }
        scanner.position = cross.upperBound
        let body = try nested(at: cross) { (parser) throws(NotationError) in
            try parser.expression(or: "missing dice to repeat; try `6x4d6`")
        }
        return Expression(
            .repeated(count: left, body),
            place: left.range.lowerBound..<body.range.upperBound
        )
    }

    private mutating func sum(or missing: String) throws(NotationError) -> Expression {
        var left = try product(or: missing)
        while let name = takeOperator(.add, .subtract) {
            left = try binary(
                name,
                left,
                try product(
                    or: "nothing to \(name == .add ? "add" : "subtract") after the operator"
                )
            )
        }
        return left
    }

    private mutating func product(or missing: String) throws(NotationError)
        -> Expression
    {
        var left = try signed(or: missing)
        while let name = takeOperator(.multiply, .divide, .remainder) {
            left = try binary(
                name,
                left,
                try signed(
                    or:
                        "nothing to \(name == .multiply ? "multiply" : "divide") by after the operator"
                )
            )
        }
        return left
    }

    private mutating func takeOperator(_ names: BinaryOperator...) -> BinaryOperator? {
        let name = names.first { scanner.take($0.rawValue) }
        followsOperator = name != nil
        return name
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
            missing = "missing number or dice after the sign"
        }
        let power = try power(or: missing)
        return isNegative
            ? Expression(.negated(power), place: start..<power.range.upperBound) : power
    }

    private mutating func power(or missing: String) throws(NotationError) -> Expression {
        let base = try operand(or: missing)
        guard scanner.take("**") else { return base }
        followsOperator = true
        let exponent = try nested(at: base.range) { (parser) throws(NotationError) in
            try parser.signed(or: "missing exponent; try `2**3`")
        }
        return try binary(.power, base, exponent)
    }

    /// Reads `adv` or `dis` after the name of a saved roll, for the d20 of that roll.
    mutating func takeAdvantage(ofNameAt name: Range<Int>) {
        _ = scanner.peek()
        let start = scanner.position
        if takeAdvantage() != nil {
            advantagesOfNames[name] = start..<scanner.position
        }
    }

    /// Throws if there are too many operators, because each operator's expression is nested inside
    /// the next operator's.
    private mutating func binary(
        _ name: BinaryOperator,
        _ left: Expression,
        _ right: Expression
    ) throws(NotationError) -> Expression {
        operators += 1
        let limit = NotationLimits.operators
        let place = right.range
        guard operators <= limit else {
            throw NotationError(
                "an expression may have at most \(limit) operators",
                at: place,
                expected: ["fewer operators"],
                reason: .limit(.depth, limit)
            )
        }
        return Expression(
            .binary(name, left, right),
            place: left.range.lowerBound..<right.range.upperBound
        )
    }

    /// Returns true if dice follow their count. Notes a blank between both after an operator.
    mutating func takesDice(after isOperand: Bool) -> Bool {
        let end = scanner.position
        guard scanner.peek() == "d", !scanner.isBeforeDisadvantage else { return false }
        if isOperand, scanner.position > end {
            gaps.append(end..<scanner.position)
            isNested = isNested || depth > 0
        }
        return true
    }

    /// Parses a nested part. Throws if the nesting is too deep.
    mutating func nested<Value>(
        at place: Range<Int>,
        _ body: (inout Parser) throws(NotationError) -> Value
    ) throws(NotationError) -> Value {
        let limit = NotationLimits.depth
        guard depth < limit else {
            throw NotationError(
                "parentheses, braces, repeats and powers may be nested at most \(limit) deep",
                at: place,
                expected: ["less nesting"],
                reason: .limit(.depth, limit)
            )
        }
        depth += 1
        defer {
            depth -= 1
        }
        return try body(&self)
    }

    /// Throws if a typed text exceeds a limit.
    ///
    /// - Parameter what: the subject of the limit, such as `a label`.
    func check(_ text: String, _ limit: TextLimit, _ what: String, at place: Range<Int>)
        throws(NotationError)
    {
        guard origin == .typed, let excess = limit.excess(of: text) else { return }
        throw NotationError(excess, of: what, at: place)
    }

    func error(_ message: String, at place: Range<Int>? = nil, expected: String...)
        -> NotationError
    {
        NotationError(message, at: place ?? scanner.character, expected: expected)
    }
}

extension Expression {
    /// Parses an expression in dice notation; dice-notation(7) has the grammar.
    ///
    /// Throws `NotationError` if the text is not an expression, if it can never be rolled, or if it
    /// exceeds `NotationLimits` or, if typed, `TextLimit`.
    public init(
        parsing text: String,
        _ grammar: Grammar = .current,
        _ origin: TextOrigin = .typed
    ) throws(NotationError) {
        var parser = Parser(Array(text.utf8)[...], grammar, origin)
        self = try parser.checked()
    }
}

extension NotationError {
    /// - Parameter what: the subject that is too long, such as `a label`.
    init(_ excess: TextExcess, of what: String, at place: Range<Int>) {
        self.init(
            "\(what) has \(excess.words)",
            at: place,
            expected: ["a shorter text"],
            reason: .length(excess)
        )
    }
}
