/// Dice and their modifiers.
extension Parser {
    /// Reads dice. The next letter is `d`.
    mutating func dice(_ count: Expression, from start: Int) throws(NotationError)
        -> Expression
    {
        let mark = scanner.position
        scanner.position += 1
        let next = scanner.peek()
        let sides: Sides
        if Scanner.isDigit(next) {
            let number = try self.number()
            guard !scanner.text(number.range).contains(".") else {
                throw error(
                    "a die must have a whole number of sides",
                    at: number.range,
                    expected: "a whole number"
                )
            }
            sides = .number(number)
        } else if next == "%" {
            scanner.position += 1
            sides = .number(
                Expression(.number(100), place: scanner.position - 1..<scanner.position)
            )
        } else if next == "f" {
            scanner.position += 1
            sides = .fate(scanner.take(".1") ? .sixths : .thirds)
            if sides == .fate(.thirds) {
                _ = scanner.take(".2")
            }
        } else if next == "(" {
            sides = .number(try parenthesised())
        } else if next == "{", let parameter = try parameter() {
            sides = .number(parameter)
        } else if next == "{" {
            sides = .custom(try faces())
        } else if next == "[" {
            sides = try savedDie()
        } else {
            throw withoutSides(from: start, mark: mark)
        }
        return try modified(DiceTerm(count: count, sides: sides), from: start)
    }

    private func withoutSides(from start: Int, mark: Int) -> NotationError {
        let written = scanner.text(start..<mark + 1)
        let next = scanner.at(mark + 1)
        if next == "l" || next == "h" {
            let word = scanner.text(mark..<mark + 2)
            return error(
                "`\(word)` must follow dice; try `4d6\(word)1`",
                at: mark..<mark + 2,
                expected: "dice"
            )
        }
        return error(
            "missing number of sides; try `\(written)6`",
            at: mark + 1..<mark + 1,
            expected: "a number",
            "%",
            "F"
        )
    }

    mutating func modified(_ term: DiceTerm, from start: Int) throws(NotationError)
        -> Expression
    {
        var term = term
        while let modifier = try diceModifier(after: term.modifiers) {
            term.modifiers.append(modifier)
        }
        if let keep = try advantage(of: term, from: start) {
            term.count = Expression(.number(2), place: term.count.range)
            term.modifiers = [.keep(keep, Expression(.number(1)))]
            while let modifier = try diceModifier(after: term.modifiers) {
                term.modifiers.append(modifier)
            }
        }
        return try labelled(Expression(.dice(term), place: start..<scanner.position))
    }

    /// Reads `adv` or `dis` after a single die.
    private mutating func advantage(of term: DiceTerm, from first: Int) throws(NotationError)
        -> Keep?
    {
        _ = scanner.peek()
        let start = scanner.position
        guard let keep = takeAdvantage() else { return nil }
        if origin == .typed || isSaved != nil, depth == 0, start > startOfBlanks(before: start),
            startOfBlanks(before: first) > scanner.bytes.startIndex
        {
            lateAdvantage = start..<scanner.position
        }
        guard term.count.kind == .number(1), term.modifiers.isEmpty else {
            throw error(
                "advantage applies to a single die; try `d20\(scanner.text(start..<scanner.position))` "
                    + "or `2d20\(keep.rawValue)1`",
                at: start..<scanner.position,
                expected: "kh",
                "kl"
            )
        }
        return keep
    }

    /// Reads `adv` or `dis`, after which a modifier may follow: `advk=3`.
    mutating func takeAdvantage() -> Keep? {
        let start = scanner.position
        for (word, keep) in [("adv", Keep.keepHighest), ("dis", .keepLowest)] {
            if scanner.take(word), scanner.isAtModifier {
                return keep
            }
            scanner.position = start
        }
        return nil
    }

