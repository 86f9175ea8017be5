/// The part after a whole expression: a target or outcomes.
extension Parser {
    mutating func verdict(on body: Expression) throws(NotationError) -> Expression {
        let form: Expression.Form
        if scanner.takeWord("vs") {
            form = try target(of: body)
        } else if scanner.take("=>") {
            let arrow = scanner.position - 2..<scanner.position
            let rest = scanner.bytes[scanner.position...]
            if rest.contains(where: { (48...57).contains($0) }),
                rest.allSatisfy({ "0123456789-. ".utf8.contains($0) })
            {
                throw error("did you mean `>=`?", at: arrow, expected: ">=")
            }
            form = .outcomes(body, try outcomes())
        } else {
            return body
        }
        let end = scanner.position
        if scanner.takeWord("vs") || scanner.take("=>") {
            scanner.position = end
            _ = scanner.peek()
            throw error(
                "an expression may have only one `vs` or one `=>`",
                at: scanner.twoBytes,
                expected: "the end"
            )
        }
        return Expression(form, place: body.range.lowerBound..<end)
    }

    private mutating func target(of body: Expression) throws(NotationError)
        -> Expression.Form
    {
        _ = scanner.peek()
        let start = scanner.position
        let relation =
            Relation.longestFirst.first { scanner.take($0.rawValue) } ?? .atLeast
        guard relation != .unequal else {
            throw error(
                "the target's comparison must be `>=`, `<=`, `>`, `<` or `=`",
                at: start..<scanner.position,
                expected: "a number"
            )
        }
        if scanner.take("+"), !Scanner.isDigit(scanner.peek()) {
            throw error("missing number after the sign", expected: "a number")
        }
        guard let target = try modifierNumber(canBeNegative: true) else {
            throw error("missing target; try `d20+5 vs 15`", expected: "a number")
        }
        let next = scanner.peek()
        guard next != "d" || scanner.isBeforeDisadvantage,
            !"+-*/%".unicodeScalars.contains(next)
        else {
            throw error(
                "put a computed target in parentheses: `vs (d20+3)`",
                expected: "the end",
                "("
            )
        }
        return .check(body, relation, target)
    }

    private mutating func outcomes() throws(NotationError) -> [OutcomeRange] {
        var outcomes: [(outcome: OutcomeRange, place: Range<Int>)] = []
        repeat {
            if let last = outcomes.last, last.outcome.isRest {
                throw error("`else` must be the last outcome", at: last.place, expected: "the end")
            }
            _ = scanner.peek()
            let start = scanner.position
            outcomes.append((try outcome(), start..<scanner.position))
        } while scanner.take(",")
        if outcomes.contains(where: \.outcome.isComputed) {
            return outcomes.map(\.outcome)
        }
        let ranges = outcomes.indices.filter { !outcomes[$0].outcome.isRest }
            .sorted { outcomes[$0].outcome.isLower(than: outcomes[$1].outcome) }
        for (one, other) in zip(ranges, ranges.dropFirst()) {
            guard let low = outcomes[other].outcome.low,
                let high = outcomes[one].outcome.high,
                high < low
            else {
                throw error(
                    "two outcomes cover the same total",
                    at: outcomes[max(one, other)].place,
                    expected: "another range"
                )
            }
        }
        return outcomes.map(\.outcome)
    }

    private mutating func outcome() throws(NotationError) -> OutcomeRange {
        let start = scanner.position
        let (low, high) = scanner.takeWord("else") ? (nil, nil) : try range()
        let isComputed = low?.formula != nil || high?.formula != nil
        if !isComputed, let low = low?.value, let high = high?.value, low > high {
            throw error(
                "put the lower total first: `7..9`",
                at: start..<scanner.position,
                expected: "\(high)..\(low)"
            )
        }
        guard scanner.take(":") else {
            throw error(
                "missing colon between the totals and their words; try `7..9: weak hit`",
                expected: ":"
            )
        }
        var outcome = OutcomeRange(
            low: low?.value,
            high: high?.value,
            words: try outcomeLabel()
        )
        outcome.computedLow = low?.formula
        outcome.computedHigh = high?.formula
        return outcome
    }

