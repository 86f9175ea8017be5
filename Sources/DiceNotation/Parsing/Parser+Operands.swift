/// Numbers, parentheses, calls, groups and parameters.
extension Parser {
    mutating func operand(or missing: String) throws(NotationError) -> Expression {
        let next = scanner.peek()
        let start = scanner.position
        let isOperand = followsOperator
        followsOperator = false
        switch next {
        case _ where Scanner.isDigit(next):
            let count = try number()
            if takesDice(after: isOperand) {
                return try dice(count, from: start)
            }
            return try labelled(count)
        case "(":
            let inner = try parenthesised()
            if takesDice(after: isOperand) {
                return try dice(inner, from: start)
            }
            let labelled = try labelled(inner)
            lastParentheses = labelled.range
            return labelled
        case "{":
            guard let parameter = try parameter() else { return try group() }
            if takesDice(after: isOperand) {
                return try dice(parameter, from: start)
            }
            return try labelled(parameter)
        case _ where Scanner.isLetter(next):
            guard let name = takeName() else { return try word() }
            if takesDice(after: isOperand) {
                return try dice(name, from: start)
            }
            takeAdvantage(ofNameAt: name.range)
            let labelled = try labelled(name)
            lastParentheses = labelled.range
            return labelled
        default:
            let isEnd = start == scanner.bytes.endIndex || [")", ",", "}"].contains(next)
            throw isEnd
                ? error(missing, at: start..<start, expected: "a number", "dice")
                : unexpected()
        }
    }

    private mutating func word() throws(NotationError) -> Expression {
        let start = scanner.position
        if let keep = takeAdvantage() {
            let term = DiceTerm(
                count: Expression(.number(2)),
                sides: .number(Expression(.number(20))),
                modifiers: [.keep(keep, Expression(.number(1)))]
            )
            return try modified(term, from: start)
        }
        // A `d` begins a die. The only words that it may begin are Fate dice and a misplaced `dl`
        // or `dh`.
        let second = scanner.at(start + 1)
        if scanner.peek() == "d",
            !Scanner.isLetter(second) || ["f", "l", "h"].contains(second)
        {
            return try dice(Expression(.number(1), place: start..<start), from: start)
        }
        let name = scanner.word()
        let place = start..<scanner.position
        guard let function = Function(rawValue: name), scanner.peek() == "(" else {
            scanner.position = start
            throw unknown(name, at: place)
        }
        let arguments = try self.arguments(of: function)
        return try labelled(
            Expression(.call(function, arguments), place: start..<scanner.position)
        )
    }

    private func unknown(_ name: String, at place: Range<Int>) -> NotationError {
        if Function(rawValue: name) != nil {
            return error(
                "missing argument of `\(name)`; try `\(name)(2d6)`",
                at: place,
                expected: "("
            )
        }
        if Self.afterDice.contains(where: name.hasPrefix),
            (try? Expression(parsing: "4d6\(name)")) != nil
        {
            return error(
                "`\(name)` must follow dice; try `4d6\(name)`",
                at: place,
                expected: "a number",
                "dice"
            )
        }
        if let meant = Self.elsewhere[name] {
            return error("did you mean `\(meant)`?", at: place, expected: meant)
        }
        if name.first == "x",
            name.dropFirst().first.map({ $0.isNumber || $0 == "d" }) ?? true
        {
            return error(
                "missing number before `x`; try `6x4d6`",
                at: place,
                expected: "a number"
            )
        }
        return error(
            "unknown word `\(name)`; write dice as `2d6`",
            at: place,
            expected: "a number",
            "dice"
        )
    }

    /// The first letters of words that only follow dice.
    private static let afterDice = ["kh", "kl", "ro", "uo", "cs", "cf", "sa", "sd"]

    private mutating func arguments(of function: Function) throws(NotationError)
        -> [Expression]
    {
        let open = scanner.position
        scanner.position += 1
        let arguments = try nested(at: open..<open + 1) {
            (parser) throws(NotationError) in
            try parser.list(
                until: ")",
                opened: open,
                or: "missing argument of `\(function.rawValue)`"
            )
        }
        let takes = function.arguments
        guard takes.contains(arguments.count) else {
            throw error(
                takes.upperBound == 1
                    ? "`\(function.rawValue)` takes one number"
                    : "more than \(takes.upperBound) arguments",
                at: open..<scanner.position,
                expected: "\(takes.upperBound) at most"
            )
        }
        return arguments
    }

    /// Reads an expression in parentheses. The expression's position includes the parentheses.
    mutating func parenthesised() throws(NotationError) -> Expression {
        let open = scanner.position
        scanner.position += 1
        var inner = try nested(at: open..<open + 1) { (parser) throws(NotationError) in
            try parser.expression(
                or: "empty parentheses; try `(2d6+3)`"
            )
        }
        try close(")", opened: open)
        inner.range = open..<scanner.position
        lastParentheses = inner.range
        return inner
    }

