import Glibc

/// A rational number in lowest terms, the value type of expressions.
///
/// Arithmetic is exact. It throws if the numerator or the denominator does not fit in 64 bits, or
/// if the magnitude exceeds 2^53, up to which a `Double` represents every whole number.
public struct Fraction: Sendable, Hashable {
    public let numerator: Int
    /// The denominator, at least 1.
    public let denominator: Int

    package static let largest = 1 << 53

    /// - Parameter whole: from −2^62 to 2^62.
    public init(_ whole: Int) {
        numerator = whole
        denominator = 1
    }

    /// Reduces to lowest terms. The denominator must not be 0, and neither argument may be −2^127.
    init(_ numerator: Int128, _ denominator: Int128) throws(Arithmetic.Error) {
        let divisor =
            Int128(Self.divisor(numerator.magnitude, denominator.magnitude))
            * denominator.signum()
        guard let denominator = Int(exactly: denominator / divisor) else {
            throw .tooFine
        }
        let reduced = numerator / divisor
        guard reduced.magnitude <= UInt128(denominator) << 53 else { throw .tooLarge }
        guard let numerator = Int(exactly: reduced), numerator != .min else {
            throw .tooFine
        }
        self.numerator = numerator
        self.denominator = denominator
    }

    private init(whole: (partialValue: Int, overflow: Bool)) throws(Arithmetic.Error) {
        guard !whole.overflow, whole.partialValue.magnitude <= Self.largest else {
            throw .tooLarge
        }
        self.init(whole.partialValue)
    }

    private static func divisor(_ one: UInt128, _ other: UInt128) -> UInt128 {
        var one = one
        var other = other
        while other != 0 {
            if one <= UInt64.max, other <= UInt64.max {
                let rest = UInt64(one) % UInt64(other)
                one = other
                other = UInt128(rest)
            } else {
                let rest = one % other
                one = other
                other = rest
            }
        }
        return one
    }

    private var isWhole: Bool { denominator == 1 }
    private var wide: (numerator: Int128, denominator: Int128) {
        (Int128(numerator), Int128(denominator))
    }
}

extension Int {
    /// Returns `nil` if the number is not whole.
    public init?(exactly value: Fraction) {
        guard value.denominator == 1 else { return nil }
        self = value.numerator
    }
}

extension Fraction: Comparable, ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int) {
        self.init(value)
    }

    public static func < (one: Fraction, other: Fraction) -> Bool {
        if one.denominator == other.denominator {
            return one.numerator < other.numerator
        }
        return one.wide.numerator * other.wide.denominator < other.wide.numerator
            * one.wide.denominator
    }
}

extension Fraction {
    private init(negating number: Fraction) {
        numerator = -number.numerator
        denominator = number.denominator
    }

    package static prefix func - (number: Fraction) -> Fraction {
        Fraction(negating: number)
    }

    package static func + (one: Fraction, other: Fraction) throws(Arithmetic.Error)
        -> Fraction
    {
        if one.isWhole, other.isWhole {
            return try Fraction(
                whole: one.numerator.addingReportingOverflow(other.numerator)
            )
        }
        let left = one.wide
        let right = other.wide
        let sum =
            left.numerator * right.denominator + right.numerator * left.denominator
        return try Fraction(sum, left.denominator * right.denominator)
    }

    package static func - (one: Fraction, other: Fraction) throws(Arithmetic.Error)
        -> Fraction
    {
        try one + -other
    }

    package static func * (one: Fraction, other: Fraction) throws(Arithmetic.Error)
        -> Fraction
    {
        if one.isWhole, other.isWhole {
            return try Fraction(
                whole: one.numerator.multipliedReportingOverflow(by: other.numerator)
            )
        }
        return try Fraction(
            one.wide.numerator * other.wide.numerator,
            one.wide.denominator * other.wide.denominator
        )
    }

    package static func / (one: Fraction, other: Fraction) throws(Arithmetic.Error)
        -> Fraction
    {
        guard other.numerator != 0 else { throw .divisionByZero }
        return try Fraction(
            one.wide.numerator * other.wide.denominator,
            one.wide.denominator * other.wide.numerator
        )
    }

    /// Returns the remainder, with the sign of the right side.
    static func % (one: Fraction, other: Fraction) throws(Arithmetic.Error) -> Fraction {
        guard other.numerator != 0 else { throw .divisionByZero }
        let divisor = other.wide.numerator * one.wide.denominator
        let rest = one.wide.numerator * other.wide.denominator % divisor
        return try Fraction(
            rest != 0 && (rest < 0) != (divisor < 0) ? rest + divisor : rest,
            one.wide.denominator * other.wide.denominator
        )
    }

    static func sum(_ numbers: some Sequence<Fraction>) throws(Arithmetic.Error)
        -> Fraction
    {
        var sum: Fraction = 0
        for number in numbers {
            sum = try sum + number
        }
        return sum
    }

    var magnitude: Fraction { numerator < 0 ? -self : self }

    var floor: Fraction {
        let quotient = numerator / denominator
        return Fraction(numerator % denominator < 0 ? quotient - 1 : quotient)
    }

    /// The nearest whole number; halves are rounded away from zero.
    var rounded: Fraction { Fraction(Self.rounded(wide.numerator, wide.denominator)) }

    private static func rounded(_ numerator: Int128, _ denominator: Int128) -> Int {
        Int((2 * numerator + numerator.signum() * denominator) / (2 * denominator))
    }

    /// Returns the nearest multiple of 10⁻⁶, or `nil` if the value is NaN or too large.
    public init?(nearest value: Double) {
        guard value.magnitude <= Double(Self.largest) else { return nil }
        let whole = value.rounded(.towardZero)
        let millionths =
            Int128(whole) * 1_000_000 + Int128(((value - whole) * 1e6).rounded())
        guard let nearest = try? Fraction(millionths, 1_000_000) else { return nil }
        self = nearest
    }

