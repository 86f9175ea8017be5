package import DiceNotation
import DiceOdds

/// The arguments of `dicectl odds`, and their answers.
package struct OddsQuestion {
    var atLeast: Fraction?
    var atMost: Fraction?
    var answer: OddsAnswer
    var other: OddsAnswer?

    package init(
        atLeast: Fraction? = nil,
        atMost: Fraction? = nil,
        answer: OddsAnswer,
        other: OddsAnswer? = nil
    ) {
        self.atLeast = atLeast
        self.atMost = atMost
        self.answer = answer
        self.other = other
    }

    /// The bounds with their chances; the chance is `nil` if the number is among the totals that
    /// are not listed.
    var limits: [(name: StaticString, sign: String, number: Fraction, chance: Chance?)] {
        [
            atLeast.map {
                ("atLeast", ">=", $0, answer.distribution.chance(atLeast: $0))
            },
            atMost.map { ("atMost", "<=", $0, answer.distribution.chance(atMost: $0)) },
        ].compactMap(\.self)
    }

    /// The comparison of the two expressions: which one is higher.
    var comparison: ComparedTotals? {
        other.map { answer.distribution.compared(with: $0.distribution) }
    }
}

extension ComparedTotals {
    /// The chances with their labels; the last one, undecided, only if it is possible.
    var rows: [(word: StaticString, chance: Chance)] {
        let rows: [(StaticString, Chance)] = [
            ("higher", higher),
            ("equal", equal),
            ("lower", lower),
        ]
        return undecided.isZero ? rows : rows + [("undecided", undecided)]
    }
}
