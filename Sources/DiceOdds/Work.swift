internal import DiceNotation

/// Why there is no answer.
enum OddsStop: Error {
    /// It would take too long or hold too much.
    case tooLarge
    /// No rule tells it, for this reason.
    case noRule(String)
    /// The result of the dice depends on totals that are cut off: chains of explosions must be followed further.
    case cutTooEarly
    /// The expression is at fault whatever is rolled.
    case invalid(NotationError)
}

/// How many multiplications an answer may still take, and how much memory it may still hold.
final class Work {
    /// So many are done in about two seconds.
    private var left: Int
    static let limit = 400_000_000
    /// Words of 64 bits that are held: what is allocated is counted before it is, and until `keep` gives it back.
    private(set) var held = 0
    private(set) var most = 0
    /// 128 MB.
    static let room = 16_000_000
    private let room: Int
    /// Whether a number was irrational, so that the nearest multiple of 10⁻⁶ stands for it.
    var isRounded = false

    init(_ limit: Int = Work.limit, room: Int = Work.room) { (left, self.room) = (limit, room) }

    /// Counts multiplications of words before they are done.
    func spend(_ multiplications: Int) throws(OddsStop) {
        left -= multiplications
        if left < 0 { throw .tooLarge }
    }

    /// Counts numbers, each of this many words, before they are allocated.
    func hold(_ count: Int, _ width: Int = 1) throws(OddsStop) {
        let (words, overflow) = count.multipliedReportingOverflow(by: width)
        guard !overflow, words <= room - held else { throw .tooLarge }
        held += words
        most = max(most, held)
    }

    /// Throws `noRule` if the number does not fit, or if there is none.
    func number<Value>(_ value: @autoclosure () throws(Arithmetic.Error) -> Value) throws(OddsStop) -> Value {
        do {
            return try value()
        } catch {
            throw .noRule(error.message)
        }
    }

    /// What an operation comes to; nil if it fails. Throws `noRule` if the number does not fit.
    func value(_ body: (_ rounds: () -> Void) throws(Arithmetic.Error) -> Fraction) throws(OddsStop) -> Fraction? {
        do {
            return try body { isRounded = true }
        } catch {
            guard !error.isLimit else { throw .noRule(error.message) }
            return nil
        }
    }

    /// Only `words` are still held of what was counted after `held` was `mark`.
    func keep(_ words: Int = 0, since mark: Int) { held = mark + words }
}

extension Natural {
    /// Words that one of a distribution, or of a dictionary by totals, takes with its place there.
    static func room(_ width: Int) -> Int { 17 + width }
}