    private mutating func diceModifier(after modifiers: [Modifier])
        throws(NotationError)
        -> Modifier?
    {
        let next = scanner.peek()
        switch next {
        case "!": return try explosion()
        case "m":
            if scanner.take("min") {
                return .clamp(.minimum, try bound("min2"))
            }
            if scanner.take("max") {
                return .clamp(.maximum, try bound("max5"))
            }
            return nil
        case "r":
            let start = scanner.position
            if scanner.take("rr") {
                throw error(
                    "`r` rerolls without limit and `ro` once; remove one of them",
                    at: start..<start + 2,
                    expected: "r",
                    "ro"
                )
            }
            let once = scanner.take("ro")
            if !once {
                scanner.position += 1
            }
            return .reroll(try point(), once: once)
        case "u":
            let once = scanner.take("uo")
            if !once {
                scanner.position += 1
            }
            return .unique(once: once)
        case "c":
            if scanner.take("cs") {
                return .critical(try point())
            }
            if scanner.take("cf") {
                return .fumble(try point())
            }
            return nil
        default: return try modifier(next, after: modifiers)
        }
    }

    mutating func groupModifiers() throws(NotationError) -> [Modifier] {
        var modifiers: [Modifier] = []
        while let modifier = try modifier(scanner.peek(), after: modifiers) {
            modifiers.append(modifier)
        }
        return modifiers
    }

    /// Reads a modifier that both dice and groups can have.
    private mutating func modifier(
        _ next: Unicode.Scalar,
        after modifiers: [Modifier]
    ) throws(NotationError) -> Modifier? {
        switch next {
        case "k":
            if scanner.take("kl") {
                return .keep(.keepLowest, try count())
            }
            if !scanner.take("kh") {
                scanner.position += 1
                if grammar != .third, scanner.isComparison() {
                    return .filter(keeps: true, try comparison())
                }
            }
            return .keep(.keepHighest, try count())
        case "d":
            if scanner.take("dl") {
                return .keep(.dropLowest, try count())
            }
            if scanner.take("dh") {
                return .keep(.dropHighest, try count())
            }
            let start = scanner.position
            if scanner.isBeforeDisadvantage {
                return nil
            }
            scanner.position += 1
            if startOfBlanks(before: start) < start, Scanner.isLetter(scanner.at(start + 1)) {
                throw unexpected()
            }
            if scanner.isComparison() {
                return .filter(keeps: false, try comparison())
            }
            let digits = scanner.takeDigits()
            let count = scanner.text(start + 1..<start + 1 + digits)
            throw error(
                "did you mean `dl\(count)` or `dh\(count)`?",
                at: start..<start + 1,
                expected: "dl",
                "dh"
            )
        case "s":
            if scanner.take("sd") {
                return .sort(descending: true)
            }
            if !scanner.take("sa") {
                scanner.position += 1
            }
            return .sort(descending: false)
        case "<", ">", "=": return scanner.isArrow() ? nil : .success(try comparison())
        case "x": return try weight(isCounted: modifiers.contains(where: \.isCount))
        case "f":
            let start = scanner.position
            if Scanner.isLetter(scanner.at(start + 1)) {
                return nil
            }
            scanner.position += 1
            guard let comparison = try point() else {
                throw error(
                    "missing number after `f`; try `f1`",
                    at: start..<start + 1,
                    expected: "a number",
                    "a comparison"
                )
            }
            return .failure(comparison)
        default: return nil
        }
    }

    private mutating func explosion() throws(NotationError) -> Modifier {
        let start = scanner.position
        if scanner.take("!!p") {
            throw error(
                "a die cannot both compound and penetrate; try `!!` or `!p`",
                at: start..<scanner.position,
                expected: "!!",
                "!p"
            )
        }
        if scanner.take("!!o") || scanner.take("!po") {
            throw error(
                "only `!` can have a limit; try `!o3`",
                at: start..<scanner.position,
                expected: "!o"
            )
        }
        if scanner.take("!!") {
            return .explode(.compound, try point())
        }
        if scanner.take("!p") {
            return .explode(.penetrate, try point())
        }
        if scanner.take("!o") {
            let maximum = try limit()
            return .explode(.another, try point(), atMost: maximum)
        }
        scanner.position += 1
        return .explode(.another, try point())
    }

