extension Expression {
    /// The distinct parameters, in the order of the text.
    public var parameters: [Parameter] {
        var found: [Parameter] = []
        for (parameter, _) in supplied
        where !found.contains(where: { $0.name == parameter.name }) {
            found.append(parameter)
        }
        return found
    }

    /// The parameters and the names of saved rolls, and their positions with parentheses, in the
    /// order of the text.
    var supplied: [(Parameter, Range<Int>)] {
        if case .parameter(let parameter) = kind {
            [(parameter, range)]
        } else {
            parts.flatMap(\.supplied)
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
        case .outcomes(let body, let outcomes): [body] + outcomes.flatMap(\.computedBounds)
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
