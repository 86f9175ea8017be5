/// A dice expression as a tree.
///
/// Two expressions are equal if they mean the same step by step, regardless of their positions in
/// their texts.
public struct Expression: Sendable, Hashable {
    public indirect enum Form: Sendable, Hashable {
        case number(Fraction)
        case parameter(Parameter)
        case dice(DiceTerm)
        /// `{a, b}` with the modifiers that act on its members.
        case group([Expression], [Modifier])
        case negated(Expression)
        case binary(BinaryOperator, Expression, Expression)
        case call(Function, [Expression])
        /// `count x body`: evaluates the body `count` times.
        case repeated(count: Expression, Expression)
        /// `body vs >=15`; allowed only as the entire expression.
        case check(Expression, Relation, Expression)
        /// `body => 1..6: miss, else: hit`; allowed only as the entire expression.
        case outcomes(Expression, [OutcomeRange])
    }

    public var kind: Form
    /// The label in brackets after the expression: `1d8[fire]`.
    public var label: String?
    /// The expression's range in the text, in bytes of UTF-8. Ignored when expressions are
    /// compared.
    public var range: Range<Int>

    public init(_ kind: Form, label: String? = nil, place: Range<Int> = 0..<0) {
        self.kind = kind
        self.label = label
        self.range = place
    }

    public static func == (one: Expression, other: Expression) -> Bool {
        one.kind == other.kind && one.label == other.label
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(label)
    }
}

/// A part that is supplied when the expression is rolled: a number, `{bonus=7}`, or before that a
/// saved roll, `attack`.
public struct Parameter: Sendable, Hashable {
    public var name: String
    /// The default value; `nil` if a value is required.
    public var standard: Fraction?
    /// The position of the name of a saved roll or, including its brackets, of a saved die; `nil`
    /// for a number.
    var saved: Range<Int>?

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

    /// The number of arguments.
    public var arguments: ClosedRange<Int> {
        self == .min || self == .max ? 1...100 : 1...1
    }
}
