internal import DiceNotation

/// A natural number above 0 as a product of primes, so that fractions are reduced by small divisions alone.
struct Factors: Hashable {
    /// How often each prime occurs; never 0 times.
    private(set) var exponents: [UInt64: Int]

    static let one = Factors(exponents: [:])

    /// `number` must be from 1.
    init(_ number: UInt64) {
        exponents = [:]
        var (rest, prime) = (number, UInt64(2))
        while prime * prime <= rest {
            while rest % prime == 0 {
                exponents[prime, default: 0] += 1
                rest /= prime
            }
            prime += prime == 2 ? 1 : 2
        }
        if rest > 1 { exponents[rest, default: 0] += 1 }
    }

    private init(exponents: [UInt64: Int]) { self.exponents = exponents }

    static func * (one: Factors, other: Factors) -> Factors {
        Factors(exponents: one.exponents.merging(other.exponents, uniquingKeysWith: +))
    }

    func power(_ exponent: Int) -> Factors {
        exponent > 0 ? Factors(exponents: exponents.mapValues { $0 * exponent }) : .one
    }

    /// The least common multiple.
    func joined(with other: Factors) -> Factors {
        Factors(exponents: exponents.merging(other.exponents, uniquingKeysWith: max))
    }

    /// `other` must divide this number.
    func divided(by other: Factors) -> Factors {
        var quotient = self
        for (prime, exponent) in other.exponents {
            let rest = (exponents[prime] ?? 0) - exponent
            precondition(rest >= 0, "not a divisor")
            quotient.exponents[prime] = rest == 0 ? nil : rest
        }
        return quotient
    }

    var natural: Natural { exponents.reduce(.one) { $0 * Natural($1.key).power($1.value) } }

    /// Words of 64 bits that any number up to this one fits in.
    var width: Int { exponents.isEmpty ? 1 : natural.words.count }

    /// `numerator` over this number, in lowest terms.
    func reduced(_ numerator: Natural) -> (numerator: Natural, denominator: Natural) {
        guard !numerator.isZero else { return (.zero, .one) }
        var (numerator, denominator) = (numerator, self)
        for (prime, exponent) in exponents {
            var shared = 0
            while shared < exponent {
                let (quotient, remainder) = numerator.dividing(by: prime)
                guard remainder == 0 else { break }
                numerator = quotient
                shared += 1
            }
            if shared > 0 { denominator.exponents[prime] = shared == exponent ? nil : exponent - shared }
        }
        return (numerator, denominator.natural)
    }
}
