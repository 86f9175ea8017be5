/// An expression, and the text that parses to it.
public struct WrittenExpression: Sendable, Hashable {
    public let expression: Expression
    /// The text, with the indices of the positions in the expression.
    private let bytes: ArraySlice<UInt8>
    /// The position of the typed text that this text replaces; `nil` if it is the typed text.
    let replaced: Range<Int>?

    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The text of the rolled part, and the text of the target or the outcomes after it.
    public var parts: (rolled: String, verdict: String) {
        let end = expression.rolled.range.upperBound
        return (
            String(decoding: bytes[..<end], as: UTF8.self),
            String(decoding: bytes[end...], as: UTF8.self)
        )
    }

    init(_ expression: Expression, _ bytes: ArraySlice<UInt8>) {
        self.expression = expression
        self.bytes = bytes
        replaced = nil
    }

    /// Parses the text that replaces the typed text at a position. Throws `NotationError`, located
    /// at this position.
    init(_ bytes: ArraySlice<UInt8>, replacing place: Range<Int>) throws(NotationError) {
        var parser = Parser(bytes, .current, .stored)
        do {
            expression = try parser.checked()
        } catch { throw error.about(place) }
        self.bytes = parser.scanner.bytes
        replaced = place
    }

    /// Returns the expression to roll, in which numbers from `values`, or else their defaults,
    /// replace the parameters. Its text is that of the history: each run of whitespace is a single
    /// space.
    ///
    /// Throws `NotationError` if a parameter has no value, if `values` has a name that is not a
    /// parameter, or if the text with the numbers is not an expression.
    public func filled(with values: [String: Double] = [:]) throws(NotationError)
        -> WrittenExpression
    {
        var filled = bytes
        for (number, place) in try numbers(from: values) {
            filled.replaceSubrange(place, with: number.utf8)
        }
        let text = String(decoding: filled, as: UTF8.self).withSingleSpaces
        if text.utf8.elementsEqual(bytes) {
            return self
        }
        return try WrittenExpression(Array(text.utf8)[...], replacing: replaced ?? bytes.indices)
    }

    /// Throws `NotationError` if a throw of the expression is too large.
    public func checkThrow() throws(NotationError) {
        do {
            try expression.check(dice: NotationLimits.throwDice)
        } catch { throw replaced.map { error.about($0) } ?? error }
    }

    /// Throws `NotationError` if a label reads as dice, and the expression rolls none: it would be
    /// taken for a roll.
    public func check(label: String) throws(NotationError) {
        let label = label.withPlainForms
        guard let dice = try? Expression(parsing: label), dice.hasDice, !expression.rollsFaces
        else { return }
        let place = replaced ?? bytes.indices
        guard case .number(let count) = expression.kind, count.denominator == 1 else {
            throw NotationError(
                "`\(text)` rolls no dice, so `\(label)` must not be its label",
                at: place,
                expected: [label]
            )
        }
        throw NotationError(OtherReading(repeating: "\(count)x", label), at: place)
    }

    /// Returns the number for each parameter as text, and the parameter's position, last first.
    private func numbers(from values: [String: Double]) throws(NotationError)
        -> [(String, Range<Int>)]
    {
        let names = expression.parameters.map(\.name)
        for name in values.keys.sorted() where !names.contains(name.lowercased()) {
            throw NotationError(
                names.isEmpty
                    ? "the expression has no parameters"
                    : "no parameter `\(name)`; the expression has \(names.joined(separator: ", "))",
                at: replaced ?? bytes.indices,
                expected: names.isEmpty ? ["no values"] : names
            )
        }
        let bounds = expression.parameterBounds
        let given = Dictionary(values.map { ($0.key.lowercased(), $0.value) }) { $1 }
        return try expression.supplied.reversed().map { parameter, place throws(NotationError) in
            guard let value = given[parameter.name] ?? parameter.standard?.double else {
                throw NotationError(
                    "missing value for `\(parameter.name)`; try `\(parameter.name)=7`",
                    at: replaced ?? place,
                    expected: ["a number"]
                )
            }
            guard abs(value) < 1e10, let number = Fraction(decimal: value),
                10_000.isMultiple(of: number.denominator)
            else {
                throw NotationError(
                    "the value of `\(parameter.name)` may have at most 10 digits, of which at most 4 follow the point",
                    at: replaced ?? place,
                    expected: ["a smaller number"]
                )
            }
            let isApart = value < 0 || bounds.contains(place)
            return (isApart ? "(\(number))" : "\(number)", place)
        }
    }
}

extension Expression {
    /// The positions of the parameters that are bounds of outcomes. A number in parentheses takes
    /// their place, because it remains a computed bound.
    fileprivate var parameterBounds: [Range<Int>] {
        guard case .outcomes(_, let outcomes) = kind else { return [] }
        return outcomes.flatMap(\.computedBounds).filter { bound in
            if case .parameter = bound.kind { true } else { false }
        }
        .map(\.range)
    }
}

extension String {
    /// The text with each run of whitespace reduced to one space. Combining marks stay, even after
    /// whitespace.
    fileprivate var withSingleSpaces: String {
        unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }.joined(
            separator: " "
        )
    }
}
