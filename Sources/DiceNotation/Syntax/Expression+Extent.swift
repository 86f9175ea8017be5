extension Expression {
    /// A number beyond any limit.
    static let unknown = NotationLimits.sides.upperBound

    /// The maximum distance of the expression's value from 0, rounded up; `Expression.unknown` if
    /// unknown.
    var magnitude: Int {
        let maximum: Double =
            switch kind {
            case .number(let number): number.double.magnitude
            case .negated(let inner): Double(inner.magnitude)
            case .binary(.add, let one, let other),
                .binary(.subtract, let one, let other):
                Double(one.magnitude + other.magnitude)
            case .binary(.multiply, let one, let other), .repeated(let one, let other):
                Double(one.magnitude * other.magnitude)
            case .call(_, let parts), .group(let parts, _):
                Double(parts.reduce(0) { $0 + $1.magnitude + 1 })
            case .dice(let term) where term.isPlain:
                Double(term.count.magnitude * term.faces)
            case .parameter(let parameter):
                parameter.standard?.double.magnitude ?? .infinity
            case .check(let body, _, _), .outcomes(let body, _): Double(body.magnitude)
            case .binary, .dice: .infinity
            }
        return Int(min(maximum.rounded(.up), Double(Expression.unknown)))
    }
}

extension DiceTerm {
    /// The maximum number of faces of a die or, for a custom die, the largest number on a face.
    var faces: Int {
        switch sides {
        case .number(let sides): sides.magnitude
        case .fate: 6
        case .custom(let faces):
            max(faces.count, faces.map { Int($0.number.magnitude) }.max() ?? 0)
        }
    }

    /// True if counting is the only modification of its dice.
    var isPlain: Bool {
        guard case .number = sides else { return false }
        return modifiers.allSatisfy { if case .keep = $0 { true } else { false } }
    }
}