    /// Reads `7..9`, `..9`, `7..`, `7-9`, `7-`, `7+`, `7,8,9` or `7`.
    private mutating func range() throws(NotationError) -> (OutcomeBound?, OutcomeBound?) {
        if scanner.take("..") {
            return (nil, try bound())
        }
        let low = try bound()
        if scanner.take("..") {
            return (low, scanner.peek() == ":" ? nil : try bound())
        }
        if scanner.peek() == "," {
            return (low, try lastOfList(from: low))
        }
        guard low.formula != nil || low.value >= 0 else { return (low, low) }
        if scanner.take("-") {
            return scanner.peek() == ":" ? (nil, low) : (low, try bound())
        }
        return scanner.take("+") ? (low, nil) : (low, low)
    }

    /// Reads the rest of a list of consecutive totals, and returns the last.
    private mutating func lastOfList(from first: OutcomeBound) throws(NotationError) -> OutcomeBound
    {
        var last = first
        while scanner.take(",") {
            _ = scanner.peek()
            let start = scanner.position
            let next = try bound()
            guard last.formula == nil, next.formula == nil,
                next.value.denominator == 1, (try? last.value + 1) == next.value
            else {
                throw error(
                    "list only consecutive totals, such as `1,2: words`; give each other total words "
                        + "of its own",
                    at: start..<scanner.position,
                    expected: ":"
                )
            }
            last = next
        }
        return last
    }

    private mutating func bound() throws(NotationError) -> OutcomeBound {
        if let formula = try formula() {
            return formula
        }
        let isNegative = scanner.take("-")
        _ = scanner.peek()
        let start = scanner.position
        let whole = scanner.takeDigits()
        var digits = 0
        if scanner.at(scanner.position) == ".",
            Scanner.isDigit(scanner.at(scanner.position + 1))
        {
            scanner.position += 1
            digits = scanner.takeDigits()
        }
        guard whole > 0 else {
            throw error(
                "`=>` needs totals with words, such as `6-: miss, 7..9: weak hit, else: strong hit`; at least is `>=`",
                expected: "a number",
                "..",
                "else"
            )
        }
        let value = try value(
            at: start..<scanner.position,
            whole: whole,
            digits: digits
        )
        return OutcomeBound(value: isNegative ? -value : value)
    }

    /// Reads a parameter, or an expression of numbers and parameters in parentheses; `nil` if
    /// something else comes next.
    private mutating func formula() throws(NotationError) -> OutcomeBound? {
        let formula: Expression
        switch scanner.peek() {
        case "{":
            guard let parameter = try parameter() else { return nil }
            formula = parameter
        case "(": formula = try parenthesised()
        default: return nil
        }
        guard formula.isFormula else {
            throw error(
                "a computed total consists of numbers and parameters: `..({skill=50}/5): extreme`",
                at: formula.range,
                expected: "a number"
            )
        }
        do {
            return OutcomeBound(value: try formula.formulaValue(), formula: formula)
        } catch {
            // Its parameters may yet get other values.
            guard formula.supplied.isEmpty else { return OutcomeBound(value: 0, formula: formula) }
            throw self.error(
                "the computed total is \(error.message)",
                at: formula.range,
                expected: "a number"
            )
        }
    }

    /// Reads the words of an outcome, which are quoted if they contain a terminator.
    private mutating func outcomeLabel() throws(NotationError) -> String {
        let isQuoted = scanner.peek() == "\""
        let start = scanner.position
        var bytes: [UInt8] = []
        if isQuoted {
            scanner.position += 1
            while let byte = scanner.byte, byte != UInt8(ascii: "\"") {
                if byte == UInt8(ascii: "\\") {
                    scanner.position += 1
                }
                if let meant = scanner.byte {
                    bytes.append(meant)
                }
                scanner.position += 1
            }
            guard scanner.take("\"") else {
                throw error(
                    "missing quote after the words",
                    at: start..<start + 1,
                    expected: "\""
                )
            }
        } else {
            while let byte = scanner.byte, !",;#\"".utf8.contains(byte) {
                bytes.append(byte)
                scanner.position += 1
            }
            while bytes.last.map({ " \t\r\n".utf8.contains($0) }) ?? false {
                bytes.removeLast()
            }
        }
        let words = String(decoding: bytes, as: UTF8.self)
        let place = start..<scanner.position
        guard !words.isEmpty, words.unicodeScalars.allSatisfy(Self.isPrintable) else {
            throw error(
                "the words of an outcome must be printable characters",
                at: place,
                expected: "words"
            )
        }
        try check(words, .outcome, "an outcome", at: place)
        if !isQuoted, [";", "#", "\""].contains(scanner.peek()) {
            throw error(
                "quote words that contain `,`, `;`, `#` or a quote",
                at: place,
                expected: "\""
            )
        }
        return words
    }
}
