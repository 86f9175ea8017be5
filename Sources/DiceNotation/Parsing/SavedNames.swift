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
        let found = try roll.names { [saved] in saved($0) != nil }
        guard !found.names.isEmpty else { return try roll.written() }
        var bytes = roll.bytes
        if let late = found.lateAdvantage {
            bytes.removeSubrange(late)
        }
        for place in found.names.reversed() {
            let advantage = found.advantages[place]
            let end = advantage?.upperBound ?? place.upperBound
            let isWhole = place.lowerBound..<end == roll.place
            let replacement = try replacement(
                roll.text(place),
                advantage.map { (roll.text($0), $0) },
                at: place,
                isWhole: isWhole
            )
            bytes.replaceSubrange(place.lowerBound..<end, with: replacement.utf8)
        }
        if let late = found.lateAdvantage {
            let text = String(decoding: bytes, as: UTF8.self)
            bytes = Array(try placed(roll.text(late), in: text, at: late).utf8)[...]
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

    /// Returns the text that replaces a name.
    ///
    /// - Parameters:
    ///   - advantage: `adv` or `dis` after the name, and its position.
    ///   - isWhole: true if nothing else is in the text.
    private mutating func replacement(
        _ name: String,
        _ advantage: (word: String, place: Range<Int>)?,
        at place: Range<Int>,
        isWhole: Bool
    ) throws(NotationError) -> String {
        if name.hasPrefix("[") {
            return try faces(String(name.dropFirst().dropLast()), at: place)
        }
        let saved = try expression(name, at: place)
        var text = saved.text
        if let advantage {
            text = try placed(advantage.word, in: text, at: advantage.place)
        }
        guard !isWhole else { return text }
        try saved.expression.checkOperand(name, at: place)
        return "(\(text))"
    }

    /// Returns the text with `adv` or `dis` after its only single d20.
    private func placed(_ word: String, in text: String, at place: Range<Int>)
        throws(NotationError) -> String
    {
        guard let placed = Expression.placing(word, in: text) else {
            throw NotationError(
                "exactly one single d20 must precede `\(word)`; try `d20+5 \(word)`",
                at: place,
                expected: ["one d20"]
            )
        }
        return placed
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

/// The names of saved rolls in a text, and the positions of `adv` and `dis` beside them.
struct SavedNamePlaces {
    /// The positions of the names, in the order of the text.
    let names: [Range<Int>]
    /// The positions of `adv` or `dis` right after names, by the position of the name.
    var advantages: [Range<Int>: Range<Int>] = [:]
    /// The position of `adv` or `dis` after the last die of several parts.
    var lateAdvantage: Range<Int>?
}

extension Expression {
    /// Throws `NotationError` if the saved roll with this name cannot be a part of an expression,
    /// because it has a target or outcomes.
    fileprivate func checkOperand(_ name: String, at place: Range<Int>) throws(NotationError) {
        let verdict: String
        switch kind {
        case .check: verdict = "a target"
        case .outcomes: verdict = "outcomes"
        default: return
        }
        let values = parameters.map { "\(name) \($0.name)=\($0.standard.map { "\($0)" } ?? "7")" }
        throw NotationError(
            "saved roll `\(name)` ends with \(verdict), so it must stand alone"
                + (values.isEmpty ? "" : "; it takes values: `\(values[0])`"),
            at: place,
            expected: [name] + values
        )
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
