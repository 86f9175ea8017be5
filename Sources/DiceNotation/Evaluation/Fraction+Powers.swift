#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

extension Fraction {
    /// - Parameter rounds: called if the power is irrational, so that the nearest multiple of 10⁻⁶ stands for it.
    func power(_ exponent: Fraction, _ rounds: () -> Void) throws(Arithmetic.Failure) -> Fraction {
        guard exponent.denominator > 1 else { return try power(exponent.numerator) }
        guard numerator != 0 || exponent.numerator >= 0 else { throw .divisionByZero }
        guard numerator >= 0 else { throw Arithmetic.Failure(message: "a fractional power of a negative number") }
        let degree = exponent.denominator
        if let root = Self.root(numerator, degree), let other = Self.root(denominator, degree) {
            return try Fraction(Int128(root), Int128(other)).power(exponent.numerator)
        }
        rounds()
        if degree == 2, let square = try? power(exponent.numerator) { return try square.nearestSquareRoot() }
        guard let nearest = Fraction(nearest: pow(double, exponent.double)) else { throw .tooLarge }
        return nearest
    }

    private func power(_ exponent: Int) throws(Arithmetic.Failure) -> Fraction {
        var (result, base, rest): (Fraction, Fraction, UInt) = (1, self, exponent.magnitude)
        if exponent < 0 { base = try 1 / base }
        while rest > 0 {
            if rest & 1 == 1 { result = try result * base }
            rest >>= 1
            if rest > 0 { base = try base * base }
        }
        return result
    }

    /// The root, if it is whole.
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

    private func nearestSquareRoot() throws(Arithmetic.Failure) -> Fraction {
        // The root lies within half a millionth of so many millionths if four times its square lies between the squares
        // of the odd numbers beside them.
        let square = UInt128(numerator) * 4_000_000_000_000 / UInt128(denominator)
        var millionths = UInt128((double.squareRoot() * 1e6).rounded())
        while (2 * millionths + 1) * (2 * millionths + 1) <= square { millionths += 1 }
        while millionths > 0, (2 * millionths - 1) * (2 * millionths - 1) > square { millionths -= 1 }
        return try Fraction(Int128(millionths), 1_000_000)
    }
}
