/// Replaces the names of saved rolls in expressions with the rolls' expressions.
struct SavedNames {
    private let saved: (String) -> String?
    /// The replacements found so far, by name.
    private var replaced: [String: WrittenExpression] = [:]
    /// The names that are being replaced, outermost first.
    private var open: [String] = []

    /// - Parameter saved: returns the text of the saved roll with this name, or `nil` if there is
    ///   no such roll.
    init(_ saved: @escaping (String) -> String?) {
        self.saved = saved
    }

    mutating func replace(in roll: RollText) throws(NotationError) -> WrittenExpression {
        let names = try roll.names { [saved] in saved($0) != nil }
        guard !names.isEmpty else { return try roll.written() }
        var bytes = roll.bytes
        for place in names.reversed() {
            let name = roll.text(place)
            let isDie = name.hasPrefix("[")
            let replacement =
                isDie
                ? try faces(String(name.dropFirst().dropLast()), at: place)
                : try expression(name, at: place).text
            let isWhole = isDie || place == roll.place
            bytes.replaceSubrange(
                place,
                with: (isWhole ? replacement : "(\(replacement))").utf8
            )
        }
        let limit =
            roll.origin == .stored || roll.expression.contains("=>")
            ? TextLimit.expression : .rolled
        guard bytes.count <= limit.bytes else {
            throw NotationError(
                "with its saved rolls expanded, the expression has more than \(limit.bytes) bytes",
                at: roll.place,
                expected: ["a shorter expression"],
                reason: .length(
                    TextExcess(unit: .bytes, limit: limit.bytes, actual: bytes.count)
                )
            )
        }
        return try WrittenExpression(bytes, replacing: roll.place)
    }

    /// Returns the faces of a saved die: `{hit,blank}`.
    private mutating func faces(_ name: String, at place: Range<Int>)
        throws(NotationError)
        -> String
    {
        let saved = try expression(name, at: place).expression
        guard case .dice(let term) = saved.kind, case .custom = term.sides,
            term.count == Expression(.number(1)),
            term.modifiers.isEmpty, saved.label == nil
        else {
            throw NotationError(
                "`\(name)` is not a custom die; save one: `dicectl save \(name) 'd{hit, miss}'`",
                at: place,
                expected: ["the name of a saved die"]
            )
        }
        return String(saved.description.dropFirst())
    }

    private mutating func expression(_ name: String, at place: Range<Int>)
        throws(NotationError)
        -> WrittenExpression
    {
        if let known = replaced[name] {
            return known
        }
        guard !open.contains(name), let text = saved(name) else {
            throw NotationError(
                "saved roll `\(name)` refers to itself",
                at: place,
                expected: ["dice"]
            )
        }
        guard open.count + replaced.count < NotationLimits.depth else {
            throw NotationError(
                "an expression may refer to at most \(NotationLimits.depth) saved rolls",
                at: place,
                expected: ["fewer names"],
                reason: .limit(.depth, NotationLimits.depth)
            )
        }
        open.append(name)
        defer {
            open.removeLast()
        }
        do {
            let expression = try replace(in: RollText(text, .stored))
            replaced[name] = expression
            return expression
        } catch {
            throw error.about(
                place,
                in: open.count == 1 ? "saved roll `\(name)`: " : ""
            )
        }
    }
}

extension NotationError {
    /// Returns the same error, located at another place.
    public func about(_ place: Range<Int>, in words: String = "") -> NotationError {
        NotationError(words + message, at: place, expected: expected, reason: reason)
    }
}

extension Parser {
    /// Reads the longest saved-roll name that comes next, unless it is a function's name.
    mutating func takeName() -> Expression? {
        mayHaveNames = true
        guard let isSaved else { return nil }
        let start = scanner.position
        var end = start
        while end < scanner.bytes.endIndex, Scanner.isName(scanner.at(end)) {
            end += 1
        }
        while end > start {
            if isSaved(scanner.text(start..<end)), scanner.at(end) != "(" {
                scanner.position = end
                return name(at: start..<end)
            }
            end = scanner.bytes[start..<end].lastIndex(of: UInt8(ascii: "-")) ?? start
        }
        return nil
    }

    /// Returns the node of a saved roll's name.
    func name(at place: Range<Int>) -> Expression {
        var parameter = Parameter(name: scanner.text(place))
        parameter.saved = place
        return Expression(.parameter(parameter), place: place)
    }
}

extension Scanner {
    /// Returns true if a letter may occur in the name of a saved roll.
    static func isName(_ letter: Unicode.Scalar) -> Bool {
        isLetter(letter) || isDigit(letter) || letter == "_" || letter == "-"
    }
}
