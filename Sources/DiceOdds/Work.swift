import DiceNotation

/// How many steps an answer may still take. A step is a multiplication of two words of 64 bits.
final class Work {
    /// So many are done in about two seconds.
    static let limit = 400_000_000
    /// What a word costs that is allocated, even if it is soon given back: all together are 128 MB
    /// at most.
    static let stepsPerWord = 25
    /// Words that the place of a number takes in a distribution, or in a dictionary by totals.
    static let place = 12
    private(set) var left: Int
    /// Whether a number was irrational, so that the nearest multiple of 10⁻⁶ stands for it.
    var isRounded = false

    init(_ limit: Int = Work.limit) {
        left = limit
    }

    /// Counts steps before they are done: the product of these numbers.
    func spend(_ one: Int, _ two: Int = 1, _ three: Int = 1) throws(OddsError) {
        let (pairs, isOver) = one.multipliedReportingOverflow(by: two)
        let (steps, isFar) = pairs.multipliedReportingOverflow(by: three)
        guard !isOver, !isFar, steps <= left else { throw .noRule(.tooLarge) }
        left -= steps
    }

    /// Counts so many numbers of this width, in words, before they are allocated.
    func hold(_ count: Int, _ width: Int = 1) throws(OddsError) {
        try spend(count, width, Self.stepsPerWord)
    }

    /// What an operation comes to; nil if it fails. Throws `noRule` if the number does not fit.
    func value(_ body: (_ rounds: () -> Void) throws(Arithmetic.Error) -> Fraction)
        throws(OddsError) -> Fraction?
    {
        do {
            return try body { isRounded = true }
        } catch {
            guard !error.isLimit else { throw .noRule(.arithmetic(error.message)) }
            return nil
        }
    }
}
