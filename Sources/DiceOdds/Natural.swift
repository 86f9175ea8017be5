/// A natural number of any size.
struct Natural: Hashable {
    /// The number if it fits in 64 bits, which needs no allocation; else 0.
    private let small: UInt64
    /// The 64-bit words, lowest first, the highest not 0; empty if one word is enough.
    private let large: [UInt64]

    static let zero = Natural(0)
    static let one = Natural(1)

    init(_ value: UInt64) {
        small = value
        large = []
    }

    /// - Parameter words: 64-bit words, lowest first.
    init(words: [UInt64]) {
        let width = (words.lastIndex { $0 != 0 } ?? -1) + 1
        small = width == 1 ? words[0] : 0
        if width < 2 {
            large = []
        } else {
            large = width == words.count ? words : Array(words[..<width])
        }
    }

    var isZero: Bool { small == 0 && large.isEmpty }
    var words: [UInt64] { small == 0 ? large : [small] }
    /// The number of words.
    var width: Int { small == 0 ? large.count : 1 }
    /// The number, if it fits in a word.
    var word: UInt64? { large.isEmpty ? small : nil }
}

extension [UInt64] {
    /// Adds `factor` times the number of `words`, starting at the word at `place`. Overflow beyond
    /// the last word is lost.
    mutating func add(_ words: ArraySlice<UInt64>, times factor: UInt64, at place: Int) {
        guard place < count else { return }
        var place = place
        var carry = UInt64(0)
        for word in words.prefix(count - place) {
            let sum =
                UInt128(word) * UInt128(factor) + UInt128(self[place]) + UInt128(carry)
            self[place] = UInt64(truncatingIfNeeded: sum)
            carry = UInt64(truncatingIfNeeded: sum >> 64)
            place += 1
        }
        while carry != 0, place < count {
            let (sum, isOver) = self[place].addingReportingOverflow(carry)
            self[place] = sum
            carry = isOver ? 1 : 0
            place += 1
        }
    }

    /// Subtracts a number that has at most as many words as this number and is not larger.
    mutating func subtract(_ words: [UInt64]) {
        // Subtract by adding the two's complement.
        add(
            (words + Array(repeating: 0, count: count - words.count)).map(~)[...],
            times: 1,
            at: 0
        )
        add([1], times: 1, at: 0)
    }

    /// Divides by a word that is not 0, and returns the remainder.
    mutating func divide(by divisor: UInt64) -> UInt64 {
        var remainder: UInt64 = 0
        for index in indices.reversed() {
            let result = divisor.dividingFullWidth((remainder, self[index]))
            self[index] = result.quotient
            remainder = result.remainder
        }
        return remainder
    }
}

extension Natural: Comparable {
    static func < (one: Natural, other: Natural) -> Bool {
        if let word = one.word, let otherWord = other.word {
            return word < otherWord
        }
        guard one.width == other.width else { return one.width < other.width }
        return one.words.reversed().lexicographicallyPrecedes(other.words.reversed())
    }

    static func + (one: Natural, other: Natural) -> Natural {
        if let word = one.word, let otherWord = other.word {
            let (sum, isOver) = word.addingReportingOverflow(otherWord)
            if !isOver {
                return Natural(sum)
            }
        }
        var sum =
            one.words + Array(repeating: 0, count: max(0, other.width - one.width) + 1)
        sum.add(other.words[...], times: 1, at: 0)
        return Natural(words: sum)
    }

    static func += (sum: inout Natural, other: Natural) {
        sum = sum + other
    }

    /// `other` must not be larger than `one`.
    static func - (one: Natural, other: Natural) -> Natural {
        precondition(other <= one, "a natural number is not negative")
        if let word = one.word, let otherWord = other.word {
            return Natural(word - otherWord)
        }
        var rest = one.words
        rest.subtract(other.words)
        return Natural(words: rest)
    }

    static func * (one: Natural, other: Natural) -> Natural {
        if let word = one.word, let otherWord = other.word {
            let product = word.multipliedFullWidth(by: otherWord)
            return product.high == 0
                ? Natural(product.low) : Natural(words: [product.low, product.high])
        }
        var words = [UInt64](repeating: 0, count: one.width + other.width)
        for (place, word) in one.words.enumerated() {
            words.add(other.words[...], times: word, at: place)
        }
        return Natural(words: words)
    }

    /// `divisor` must not be 0.
    func dividing(by divisor: UInt64) -> (quotient: Natural, remainder: UInt64) {
        if let word {
            return (Natural(word / divisor), word % divisor)
        }
        var quotient = words
        let remainder = quotient.divide(by: divisor)
        return (Natural(words: quotient), remainder)
    }

    /// Returns the least common multiple of this number and `number`, which must not be 0.
    func joined(with number: UInt64) -> Natural {
        var divisor = number
        var rest = dividing(by: number).remainder
        while rest != 0 {
            let next = divisor % rest
            divisor = rest
            rest = next
        }
        return dividing(by: divisor).quotient * Natural(number)
    }

    func power(_ exponent: Int) -> Natural {
        if exponent == 0 {
            return .one
        }
        let half = power(exponent / 2)
        return exponent.isMultiple(of: 2) ? half * half : half * half * self
    }
}

extension Natural: CustomStringConvertible {
    var description: String {
        if let word {
            return String(word)
        }
        let (rest, last) = dividing(by: Self.largestPowerOfTen)
        let digits = String(last)
        return rest.description + String(repeating: "0", count: 19 - digits.count)
            + digits
    }

    private static let largestPowerOfTen: UInt64 = 10_000_000_000_000_000_000

    /// Returns the double nearest to this number divided by `other`, which must not be 0.
    func ratio(to other: Natural) -> Double {
        guard !isZero else { return 0 }
        // A quotient of about 127 bits. The last bit is a sticky bit that stands for all bits that
        // are cut off.
        let one = leading
        let two = other.leading
        let (bits, rest) = two.bits.dividingFullWidth((one.bits >> 1, one.bits << 127))
        return Double(
            sign: .plus,
            exponent: one.exponent - two.exponent - 127,
            significand: Double(rest == 0 ? bits : bits | 1)
        )
    }

    /// The first 128 bits, the first of them set, times two to the power of `exponent`.
    private var leading: (bits: UInt128, exponent: Int) {
        let top = [0, 0] + words.suffix(3)
        let first = top.count - 1
        let shift = top[top.count - 1].leadingZeroBitCount
        let bits = (UInt128(top[first]) << 64 | UInt128(top[first - 1])) << shift
        return (
            bits | UInt128(top[first - 2] >> (64 - shift)), (width - 2) * 64 - shift
        )
    }
}