    /// Reads a decimal number such as `-1.5` or `15e-1`. Returns `nil` for any other text, and if
    /// the number does not fit.
    public init?(decimal text: some StringProtocol) {
        let parts = text.lowercased().split(
            separator: "e",
            omittingEmptySubsequences: false
        )
        let number = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, number.count <= 2,
            var exponent = parts.count == 2 ? Int(parts[1]) : 0,
            exponent.magnitude <= 10_000
        else { return nil }
        var digits = number.joined()
        if number.count == 2 {
            exponent -= number[1].count
        }
        while digits.count > 2, digits.hasSuffix("0") {
            _ = digits.removeLast()
            exponent = exponent + 1
        }
        guard let whole = Int(digits) else { return nil }
        guard whole == 0 || exponent.magnitude <= 18 else { return nil }
        let power = (0..<min(exponent.magnitude, 18)).reduce(Int128(1)) { power, _ in
            power * 10
        }
        let (numerator, denominator) =
            exponent < 0 ? (Int128(whole), power) : (Int128(whole) * power, 1)
        guard let fraction = try? Fraction(numerator, denominator) else { return nil }
        self = fraction
    }

    /// Converts `value` by its shortest decimal form that is unique among doubles. Returns `nil` if
    /// the number does not fit.
    public init?(decimal value: Double) {
        self.init(decimal: "\(value)")
    }

    /// Reads a decimal number that is unchanged by conversion to a `Double`. Returns `nil` for any
    /// other text.
    public init?(decimalDouble text: some StringProtocol) {
        self.init(decimal: text)
        if self != Fraction(decimal: double) {
            return nil
        }
    }

    /// The nearest `Double`.
    public var double: Double {
        if numerator.magnitude <= Self.largest, denominator <= Self.largest {
            return Double(numerator) / Double(denominator)
        }
        // More bits than a Double has. The last bit is a sticky bit that stands for all bits that
        // are cut off.
        let shift = UInt128(numerator.magnitude).leadingZeroBitCount
        let shifted = UInt128(numerator.magnitude) << shift
        let (bits, rest) = shifted.quotientAndRemainder(
            dividingBy: UInt128(denominator)
        )
        return Double(
            sign: numerator < 0 ? .minus : .plus,
            exponent: -shift,
            significand: Double(rest == 0 ? bits : bits | 1)
        )
    }

    /// - Parameter rounds: called if the power is irrational and the result is the nearest multiple
    ///   of 10⁻⁶.
    func power(_ exponent: Fraction, _ rounds: () -> Void) throws(Arithmetic.Error)
        -> Fraction
    {
        guard exponent.denominator > 1 else { return try power(exponent.numerator) }
        guard numerator != 0 || exponent.numerator >= 0 else { throw .divisionByZero }
        guard numerator >= 0 else {
            throw Arithmetic.Error(message: "a fractional power of a negative number")
        }
        let degree = exponent.denominator
        if let root = Self.root(numerator, degree),
            let other = Self.root(denominator, degree)
        {
            return try Fraction(Int128(root), Int128(other)).power(exponent.numerator)
        }
        rounds()
        if degree == 2, let square = try? power(exponent.numerator) {
            return try square.nearestSquareRoot()
        }
        guard let nearest = Fraction(nearest: pow(double, exponent.double)) else {
            throw .tooLarge
        }
        return nearest
    }

    private func power(_ exponent: Int) throws(Arithmetic.Error) -> Fraction {
        var result: Fraction = 1
        var base: Fraction = self
        var rest: UInt = exponent.magnitude
        if exponent < 0 {
            base = try 1 / base
        }
        while rest > 0 {
            if rest & 1 == 1 {
                result = try result * base
            }
            rest >>= 1
            if rest > 0 {
                base = try base * base
            }
        }
        return result
    }

    private static func root(_ number: Int, _ degree: Int) -> Int? {
        guard number > 1 else { return number }
        guard degree < 64 else { return nil }
        let guess = Int(pow(Double(number), 1 / Double(degree)).rounded())
        var power = 1
        for _ in 0..<degree {
            let (product, isOver) = power.multipliedReportingOverflow(by: guess)
            guard !isOver else { return nil }
            power = product
        }
        return power == number ? guess : nil
    }

    private func nearestSquareRoot() throws(Arithmetic.Error) -> Fraction {
        // The root is within half a millionth of a number of millionths if four times its square
        // lies between the squares of the adjacent odd numbers.
        let square = UInt128(numerator) * 4_000_000_000_000 / UInt128(denominator)
        var millionths = UInt128((double.squareRoot() * 1e6).rounded())
        while (2 * millionths + 1) * (2 * millionths + 1) <= square {
            millionths += 1
        }
        while millionths > 0, (2 * millionths - 1) * (2 * millionths - 1) > square {
            millionths -= 1
        }
        return try Fraction(Int128(millionths), 1_000_000)
    }
}

extension Fraction: CustomStringConvertible {
    /// A decimal number with at most six digits after the point, the last one rounded.
    public var description: String {
        if isWhole {
            return String(numerator)
        }
        let millionths = wide.numerator.magnitude * 2_000_000 / UInt128(denominator)
        let rounded = (millionths + 1) / 2
        let (whole, part) = rounded.quotientAndRemainder(dividingBy: 1_000_000)
        var digits = String(part)
        digits = String(repeating: "0", count: 6 - digits.count) + digits
        while digits.hasSuffix("0") {
            digits.removeLast()
        }
        let text = digits.isEmpty ? "\(whole)" : "\(whole).\(digits)"
        return numerator < 0 && text != "0" ? "-" + text : text
    }
}
