package import DiceNotation
import DiceOdds

/// An expression and its odds.
package struct OddsAnswer {
    let expression: String
    /// The abbreviated expression, and the counted symbol.
    let name: String
    /// The symbol of custom dice whose count is shown; `nil` for the total.
    let word: String?
    let distribution: Distribution
    /// The probability of meeting the target; `nil` without one.
    let made: Chance?
    /// True if the target's probability and the outcomes are shown for each round of a repeat.
    let repeats: Bool
    /// The outcomes, with the label of their row and their probability; the gap between them, if
    /// any, has no words.
    let outcomes: [(words: String?, label: String, chance: Chance)]

    /// - Parameter typed: the expression with the names of saved dice in it.
    /// - Throws: `NotationError`, also if the symbol is not on the expression's dice, or if a
    ///   symbol is missing for dice that only have symbols.
    package init(
        _ expression: Expression,
        text: String,
        typed: String? = nil,
        of word: String? = nil
    )
        throws(NotationError)
    {
        let words = expression.symbolNames
        self.expression = text
        self.word = word
        name = word.map { "\(typed ?? text) \($0)" } ?? Expression.shortened(text)
        if let word, !words.contains(word) {
            throw NotationError(
                words.isEmpty
                    ? "--of counts words on custom dice, and these dice have none"
                    : "no face has the word \"\(word)\"; the words are \(words.joined(separator: ", "))",
                at: 0..<text.utf8.count,
                expected: words
            )
        }
        repeats = if case .repeated = expression.rolled.kind { true } else { false }
        distribution = try expression.odds(of: word.map(OddsSubject.word) ?? .total)
        if word == nil, !words.isEmpty, distribution.totals == [0] {
            throw NotationError(
                "these dice count words; choose one with --of: \(words.joined(separator: ", "))",
                at: 0..<text.utf8.count,
                expected: words
            )
        }
        switch expression.kind {
        case .check:
            made = try expression.odds(of: .verdict).chance(ofVerdict: 1)
            outcomes = []
        case .outcomes(_, let ranges):
            made = nil
            let verdict = try expression.odds(of: .verdict)
            outcomes = (0...ranges.count).compactMap { place in
                let range = place < ranges.count ? ranges[place] : nil
                let chance = verdict.chance(ofVerdict: place)
                // No row for an empty gap.
                if range == nil, chance.isZero {
                    return nil
                }
                let isAlone = ranges.count { $0.label == range?.label } < 2
                let label = (isAlone ? range?.label : range?.description) ?? "no result"
                return (range?.label, label, chance)
            }
        default:
            made = nil
            outcomes = []
        }
    }
}
