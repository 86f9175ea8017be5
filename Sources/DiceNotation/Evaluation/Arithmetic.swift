#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What operators and functions do to numbers.
enum Arithmetic {
    /// A result that is no number.
    struct Failure: Error {
        var message: String

        static let divisionByZero = Failure(message: "a division by zero")
    }

    static func apply(_ name: BinaryOperator, _ left: Double, _ right: Double) throws(Failure) -> Double {
        switch name {
        case .add: return try finite(left + right)
        case .subtract: return try finite(left - right)
        case .multiply: return try finite(left * right)
        case .divide:
            guard right != 0 else { throw .divisionByZero }
            return try finite(left / right)
        case .remainder:
            guard right != 0 else { throw .divisionByZero }
            let rest = left.truncatingRemainder(dividingBy: right)
            return try finite(rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest)
        case .power:
            guard left != 0 || right >= 0 else { throw .divisionByZero }
            return try finite(pow(left, right))
        }
    }

    static func apply(_ function: Function, _ arguments: [Double]) throws(Failure) -> Double {
        let first = arguments.first ?? 0
        switch function {
        case .abs: return abs(first)
        case .ceil: return try finite(first.rounded(.up))
        case .floor: return first.rounded(.down)
        case .round: return try finite(first.rounded(.toNearestOrAwayFromZero))
        case .sqrt:
            guard first >= 0 else { throw Failure(message: "a square root of \(NumberText.text(first))") }
            return first.squareRoot()
        case .min: return arguments.min() ?? 0
        case .max: return arguments.max() ?? 0
        }
    }

    /// Above this, not every whole number can be told from the next.
    private static let largest = 0x1p53

    /// The value, if it is a number of a size that can be reckoned with, and 0 for −0.
    static func finite(_ value: Double) throws(Failure) -> Double {
        guard !value.isNaN else { throw Failure(message: "a fractional power of a negative number") }
        guard abs(value) <= largest else { throw Failure(message: "a number that is too large") }
        return value + 0
    }
}
