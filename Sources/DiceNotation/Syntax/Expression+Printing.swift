extension Expression: CustomStringConvertible {
    /// A text that parses to this tree, without needless spaces or parentheses.
    public var description: String { Printer.text(self, atLeast: .repeated) }
}

/// The precedence of operators, loosest first.
private enum Precedence: Comparable {
    case repeated, sum, product, sign, power, operand
}

private enum Printer {
    static func text(_ expression: Expression, atLeast minimum: Precedence) -> String {
        let (text, precedence) = bare(expression)
        guard let label = expression.label else {
            return precedence < minimum ? "(\(text))" : text
        }
        return (precedence < .operand ? "(\(text))" : text) + "[\(label)]"
    }

    private static func bare(_ expression: Expression) -> (String, Precedence) {
        switch expression.kind {
        case .number(let value): (value.description, value < 0 ? .sign : .operand)
        case .parameter(let parameter): (text(parameter), .operand)
        case .dice(let term):
            (
                (term.count == Expression(.number(1)) ? "" : operand(term.count))
                    + sides(term.sides)
                    + text(term.modifiers), .operand
            )
        case .group(let members, let modifiers):
            ("{" + list(members) + "}" + text(modifiers), .operand)
        case .negated(let inner): ("-" + text(inner, atLeast: .power), .sign)
        case .binary(let name, let left, let right): binary(name, left, right)
        case .call(let function, let arguments):
            (function.rawValue + "(" + list(arguments) + ")", .operand)
        case .repeated(let count, let body):
            (operand(count) + "x" + text(body, atLeast: .repeated), .repeated)
        case .check(let body, let relation, let target):
            (
                "\(body) vs " + (relation == .atLeast ? "" : relation.rawValue)
                    + operand(target, canBeNegative: true),
                .repeated
            )
        case .outcomes(let body, let outcomes):
            (
                "\(body) => " + outcomes.map(\.description).joined(separator: ", "),
                .repeated
            )
        }
    }

    private static func binary(
        _ name: BinaryOperator,
        _ left: Expression,
        _ right: Expression
    ) -> (String, Precedence) {
        switch name {
        case .add, .subtract:
            (
                text(left, atLeast: .sum) + name.rawValue
                    + text(right, atLeast: .product), .sum
            )
        case .multiply, .divide, .remainder:
            (
                text(left, atLeast: .product) + name.rawValue
                    + text(right, atLeast: .sign), .product
            )
        case .power:
            (
                text(left, atLeast: .operand) + name.rawValue
                    + text(right, atLeast: .sign), .power
            )
        }
    }

    private static func list(_ expressions: [Expression]) -> String {
        expressions.map { text($0, atLeast: .repeated) }.joined(separator: ",")
    }

    private static func text(_ parameter: Parameter) -> String {
        "{" + parameter.name + (parameter.standard.map { "=\($0)" } ?? "") + "}"
    }

    private static func sides(_ sides: Sides) -> String {
        switch sides {
        case .number(let number): "d" + operand(number)
        case .fate(.thirds): "dF"
        case .fate(.sixths): "dF.1"
        case .custom(let faces):
            "d{" + faces.map(\.description).joined(separator: ",") + "}"
        }
    }

    /// Returns a number or parameter unchanged, and anything else in parentheses.
    private static func operand(_ expression: Expression, canBeNegative: Bool = false)
        -> String
    {
        switch expression.kind {
        case _ where expression.label != nil: break
        case .number(let value): return value.description
        case .parameter(let parameter): return text(parameter)
        case .negated(let inner) where canBeNegative && inner.label == nil:
            if case .number(let value) = inner.kind {
                return "-\(value)"
            }
        default: break
        }
        return "(" + expression.description + ")"
    }

    private static func text(_ modifiers: [Modifier]) -> String {
        modifiers.map(text).reduce(into: "") { text, next in
            // `! !` differs from `!!`, and `r r` from `rr`.
            text +=
                (text.last == next.first && ["!", "r"].contains(text.last) ? " " : "")
                + next
        }
    }

    private static func text(_ modifier: Modifier) -> String {
        switch modifier {
        case .keep(let keep, let count): keep.rawValue + operand(count)
        case .filter(let keeps, let comparison): (keeps ? "k" : "d") + text(comparison)
        case .explode(let explosion, let comparison, let maximum):
            explosion.rawValue + (maximum.map { "o\($0)" } ?? "") + text(comparison)
        case .weight(let weight, let comparison): "x\(weight)" + text(comparison)
        case .reroll(let comparison, let once): (once ? "ro" : "r") + text(comparison)
        case .clamp(let clamp, let bound):
            clamp.rawValue + operand(bound, canBeNegative: true)
        case .unique(let once): once ? "uo" : "u"
        case .success(let comparison): text(comparison)
        case .failure(let comparison): "f" + text(comparison)
        case .critical(let comparison): "cs" + text(comparison)
        case .fumble(let comparison): "cf" + text(comparison)
        case .sort(let descending): descending ? "sd" : "sa"
        }
    }

    private static func text(_ comparison: Comparison?) -> String {
        comparison.map {
            $0.relation.rawValue + operand($0.number, canBeNegative: true)
        } ?? ""
    }
}

extension OutcomeRange: CustomStringConvertible {
    /// The range in dice notation.
    public var description: String {
        let range =
            if low == nil && high == nil {
                "else"
            } else if low == high, computedLow == computedHigh {
                Self.bound(low, computedLow)
            } else {
                Self.bound(low, computedLow) + ".." + Self.bound(high, computedHigh)
            }
        let isPlain =
            label.utf8.allSatisfy { !",;#\"".utf8.contains($0) }
            && label.utf8.first != 32
            && label.utf8.last != 32
        return range + ": " + (isPlain ? label : Self.quoted(label))
    }

    private static func bound(_ value: Fraction?, _ formula: Expression?) -> String {
        guard let formula else { return value?.description ?? "" }
        if case .parameter = formula.kind {
            return formula.description
        }
        return "(\(formula))"
    }

    private static func quoted(_ words: String) -> String {
        // A combining mark may follow a quote and form one character with it, so scalars are
        // compared.
        let escaped = words.unicodeScalars.map {
            $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)"
        }
        return "\"" + escaped.joined() + "\""
    }
}

/// Numbers formatted for people.
public enum NumberText {
    /// Returns `7` for 7.0, `7.5` for 7.5, and at most six digits after the point.
    public static func text(_ value: Double) -> String {
        (Fraction(decimal: value) ?? Fraction(nearest: value))?.description
            ?? "\(value)"
    }
}
