/// Replaces the names of saved rolls in a text with the rolls' expressions.
public struct SavedNames {
    private let saved: (String) -> String?
    /// The origin of the text with the names. The expressions of saved rolls are stored text.
    private let origin: TextOrigin
    /// The replacements found so far, by name.
    private var replaced: [String: String] = [:]
    /// The names that are being replaced, outermost first.
    private var open: [String] = []

    /// - Parameter saved: returns the expression of the saved roll with this name, or `nil` if
    ///   there is no such roll.
    public init(_ saved: @escaping (String) -> String?, in origin: TextOrigin = .typed) {
        self.saved = saved
        self.origin = origin
    }

    /// Returns true if a text is not valid notation, but has a word in place of a number that may
    /// be the name of a saved roll.
    public static func mayStand(in text: String) -> Bool {
        var isAsked = false
        var names = SavedNames { _ in
            isAsked = true
            return nil
        }
        _ = try? names.replace(in: text)
        return isAsked
    }

    /// Returns true if a text is notation with `W` for `d`, and may also be the name of a saved
    /// roll or table. Such a name takes precedence.
    public static func mayComeFirst(_ text: String) -> Bool {
        let name = text.lowercased()
        return name.contains("w")
            && name.utf8.allSatisfy { Scanner.isName(Unicode.Scalar($0)) }
    }

    /// Returns `(1d20+7)+2` for `attack+2`, and `1d20+7` for `attack`. In a text that is valid
    /// notation without saved rolls, only the whole text can be a name.
    ///
    /// Throws `NotationError` if the text with its names replaced is not an expression, or if a
    /// name refers to itself.
    public mutating func replace(in text: String) throws(NotationError) -> String {
        let origin = open.isEmpty ? origin : .stored
        do {
            _ = try Expression(parsing: text, .current, origin)
            guard Self.mayComeFirst(text), saved(text) != nil else { return text }
            return try expression(text, at: 0..<text.utf8.count)
        } catch {
            guard error.reason == .bad else { throw error }
        }
        var parser = Parser(text, .current, origin)
        parser.isSaved = { [saved] in saved($0) != nil }
        _ = try parser.parse()
        var bytes = Array(text.utf8)
        for place in parser.names.reversed() {
            let name = parser.scanner.text(place)
            if name.first == "[" {
                bytes.replaceSubrange(
                    place,
                    with: try faces(String(name.dropFirst().dropLast()), at: place).utf8
                )
                continue
            }
            let expression = try expression(name, at: place)
            let isAlone =
                place.count
                == text.split(whereSeparator: \.isWhitespace).joined().utf8.count
            bytes.replaceSubrange(
                place,
                with: (isAlone ? expression : "(\(expression))").utf8
            )
        }
        let limit =
            origin == .stored || text.contains("=>") ? TextLimit.expression : .rolled
        guard bytes.count <= limit.bytes else {
            throw NotationError(
                "with its saved rolls expanded, the expression has more than \(limit.bytes) bytes",
                at: 0..<text.utf8.count,
                expected: ["a shorter expression"],
                reason: .length(
                    TextExcess(unit: .bytes, limit: limit.bytes, actual: bytes.count)
                )
            )
        }
        let filled = String(decoding: bytes, as: UTF8.self)
        do {
            _ = try Expression(parsing: filled, .current, .stored)
        } catch {
            throw parser.names.isEmpty ? error : error.about(0..<text.utf8.count)
        }
        return filled
    }

    /// Returns the faces of a saved die: `{hit,blank}`.
    private mutating func faces(_ name: String, at place: Range<Int>)
        throws(NotationError)
        -> String
    {
        let saved = try Expression(
            parsing: expression(name, at: place),
            .current,
            .stored
        )
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
        -> String
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
            let expression = try replace(in: RollText(text, .stored).expression)
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
    /// Returns the same error, located in another text.
    /// - Parameter start: the offset to add to `place` for its position in the other text, in
    ///   bytes.
    public func about(
        _ place: Range<Int>,
        movedBy start: Int = 0,
        in words: String = ""
    )
        -> NotationError
    {
        NotationError(
            words + message,
            at: place.lowerBound + start..<place.upperBound + start,
            expected: expected,
            reason: reason
        )
    }
}

extension Parser {
    /// Skips the longest saved-roll name that comes next, unless it is a function's name. Returns a
    /// number that stands in for the name.
    mutating func takeName() -> Expression? {
        guard let isSaved else { return nil }
        let start = scanner.position
        var end = start
        while end < scanner.bytes.count, Scanner.isName(scanner.at(end)) {
            end += 1
        }
        while end > start {
            if isSaved(scanner.text(start..<end)), scanner.at(end) != "(" {
                scanner.position = end
                names.append(start..<end)
                return Expression(.number(1), place: start..<end)
            }
            end = scanner.bytes[start..<end].lastIndex(of: UInt8(ascii: "-")) ?? start
        }
        return nil
    }
}

extension Scanner {
    /// Returns true if a letter may occur in the name of a saved roll.
    fileprivate static func isName(_ letter: Unicode.Scalar) -> Bool {
        isLetter(letter) || isDigit(letter) || letter == "_" || letter == "-"
    }
}
