import DiceNotation
import DiceOdds

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
