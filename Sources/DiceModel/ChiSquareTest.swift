import Glibc

/// Pearson's chi-square test for the fairness of dice, from counts of their faces.
public struct ChiSquareTest: Sendable, Hashable {
    /// The sum over the faces of (count − expected)² / expected.
    public let statistic: Double
    /// The degrees of freedom: faces − 1.
    public let degrees: Int
    /// The probability that this statistic or a greater one results from fair dice.
    public var p: Double { Self.upperTail(of: statistic, degrees: degrees) }

    /// Returns the minimum number of rolls of a die with `sides` for a meaningful `p`: by the usual
    /// rule, five per face.
    public static func minRolls(sides: Int) -> Int {
        5 * sides
    }

    /// Returns the number of rolls of a die with `sides` after which four of five tests detect,
    /// with `p` below 0.05, a face that is rolled one and a half times as often as it should be.
    ///
    /// The statistic of n such rolls is noncentral chi-square, with approximate mean degrees + λ
    /// and variance 2 degrees + 4 λ, where λ = n / (4 degrees). The critical value is Wilson and
    /// Hilferty's.
    public static func sufficientRolls(sides: Int) -> Int {
        let degrees = Double(sides - 1)
        let bound = 1.645
        let power = 2 * 0.842
        let spread = 2 / (9 * degrees)
        let minimum = degrees * pow(1 - spread + bound * spread.squareRoot(), 3)
        let deviation = power + (power * power + 4 * minimum - 2 * degrees).squareRoot()
        return Int((degrees * (deviation * deviation - 2 * degrees)).rounded(.up))
    }

    /// - Parameter counts: The count of each face; without any rolls the dice count as fair.
    public init(_ counts: [Int]) {
        degrees = counts.count - 1
        let expected = Double(counts.reduce(0, +)) / Double(counts.count)
        statistic =
            expected > 0
            ? counts.reduce(0.0) {
                $0 + (Double($1) - expected) * (Double($1) - expected) / expected
            } : 0
    }

    /// Returns the upper tail of the chi-square distribution: Q(degrees / 2, x / 2), the
    /// regularized incomplete gamma function.
    ///
    /// Uses the series of P if x is small, otherwise Lentz's continued fraction of Q (DLMF 8.11.4
    /// and 8.9.2; Press et al., Numerical Recipes, 6.2).
    public static func upperTail(of x: Double, degrees: Int) -> Double {
        guard x > 0, degrees > 0 else { return 1 }
        let a = Double(degrees) / 2
        let x = x / 2
        // x^a e^-x / Γ(a)
        let factor = exp(a * log(x) - x - logGamma(ofHalf: degrees))
        return min(
            max(x < a + 1 ? 1 - factor * series(a, x) : factor * fraction(a, x), 0),
            1
        )
    }

    /// ln Γ(n / 2), from Γ(1/2) = √π and Γ(1) = 1 up by Γ(z + 1) = z Γ(z).
    private static func logGamma(ofHalf n: Int) -> Double {
        var sum = n.isMultiple(of: 2) ? 0 : log(Double.pi) / 2
        var z = n.isMultiple(of: 2) ? 1.0 : 0.5
        while z < Double(n) / 2 {
            sum = sum + log(z)
            z = z + 1
        }
        return sum
    }

    /// Σ xⁿ / (a (a + 1) … (a + n)); the terms decrease from the first on.
    private static func series(_ a: Double, _ x: Double) -> Double {
        var term = 1 / a
        var divisor = a
        var sum = term
        while term > sum * Double.ulpOfOne / 2 {
            divisor += 1
            term *= x / divisor
            sum += term
        }
        return sum
    }

    /// 1 / (x + 1 − a − 1 (1 − a) / (x + 3 − a − 2 (2 − a) / (x + 5 − a − …))), where x ≥ a + 1.
    private static func fraction(_ a: Double, _ x: Double) -> Double {
        var b = x + 1 - a
        var c = Double.infinity
        var d = 1 / b
        var result = d
        for n in 1...1_000 {
            let numerator = -Double(n) * (Double(n) - a)
            b += 2
            d = 1 / (b + numerator * d)
            c = b + numerator / c
            let step = c * d
            result *= step
            if abs(step - 1) < Double.ulpOfOne {
                break
            }
        }
        return result
    }
}