    /// Reads the maximum number of explosions of a die: one if no number follows.
    private mutating func limit() throws(NotationError) -> Int {
        _ = scanner.peek()
        let start = scanner.position
        guard scanner.takeDigits() > 0 else { return 1 }
        let maximum = NotationLimits.chain
        guard let limit = Int(scanner.text(start..<scanner.position)), 1...maximum ~= limit
        else {
            throw error(
                "the explosion limit must be 1 to \(maximum); try `!o3`",
                at: start..<scanner.position,
                expected: "a number"
            )
        }
        return limit
    }

    /// Reads the weight of dice that meet a comparison. Returns `nil` without reading anything if a
    /// repeat follows.
    private mutating func weight(isCounted: Bool) throws(NotationError) -> Modifier? {
        let start = scanner.position
        scanner.position += 1
        let isNegative = scanner.take("-")
        _ = scanner.peek()
        let digits = scanner.position
        let count = scanner.takeDigits()
        let place = start..<scanner.position
        guard count > 0, scanner.isComparison() else {
            scanner.position = start
            return nil
        }
        guard isCounted else {
            throw error(
                "missing count before the multiplier; try `5d10>=7x2=10`",
                at: place,
                expected: "a count"
            )
        }
        let range = NotationLimits.weight
        guard let number = Int(scanner.text(digits..<place.upperBound)),
            range ~= (isNegative ? -number : number)
        else {
            throw error(
                "the multiplier must be \(range.lowerBound) to \(range.upperBound); try `x2=10`",
                at: place,
                expected: "a smaller number"
            )
        }
        return .weight(isNegative ? -number : number, try comparison())
    }

    /// Reads the number of dice to keep or drop: one if no number follows.
    private mutating func count() throws(NotationError) -> Expression {
        try modifierNumber()
            ?? Expression(.number(1), place: scanner.position..<scanner.position)
    }

    private mutating func bound(_ example: String) throws(NotationError) -> Expression {
        guard let number = try modifierNumber(canBeNegative: true) else {
            throw error("missing number; try `\(example)`", expected: "a number")
        }
        return number
    }

    /// Reads a comparison, or a number that is compared for equality. Returns `nil` if neither
    /// follows.
    private mutating func point() throws(NotationError) -> Comparison? {
        if scanner.isComparison() {
            return try comparison()
        }
        return try modifierNumber().map { Comparison(.equal, $0) }
    }

    private mutating func comparison() throws(NotationError) -> Comparison {
        let relation =
            Relation.longestFirst.first { scanner.take($0.rawValue) } ?? .equal
        let start = scanner.position - (relation == .equal ? 1 : 0)
        guard let number = try modifierNumber(canBeNegative: true) else {
            for (wrong, right) in [("=<", "<="), ("==", "=")] {
                scanner.position = start
                if relation == .equal, scanner.take(wrong) {
                    throw error(
                        "did you mean `\(right)`?",
                        at: start..<scanner.position,
                        expected: right
                    )
                }
            }
            scanner.position = relation == .equal ? start + 1 : start
            _ = scanner.peek()
            throw error(
                "missing number to compare with; try `\(relation.rawValue)5`",
                expected: "a number"
            )
        }
        return Comparison(relation, number)
    }

    mutating func modifierNumber(canBeNegative: Bool = false) throws(NotationError)
        -> Expression?
    {
        let next = scanner.peek()
        let start = scanner.position
        switch next {
        case _ where Scanner.isDigit(next): return try number()
        case "(": return try parenthesised()
        case "{": return try parameter()
        case "-" where canBeNegative:
            scanner.position += 1
            guard Scanner.isDigit(scanner.peek()) else {
                throw error("missing number after the sign", expected: "a number")
            }
            let number = try number()
            return Expression(.negated(number), place: start..<scanner.position)
        default: return nil
        }
    }
}
