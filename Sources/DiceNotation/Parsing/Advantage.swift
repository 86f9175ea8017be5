/// `adv` and `dis` after a whole expression, which apply to its only d20.
extension Expression {
    /// Returns `d20 adv+5` for `adv` and `d20+5`; `nil` if the text is not an expression with
    /// exactly one single d20.
    public static func placing(_ word: String, in text: String) -> String? {
        guard let expression = try? Expression(parsing: text, .current, .stored),
            let end = expression.onlyD20
        else {
            return nil
        }
        var bytes = Array(text.utf8)
        bytes.insert(contentsOf: " \(word)".utf8, at: end)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The end of the sides of the only single d20 without modifiers; `nil` if there is none or
    /// more than one.
    fileprivate var onlyD20: Int? {
        let found = rolled.ends
        return found.count == 1 ? found[0] : nil
    }

    /// The end of the sides of each single d20 without modifiers.
    private var ends: [Int] {
        guard case .dice(let term) = kind, case .number(let sides) = term.sides,
            sides.kind == .number(20), term.count.kind == .number(1), term.modifiers.isEmpty
        else {
            return parts.flatMap(\.ends)
        }
        return [sides.range.upperBound]
    }
}

extension Parser {
    /// Reads `adv` or `dis` after the whole expression.
    mutating func takeFinalAdvantage() {
        _ = scanner.peek()
        let start = scanner.position
        if finalAdvantage == nil, takeAdvantage() != nil {
            finalAdvantage = start..<scanner.position
        }
    }

    /// Moves `adv` or `dis` in the text from the end of the expression to its only d20, and parses
    /// the text again. Throws if there is not exactly one.
    mutating func placingAdvantage(in expression: Expression) throws(NotationError)
        -> Expression
    {
        // The dice of saved rolls are known only once their names have been replaced.
        let hasNames = expression.supplied.contains { $0.0.saved != nil }
        guard let word = finalAdvantage ?? lateAdvantage, !hasNames else { return expression }
        let start = startOfBlanks(before: word.lowerBound)
        let moved = scanner.bytes[start..<word.upperBound]
        var bytes = scanner.bytes
        bytes.removeSubrange(start..<word.upperBound)
        var other = Parser(bytes, grammar, .stored)
        let end = (try? other.parse())?.onlyD20
        if finalAdvantage == nil, end == start {
            return expression
        }
        guard let end else {
            let written = scanner.text(word)
            throw error(
                "exactly one single d20 must precede `\(written)`; try `d20+5 \(written)`",
                at: word,
                expected: "one d20"
            )
        }
        bytes.insert(contentsOf: moved, at: end)
        guard finalAdvantage != nil else {
            let meant = String(decoding: bytes, as: UTF8.self)
            throw error(
                "another die precedes `\(scanner.text(word))`; did you mean `\(meant)`?",
                at: word,
                expected: meant
            )
        }
        self = Parser(bytes, grammar, origin, isSaved: isSaved)
        return try parse()
    }

    /// Returns the position after the last character before this one that is not a blank.
    func startOfBlanks(before position: Int) -> Int {
        let last = scanner.bytes[..<position].lastIndex { ![32, 9, 10, 13].contains($0) }
        return last.map { $0 + 1 } ?? scanner.bytes.startIndex
    }
}
