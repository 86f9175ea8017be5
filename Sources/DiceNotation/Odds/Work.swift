/// Why there is no answer.
enum OddsStop: Error {
    /// It would take too long or hold too much.
    case tooLarge
    /// No rule tells it, for this reason.
    case noRule(String)
    /// What comes of the dice depends on totals that are cut off: chains of explosions must be followed further.
    case cutTooEarly
    /// The expression is at fault whatever is rolled.
    case invalid(NotationError)
}

/// What is left of the multiplications that an answer may take.
final class Work {
    /// So many are done in about two seconds.
    private var left: Int
    static let limit = 400_000_000
    private static let words = 1 << 23

    init(_ limit: Int = Work.limit) { left = limit }

    /// Counts multiplications of words before they are done.
    func spend(_ multiplications: Int) throws(OddsStop) {
        left -= multiplications
        if left < 0 { throw .tooLarge }
    }

    /// Asks for so many words in one piece.
    func hold(_ words: Int) throws(OddsStop) {
        if words > Self.words { throw .tooLarge }
    }
}
