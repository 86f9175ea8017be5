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
    }

    /// Parts of an expression that one evaluation goes through, repeats counted each time.
    static let stepLimit = 200_000

    static func apply(_ name: BinaryOperator, _ left: Double, _ right: Double) throws(Failure) -> Double {
        switch name {
        case .add: return try finite(left + right)
        case .subtract: return try finite(left - right)
        case .multiply: return try finite(left * right)
        case .divide:
            guard right != 0 else { throw Failure(message: "a division by zero") }
            return try finite(left / right)
        case .remainder:
            guard right != 0 else { throw Failure(message: "a division by zero") }
            let rest = left.truncatingRemainder(dividingBy: right)
            return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest
        case .power: return try finite(pow(left, right))
        }
    }

    static func apply(_ function: Function, _ arguments: [Double]) throws(Failure) -> Double {
        let first = arguments.first ?? 0
        switch function {
        case .abs: return abs(first)
        case .ceil: return first.rounded(.up)
        case .floor: return first.rounded(.down)
        case .round: return first.rounded(.toNearestOrAwayFromZero)
        case .sqrt:
            guard first >= 0 else { throw Failure(message: "a square root of the negative \(NumberText.text(first))") }
            return first.squareRoot()
        case .min: return arguments.min() ?? 0
        case .max: return arguments.max() ?? 0
        }
    }

    /// Above this, not every whole number can be told from the next.
    private static let largest = 0x1p53

    private static func finite(_ value: Double) throws(Failure) -> Double {
        guard !value.isNaN else { throw Failure(message: "a power that is no number") }
        guard abs(value) <= largest else { throw Failure(message: "a number that is too large") }
        return value
    }
}