    private mutating func group() throws(NotationError) -> Expression {
        let open = scanner.position
        scanner.position += 1
        let members = try nested(at: open..<open + 1) {
            (parser) throws(NotationError) in
            try parser.list(
                until: "}",
                opened: open,
                or: "missing dice in the group; try `{2d6, 1d8}`"
            )
        }
        let modifiers = try groupModifiers()
        return try labelled(
            Expression(.group(members, modifiers), place: open..<scanner.position)
        )
    }

    private mutating func list(
        until end: String,
        opened: Int,
        or missing: String
    ) throws(NotationError) -> [Expression] {
        var members = [try expression(or: missing)]
        while scanner.take(",") {
            members.append(try expression(or: "missing number or dice after the comma"))
        }
        try close(end, opened: opened)
        return members
    }

    private mutating func close(_ end: String, opened: Int) throws(NotationError) {
        guard !scanner.take(end) else { return }
        guard scanner.position == scanner.bytes.endIndex else { throw unexpected() }
        throw error(
            "missing `\(end)` for the `\(scanner.text(opened..<opened + 1))` at \(opened + 1)",
            expected: end
        )
    }

    /// Reads `{bonus=7}` or `{bonus}`. Returns `nil` without reading anything if the braces hold a
    /// group.
    mutating func parameter() throws(NotationError) -> Expression? {
        let open = scanner.position
        scanner.position += 1
        let name = scanner.word()
        let hasValue = !name.isEmpty && scanner.peek() == "="
        guard let first = name.unicodeScalars.first, Scanner.isLetter(first),
            !Self.isNotation(name),
            hasValue || scanner.peek() == "}"
        else {
            scanner.position = open
            return nil
        }
        guard NotationLimits.word.contains(name.count) else {
            throw error(
                "a name may have at most \(NotationLimits.word.upperBound) characters",
                at: open + 1..<scanner.position,
                expected: "a shorter name"
            )
        }
        var standard: Fraction?
        if hasValue {
            scanner.position += 1
            let isNegative = scanner.take("-")
            guard Scanner.isDigit(scanner.peek()),
                case .number(let value) = try number().kind
            else {
                throw error(
                    "missing value for `\(name)`; try `{\(name)=7}`",
                    expected: "a number"
                )
            }
            standard = isNegative ? -value : value
            standards[name] = standards[name] ?? standard
        }
        try close("}", opened: open)
        return Expression(
            .parameter(Parameter(name: name, standard: standard ?? standards[name])),
            place: open..<scanner.position
        )
    }

    /// Returns true if `{name}` is a group of dice.
    private static func isNotation(_ name: String) -> Bool {
        let letters = Array(name.unicodeScalars)
        return name == "adv" || name == "dis" || name.hasPrefix("df")
            || ["d", "w"].contains(name.first) && letters.count > 1
                && Scanner.isDigit(letters[1])
    }

    /// Reads digits, with up to four after a point.
    mutating func number() throws(NotationError) -> Expression {
        let start = scanner.position
        let whole = scanner.takeDigits()
        let hasPoint = scanner.at(scanner.position) == "."
        if hasPoint {
            scanner.position += 1
        }
        let digits = hasPoint ? scanner.takeDigits() : 0
        guard digits > 0 || !hasPoint else {
            throw error("missing digits after the point", expected: "a digit")
        }
        let place = start..<scanner.position
        return Expression(
            .number(try value(at: place, whole: whole, digits: digits)),
            place: place
        )
    }

    /// Returns the number at a position, with a limited number of digits before and after the
    /// point.
    func value(at place: Range<Int>, whole: Int, digits: Int) throws(NotationError)
        -> Fraction
    {
        guard whole <= 10, digits <= 4,
            let value = Fraction(decimal: scanner.text(place))
        else {
            throw NotationError(
                "a number may have at most 10 digits, of which at most 4 follow the point",
                at: place,
                expected: ["a smaller number"],
                reason: .limit(.digits, 10)
            )
        }
        return value
    }

    /// Reads the label, if one follows.
    mutating func labelled(_ expression: Expression) throws(NotationError) -> Expression {
        guard scanner.peek() == "[" else { return expression }
        let open = scanner.position
        guard let end = scanner.bytes[open...].firstIndex(of: UInt8(ascii: "]")) else {
            throw error(
                "missing `]` for the `[` at \(open + 1)",
                at: open..<open + 1,
                expected: "]"
            )
        }
        let label = scanner.text(open + 1..<end)
        let isPrintable = label.unicodeScalars.allSatisfy {
            $0 != "[" && Self.isPrintable($0)
        }
        guard isPrintable, !label.isEmpty, expression.label == nil else {
            throw error(
                expression.label == nil
                    ? "a label must consist of printable characters; try `1d8[fire]`"
                    : "there is already a label, `[\(expression.label ?? "")]`; remove one",
                at: open..<end + 1,
                expected: "a label"
            )
        }
        try check(label, .bracket, "a label in brackets", at: open..<end + 1)
        scanner.position = end + 1
        var labelled = expression
        labelled.label = label
        if case .parameter = labelled.kind {
            return labelled
        }
        labelled.range = expression.range.lowerBound..<scanner.position
        return labelled
    }

    static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        !unprintable.contains(scalar.properties.generalCategory)
    }

    private static let unprintable: Set<Unicode.GeneralCategory> = [
        .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
        .privateUse,
    ]
}
