extension Expression {
    /// The parameters, each once, in the order of the text.
    public var parameters: [Parameter] {
        var found: [Parameter] = []
        for place in parameterPlaces where !found.contains(where: { $0.name == place.0.name }) { found.append(place.0) }
        return found
    }

    /// The text of an expression with numbers in the place of its parameters, those of `values` or else their own.
    ///
    /// Throws `NotationError` where one has no value, where `values` has a name that the expression does not, or where `text` is no
    /// expression.
    public static func filling(_ text: String, with values: [String: Double]) throws(NotationError) -> String {
        let expression = try Expression(parsing: text)
        var bytes = Array(text.utf8)
        let names = expression.parameters.map(\.name)
        for name in values.keys.sorted() where !names.contains(name.lowercased()) {
            throw NotationError(
                names.isEmpty
                    ? "the expression has no parameters"
                    : "there is no parameter `\(name)`, but \(names.joined(separator: ", "))",
                at: 0..<bytes.count, expected: names.isEmpty ? ["no values"] : names)
        }
        let given = Dictionary(values.map { ($0.key.lowercased(), $0.value) }) { $1 }
        for (parameter, place) in expression.parameterPlaces.reversed() {
            guard let value = given[parameter.name] ?? parameter.standard?.double else {
                throw NotationError(
                    "the value of `\(parameter.name)` is missing: `\(parameter.name)=7`?", at: place,
                    expected: ["a number"])
            }
            guard abs(value) < 1e10, let number = Fraction(decimal: value),
                10_000.isMultiple(of: number.denominator)
            else {
                throw NotationError(
                    "the value of `\(parameter.name)` has at most 10 digits, and 4 behind the point", at: place,
                    expected: ["a smaller number"])
            }
            bytes.replaceSubrange(place, with: (value < 0 ? "(\(number))" : "\(number)").utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private var parameterPlaces: [(Parameter, Range<Int>)] {
        var found: [(Parameter, Range<Int>)] = []
        func collect(_ expression: Expression) {
            if case .parameter(let parameter) = expression.kind { found.append((parameter, expression.place)) }
            for part in expression.parts { collect(part) }
        }
        collect(self)
        return found
    }

    /// The expressions that it is made of, in the order of the text.
    public var parts: [Expression] {
        switch kind {
        case .number, .parameter: []
        case .negated(let inner): [inner]
        case .binary(_, let left, let right): [left, right]
        case .call(_, let arguments): arguments
        case .repeated(let count, let body): [count, body]
        case .group(let members, let modifiers): members + modifiers.compactMap(\.number)
        case .dice(let term): [term.count] + term.sides.parts + term.modifiers.compactMap(\.number)
        }
    }
}

extension Sides {
    fileprivate var parts: [Expression] {
        if case .number(let number) = self { [number] } else { [] }
    }
}

extension Modifier {
    /// The number that it goes by.
    public var number: Expression? {
        switch self {
        case .keep(_, let number), .clamp(_, let number): number
        case .success(let comparison), .failure(let comparison): comparison.number
        case .explode(_, let comparison), .reroll(let comparison, _), .critical(let comparison),
            .fumble(let comparison):
            comparison?.number
        case .unique, .sort: nil
        }
    }
}
