/// A dice expression as a tree.
///
/// Two are equal if they mean the same step by step, wherever they stand in their texts.
public struct Expression: Sendable, Hashable {
    public indirect enum Form: Sendable, Hashable {
        case number(Fraction)
        case parameter(Parameter)
        case dice(DiceTerm)
        /// `{a, b}` with what is done to the members.
        case group([Expression], [Modifier])
        case negated(Expression)
        case binary(BinaryOperator, Expression, Expression)
        case call(Function, [Expression])
        /// `count x body`: the body is evaluated `count` times.
        case repeated(count: Expression, Expression)
        /// `body vs >=15`; only as the whole.
        case check(Expression, Relation, Expression)
        /// `body => 1..6: miss, else: hit`; only as the whole.
        case outcomes(Expression, [OutcomeRange])
    }

    public var kind: Form
    /// What follows it in brackets: `1d8[fire]`.
    public var label: String?
    /// Where it stands in the text, in bytes of UTF-8. Not compared.
    public var place: Range<Int>

    public init(_ kind: Form, label: String? = nil, place: Range<Int> = 0..<0) {
        self.kind = kind
        self.label = label
        self.place = place
    }

    public static func == (one: Expression, other: Expression) -> Bool {
        one.kind == other.kind && one.label == other.label
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(label)
    }
}

/// A number that is given when a saved roll is rolled: `{bonus=7}`.
public struct Parameter: Sendable, Hashable {
    public var name: String
    /// The value if none is given; nil if one must be.
    public var standard: Fraction?

    public init(name: String, standard: Fraction? = nil) {
        self.name = name
        self.standard = standard
    }
}

public enum BinaryOperator: String, Sendable, Hashable, CaseIterable {
    /// The remainder has the sign of the right side.
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case power = "**"
}

public enum Function: String, Sendable, Hashable, CaseIterable {
    /// `round` rounds halves away from zero.
    case abs, ceil, floor, round, sqrt, min, max

    /// How many arguments it takes.
    public var arguments: ClosedRange<Int> {
        self == .min || self == .max ? 1...100 : 1...1
    }
}
