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
    }

    public var kind: Form
    /// What follows it in brackets: `1d8[fire]`.
    public var label: String?
    /// Where it stands in the text, in bytes of UTF-8. Not compared.
    public var place: Range<Int>

    public init(_ kind: Form, label: String? = nil, place: Range<Int> = 0..<0) {
        (self.kind, self.label, self.place) = (kind, label, place)
    }

    public static func == (one: Expression, other: Expression) -> Bool {
        one.kind == other.kind && one.label == other.label
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(label)
    }
}

/// `4d6kh3`: dice of one kind and what is done to them, in the order written.
public struct DiceTerm: Sendable, Hashable {
    public var count: Expression
    public var sides: Sides
    public var modifiers: [Modifier]

    public init(count: Expression, sides: Sides, modifiers: [Modifier] = []) {
        (self.count, self.sides, self.modifiers) = (count, sides, modifiers)
    }
}

public enum Sides: Sendable, Hashable {
    /// Faces 1 to this number.
    case number(Expression)
    case fate(FateDie)
}

/// A die of −1, 0 and 1.
public enum FateDie: Sendable, Hashable {
    /// `dF`: each a third. Drawn as 1, 2, 3.
    case thirds
    /// `dF.1`: a sixth each for −1 and 1. Drawn as 1 to 6, of which 1 and 6 count.
    case sixths

    /// How many faces are drawn from.
    public var sides: Int { self == .thirds ? 3 : 6 }

    /// What a drawn face, from 1, is worth.
    public func value(ofFace face: Int) -> Int {
        switch self {
        case .thirds: face - 2
        case .sixths: face == 1 ? -1 : face == 6 ? 1 : 0
        }
    }
}

/// A number that is given when a saved roll is rolled: `{bonus=7}`.
public struct Parameter: Sendable, Hashable {
    public var name: String
    /// The value if none is given; nil if one must be.
    public var standard: Fraction?

    public init(name: String, standard: Fraction? = nil) { (self.name, self.standard) = (name, standard) }
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
    public var arguments: ClosedRange<Int> { self == .min || self == .max ? 1...100 : 1...1 }
}
