/// Operators and functions on numbers.
package enum Arithmetic {
    /// An operation without a valid result.
    package struct Error: Swift.Error, Hashable {
        package var message: String

        static let divisionByZero = Error(message: "a division by zero")
        package static let tooLarge = Error(message: "a number that is too large")
        static let tooFine = Error(message: "a fraction of more than 64 bits")

        /// True if a result exists but does not fit.
        package var isLimit: Bool { self == .tooLarge || self == .tooFine }
    }

    /// - Parameter rounds: called if the result is irrational and has been rounded to a multiple of
    ///   10⁻⁶.
    package static func apply(
        _ name: BinaryOperator,
        _ left: Fraction,
        _ right: Fraction,
        _ rounds: () -> Void = {}
    ) throws(Error) -> Fraction {
        switch name {
        case .add: try left + right
        case .subtract: try left - right
        case .multiply: try left * right
        case .divide: try left / right
        case .remainder: try left % right
        case .power: try left.power(right, rounds)
        }
    }

    package static func apply(
        _ function: Function,
        _ arguments: [Fraction],
        _ rounds: () -> Void = {}
    ) throws(Error) -> Fraction {
        let first = arguments.first ?? 0
        switch function {
        case .abs: return first.magnitude
        case .ceil: return -(-first).floor
        case .floor: return first.floor
        case .round: return first.rounded
        case .sqrt:
            guard first >= 0 else { throw Error(message: "a square root of \(first)") }
            return try first.power(try 1 / 2, rounds)
        case .min: return arguments.min() ?? 0
        case .max: return arguments.max() ?? 0
        }
    }
}
