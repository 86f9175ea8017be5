/// Puts the expressions of saved rolls in the place of their names.
public struct SavedNames {
    private let saved: (String) -> String?
    /// Where the text with the names comes from; what they stand for is stored.
    private let origin: TextOrigin
    /// What names stand for, as far as that was asked.
    private var replaced: [String: String] = [:]
    /// The names that are being replaced, the outermost first.
    private var open: [String] = []

    /// - Parameter saved: the expression of the saved roll of this name; nil if there is none.
    public init(_ saved: @escaping (String) -> String?, in origin: TextOrigin = .typed) {
        self.saved = saved
        self.origin = origin
    }

    /// Whether a text that is no notation has a word in the place of a number, which may be the
    /// name of a saved roll.
    public static func mayStand(in text: String) -> Bool {
        var isAsked = false
        var names = SavedNames { _ in
            isAsked = true
            return nil
        }
        _ = try? names.replace(in: text)
        return isAsked
    }

    /// Whether a text is notation with a `W` for `d`, and may be the name of a saved roll, or of a
    /// table, that comes first.
    public static func mayComeFirst(_ text: String) -> Bool {
        let name = text.lowercased()
        return name.contains("w")
            && name.utf8.allSatisfy { Scanner.isName(Unicode.Scalar($0)) }
    }

    /// `(1d20+7)+2` for `attack+2`, `1d20+7` for `attack`. A text that is notation without them has
    /// no names in it, unless it is one as a whole.
    ///
    /// Throws `NotationError` if the text is no expression with its names replaced, or if a name
    /// leads back to itself.
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
                "with the saved rolls in it, it has more than \(limit.bytes) bytes",
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

    /// `{hit,blank}`: the faces of a saved die.
    private mutating func faces(_ name: String, at place: Range<Int>)
        throws(NotationError)
        -> String
    {
        let saved = try Expression(
            parsing: expression(name, at: place),
            .current,
            .stored
        )
        guard case .dice(let term) = saved.kind, case .own = term.sides,
            term.count == Expression(.number(1)),
            term.modifiers.isEmpty, saved.label == nil
        else {
            throw NotationError(
                "`\(name)` is no die with faces of its own: `dicectl save \(name) 'd{hit, miss}'`",
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
                "the saved roll `\(name)` leads back to itself",
                at: place,
                expected: ["dice"]
            )
        }
        guard open.count + replaced.count < NotationLimits.depth else {
            throw NotationError(
                "an expression has at most \(NotationLimits.depth) saved rolls in it",
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
                in: open.count == 1 ? "the saved roll `\(name)`: " : ""
            )
        }
    }
}

extension NotationError {
    /// The same error, told of a place in another text.
    /// - Parameter start: how much further behind it lies there, in bytes.
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
    /// Moves past the longest name of a saved roll that comes next, if it is no function's, and
    /// returns a number in its place.
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
    /// Whether a letter may stand in the name of a saved roll.
    fileprivate static func isName(_ letter: Unicode.Scalar) -> Bool {
        isLetter(letter) || isDigit(letter) || letter == "_" || letter == "-"
    }
}
