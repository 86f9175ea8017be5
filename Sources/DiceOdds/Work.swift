import DiceNotation

/// The budget of steps for an answer. A step is a multiplication of two 64-bit words.
final class Work {
    /// The whole budget, about two seconds.
    static let limit = 400_000_000
    /// The cost of an allocated word, even if the word is soon freed. This cost limits memory to
    /// 128 MB.
    static let stepsPerWord = 25
    /// The size, in words, of a number's slot in a distribution, or in a dictionary by totals.
    static let place = 12
    private(set) var remaining: Int
    /// True if a number was irrational, and was rounded to the nearest multiple of 10⁻⁶.
    var isRounded = false

    init(_ limit: Int = Work.limit) {
        remaining = limit
    }

    /// Charges steps before they are taken; the number of steps is the product of these numbers.
    func spend(_ one: Int, _ two: Int = 1, _ three: Int = 1) throws(OddsError) {
        let (pairs, isOver) = one.multipliedReportingOverflow(by: two)
        let (steps, isFar) = pairs.multipliedReportingOverflow(by: three)
        guard !isOver, !isFar, steps <= remaining else { throw .noRule(.tooLarge) }
        remaining -= steps
    }

    /// Charges numbers of this width, in words, before they are allocated.
    func hold(_ count: Int, _ width: Int = 1) throws(OddsError) {
        try spend(count, width, Self.stepsPerWord)
    }

    /// Returns the result of an operation, or `nil` if it fails. Throws `noRule` if the number does
    /// not fit.
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
