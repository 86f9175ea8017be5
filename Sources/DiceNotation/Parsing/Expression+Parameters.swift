extension Expression {
    /// The distinct parameters, in the order of the text.
    public var parameters: [Parameter] {
        var found: [Parameter] = []
        for place in parameterPlaces
        where !found.contains(where: { $0.name == place.0.name }) {
            found.append(place.0)
        }
        return found
    }

    /// Returns the text of an expression with its parameters replaced by numbers from `values`, or
    /// else by their defaults.
    ///
    /// Throws `NotationError` if a parameter has no value, if `values` has a name that is not a
    /// parameter, or if `text` is not an expression.
    public static func filling(_ text: String, with values: [String: Double])
        throws(NotationError)
        -> String
    {
        let expression = try Expression(parsing: text, .current, .stored)
        var bytes = Array(text.utf8)
        let names = expression.parameters.map(\.name)
        for name in values.keys.sorted() where !names.contains(name.lowercased()) {
            throw NotationError(
                names.isEmpty
                    ? "the expression has no parameters"
                    : "no parameter `\(name)`; the expression has \(names.joined(separator: ", "))",
                at: 0..<bytes.count,
                expected: names.isEmpty ? ["no values"] : names
            )
        }
        let given = Dictionary(values.map { ($0.key.lowercased(), $0.value) }) { $1 }
        for (parameter, place) in expression.parameterPlaces.reversed() {
            guard let value = given[parameter.name] ?? parameter.standard?.double else {
                throw NotationError(
                    "missing value for `\(parameter.name)`; try `\(parameter.name)=7`",
                    at: place,
                    expected: ["a number"]
                )
            }
            guard abs(value) < 1e10, let number = Fraction(decimal: value),
                10_000.isMultiple(of: number.denominator)
            else {
                throw NotationError(
                    "the value of `\(parameter.name)` may have at most 10 digits, of which at most 4 follow the point",
                    at: place,
                    expected: ["a smaller number"]
                )
            }
            bytes.replaceSubrange(
                place,
                with: (value < 0 ? "(\(number))" : "\(number)").utf8
            )
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private var parameterPlaces: [(Parameter, Range<Int>)] {
        if case .parameter(let parameter) = kind {
            [(parameter, range)]
        } else {
            parts.flatMap(\.parameterPlaces)
        }
    }

    /// The direct subexpressions, in the order of the text.
    public var parts: [Expression] {
        switch kind {
        case .number, .parameter: []
        case .negated(let inner): [inner]
        case .binary(_, let left, let right): [left, right]
        case .call(_, let arguments): arguments
        case .repeated(let count, let body): [count, body]
        case .group(let members, let modifiers):
            members + modifiers.compactMap(\.number)
        case .dice(let term): term.parts
        case .check(let body, _, let target): [body, target]
        case .outcomes(let body, _): [body]
        }
    }

    /// The rolled part, without the target or the outcomes after it.
    public var rolled: Expression {
        switch kind {
        case .check(let body, _, _), .outcomes(let body, _): body
        default: self
        }
    }
}

extension DiceTerm {
    /// The direct subexpressions, in the order of the text.
    var parts: [Expression] {
        if case .number(let sides) = sides {
            return [count, sides] + modifiers.compactMap(\.number)
        }
        return [count] + modifiers.compactMap(\.number)
    }
}

extension Modifier {
    /// The modifier's number.
    public var number: Expression? {
        switch self {
        case .keep(_, let number), .clamp(_, let number): number
        case .success(let comparison), .failure(let comparison),
            .weight(_, let comparison),
            .filter(_, let comparison):
            comparison.number
        case .explode(_, let point, _), .reroll(let point, _), .critical(let point),
            .fumble(let point):
            point?.number
        case .unique, .sort: nil
        }
    }
}
