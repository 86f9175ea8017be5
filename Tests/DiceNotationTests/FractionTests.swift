import DiceModel
import Testing

@testable import DiceNotation

@Suite struct FractionTests {
    /// Compared with the definitions, with numerators and denominators that are never reduced.
    @Test("arithmetic is exact", arguments: 0..<200 as Range<UInt64>) func arithmeticIsExact(
        _ seed: UInt64
    )
        throws
    {
        var random = SeededGenerator(seed: seed)
        let maximum: Int128 = seed % 2 == 0 ? 12 : 1_000_000
        let a = Int128.random(in: -maximum...maximum, using: &random)
        let b = Int128.random(in: 1...maximum, using: &random)
        let c = Int128.random(in: -maximum...maximum, using: &random)
        let d = Int128.random(in: 1...maximum, using: &random)
        let one = try Fraction(a, b)
        let other = try Fraction(c, d)
        func equals(_ number: Fraction, _ numerator: Int128, _ denominator: Int128)
            -> Bool
        {
            Int128(number.numerator) * denominator == numerator
                * Int128(number.denominator)
                && number.denominator > 0
        }
        #expect(equals(one, a, b))
        #expect(equals(-one, -a, b))
        let sum = try one + other
        let difference = try one - other
        let product = try one * other
        #expect(equals(sum, a * d + c * b, b * d))
        #expect(equals(difference, a * d - c * b, b * d))
        #expect(equals(product, a * c, b * d))
        #expect((one < other) == (a * d < c * b))
        #expect((one == other) == (a * d == c * b))
        let floor = Int128(one.floor.numerator)
        #expect(one.floor.denominator == 1)
        #expect(floor * b <= a)
        #expect(a < (floor + 1) * b)
        let distance = 2 * (Int128(one.rounded.numerator) * b - a).magnitude
        #expect(
            distance < b.magnitude
                || distance == b.magnitude && one.rounded.magnitude > one.magnitude
        )
        guard c != 0 else { return }
        let quotient = try one / other
        #expect(equals(quotient, a * d * c.signum(), b * c * c.signum()))
        let rest = try one % other
        #expect(rest.magnitude < other.magnitude)
        #expect((rest == 0 || (rest < 0) == (c < 0)))
        let times = try (one - rest) / other
        #expect(times.denominator == 1)
    }

    @Test("roots are exact or the nearest number", arguments: 0..<200 as Range<UInt64>)
    func rootsAreExactOrNearest(
        _ seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let largest: Int128 = seed % 2 == 0 ? 50 : 90_000_000
        let a = Int128.random(in: 1...largest, using: &random)
        let b = Int128.random(in: 1...50, using: &random)
        var isRounded = false
        let root = try Fraction(a, b)
        let half = try Fraction(1, 2)
        let again = try (try root * root).power(half) { isRounded = true }
        #expect(again == root)
        #expect(!isRounded)
        // Between the squares of the numbers half a millionth below and above.
        let number = a * a / b + 1
        let near = Int128(
            try Arithmetic.apply(.sqrt, [try Fraction(number, 1)]).double * 1e6 + 0.5
        )
        #expect((2 * near - 1) * (2 * near - 1) <= number * 4_000_000_000_000)
        #expect((2 * near + 1) * (2 * near + 1) >= number * 4_000_000_000_000)
    }

    static let numbers: [(String, Int, Int)] = [
        ("0.1", 1, 10),
        ("-1.50", -3, 2),
        ("700e-2", 7, 1),
        ("0.000000000000000001", 1, 1_000_000_000_000_000_000),
        ("9007199254740992", 1 << 53, 1),
        ("0e9", 0, 1),
        ("-0.0", 0, 1),
        ("15E-1", 3, 2),
    ]

    @Test("decimals are read", arguments: numbers) func decimalsAreRead(
        _ text: String,
        _ numerator: Int,
        _ denominator: Int
    ) throws {
        let number = try #require(Fraction(decimal: text))
        #expect((number.numerator, number.denominator) == (numerator, denominator))
    }

    @Test(
        "other texts are not read as decimals",
        arguments: [
            "", "-", "1.2.3", "1e", "nan", "inf", "0x10", "1 ", "9007199254740993", "1e400",
            "1e-400",
            "1e99999999999999999999",
            "1.0000000000000000001",
        ]
    ) func otherTextsAreNot(_ text: String) { #expect(Fraction(decimal: text) == nil) }

    static let written: [(Int, Int, String, Double)] = [
        (1, 3, "0.333333", 1.0 / 3),
        (2, 3, "0.666667", 2.0 / 3),
        (-1, 2_000_000, "-0.000001", -5e-7),
        (7, 1, "7", 7),
        (-1, 3_000_000, "0", -1.0 / 3_000_000),
        (1_999_999_999, 1_000_000_000, "2", 1.999999999),
        (9_007_199_254_740_993, 2, "4503599627370496.5", 4503599627370496.5),
        (9_223_372_036_854_775_807, 9_223_372_036_854_775_806, "1", 1),
    ]

    @Test(
        "a fraction gives its text and its nearest floating-point number",
        arguments: written.indices
    ) func textAndNearestNumber(_ index: Int) throws {
        let (numerator, denominator, text, double) = Self.written[index]
        let number = try Fraction(Int128(numerator), Int128(denominator))
        #expect(number.description == text)
        #expect(number.double == double)
    }

    @Test("a number that does not fit is an error") func whatDoesNotFitIsAnError() throws {
        let largest: Fraction = 9_007_199_254_740_992
        let fine = try Fraction(1, Int128(Int.max))
        #expect(throws: Arithmetic.Error.tooLarge) { try largest + 1 }
        #expect(throws: Arithmetic.Error.tooLarge) { try largest * -2 }
        #expect(throws: Arithmetic.Error.tooLarge) { try 1 / fine }
        #expect(throws: Arithmetic.Error.tooFine) { try fine * fine }
        #expect(throws: Arithmetic.Error.tooFine) { try largest - fine }
        let below = try largest - 1
        let none = try fine - fine
        #expect(below < largest)
        #expect(none == 0)
    }
}
