/// A natural number above 0 as a product of primes, so that fractions can be reduced using only
/// small divisions.
struct Factors: Hashable {
    /// The exponent of each prime; never 0.
    private let exponents: [UInt64: Int]
    let natural: Natural

    static let one = Factors([:])

    /// `number` must be at least 1.
    init(_ number: UInt64) {
        var exponents: [UInt64: Int] = [:]
        var rest = number
        var prime = UInt64(2)
        while prime * prime <= rest {
            while rest % prime == 0 {
                exponents[prime, default: 0] += 1
                rest /= prime
            }
            prime += prime == 2 ? 1 : 2
        }
        if rest > 1 {
            exponents[rest, default: 0] += 1
        }
        self.exponents = exponents
        natural = Natural(number)
    }

    private init(_ exponents: [UInt64: Int], _ natural: Natural? = nil) {
        self.exponents = exponents
        self.natural =
            natural ?? exponents.reduce(.one) { $0 * Natural($1.key).power($1.value) }
    }

    /// The number of 64-bit words needed for any number up to this number.
    var width: Int { natural.width }

    static func * (one: Factors, other: Factors) -> Factors {
        Factors(
            one.exponents.merging(other.exponents, uniquingKeysWith: +),
            one.natural * other.natural
        )
    }

    func power(_ exponent: Int) -> Factors {
        exponent > 0
            ? Factors(exponents.mapValues { $0 * exponent }, natural.power(exponent))
            : .one
    }

    /// Returns the least common multiple.
    func joined(with other: Factors) -> Factors {
        self == other
            ? self : Factors(exponents.merging(other.exponents, uniquingKeysWith: max))
    }

    /// Returns the quotient. `other` must divide this number.
    func divided(by other: Factors) -> Factors {
        let rests = exponents.merging(
            other.exponents.mapValues { -$0 },
            uniquingKeysWith: +
        ).filter { $0.value != 0 }
        precondition(rests.allSatisfy { $0.value > 0 }, "not a divisor")
        return Factors(rests)
    }

    /// Returns `numerator` over this number, in lowest terms.
    func reduced(_ numerator: Natural) -> (numerator: Natural, denominator: Natural) {
        guard !numerator.isZero else { return (.zero, .one) }
        let (numerator, denominator) = lowestTerms(numerator)
        return (numerator, denominator.natural)
    }

    /// Returns `numerator`, which is not 0, over this number in lowest terms.
    func lowestTerms(_ numerator: Natural) -> (numerator: Natural, denominator: Factors) {
        var numerator = numerator
        var shared: [UInt64: Int] = [:]
        for (prime, exponent) in exponents {
            while shared[prime, default: 0] < exponent {
                let (quotient, remainder) = numerator.dividing(by: prime)
                guard remainder == 0 else { break }
                numerator = quotient
                shared[prime, default: 0] += 1
            }
        }
        return (numerator, shared.isEmpty ? self : divided(by: Factors(shared)))
    }
}
