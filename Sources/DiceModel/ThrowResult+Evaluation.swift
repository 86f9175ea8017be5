public import DiceNotation

extension ThrowResult {
    /// What came of an expression.
    ///
    /// - Parameters:
    ///   - expression: as it was written.
    ///   - outcome: how it ended, if it did not fail.
    ///   - numbers: of each die of the evaluation; nil numbers them as they were drawn.
    ///   - longestText: how many Unicode scalars its text may have.
    public init(
        _ evaluation: Evaluation, table: String, number: Int, expression: String, by: String, label: String? = nil,
        outcome: ThrowOutcome = .completed, reason: CancelReason? = nil, numbers: [Int]? = nil,
        longestText: Int = NotationLimits.text
    ) {
        self.init(
            table: table, number: number, expression: expression, by: by, label: label,
            outcome: evaluation.failure == nil ? outcome : .failed, reason: reason, message: evaluation.failure,
            total: evaluation.total?.double, totals: evaluation.totals?.map(\.double),
            dice: evaluation.order.map { index in
                let die = evaluation.dice[index]
                return ThrowDie(
                    die: numbers?[index] ?? index + 1, sides: die.sides, value: die.value, kept: die.isKept,
                    flags: die.flags.words, fate: die.fate == nil ? nil : true)
            },
            text: expression + ": " + evaluation.text(atMost: longestText - expression.unicodeScalars.count - 2))
    }
}
