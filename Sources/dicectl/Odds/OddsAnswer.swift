internal import DiceNotation

/// An expression and its odds.
struct OddsAnswer {
    let expression: String
    let distribution: Distribution

    /// Throws `NotationError`.
    init(_ expression: Expression, text: String) throws(NotationError) {
        self.expression = text
        distribution = try expression.odds()
    }
}

/// What was asked for besides the distribution.
struct OddsQuestion {
    var atLeast: Fraction?
    var atMost: Fraction?
    var answer: OddsAnswer
    var other: OddsAnswer?

    struct Asked {
        var name: StaticString
        var sign: String
        var number: Fraction
        /// nil where the number is among what is not listed.
        var chance: Chance?
    }

    var asked: [Asked] {
        [
            atLeast.map { number in
                Asked(
                    name: "atLeast", sign: ">=", number: number,
                    chance: answer.distribution.chance(atLeast: number))
            },
            atMost.map { number in
                Asked(
                    name: "atMost", sign: "<=", number: number, chance: answer.distribution.chance(atMost: number))
            },
        ].compactMap(\.self)
    }

    /// Which of the two is higher.
    var comparison: [(word: StaticString, chance: Chance)]? {
        other.map { other in
            let chances = answer.distribution.compared(with: other.distribution)
            return [("higher", chances.higher), ("equal", chances.equal), ("lower", chances.lower)]
        }
    }
}
