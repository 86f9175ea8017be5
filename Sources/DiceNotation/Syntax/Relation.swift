public enum Relation: String, Sendable, Hashable, CaseIterable {
    case less = "<"
    case atMost = "<="
    case equal = "="
    case unequal = "<>"
    case atLeast = ">="
    case greater = ">"

    /// Every sign comes before the signs that are prefixes of it.
    static let longestFirst: [Relation] = [
        .atMost, .unequal, .less, .atLeast, .greater, .equal,
    ]

    public func holds(_ value: Fraction, _ number: Fraction) -> Bool {
        switch self {
        case .less: value < number
        case .atMost: value <= number
        case .equal: value == number
        case .unequal: value != number
        case .atLeast: value >= number
        case .greater: value > number
        }
    }
}
