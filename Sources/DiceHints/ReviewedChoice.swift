public import DiceGames

/// A choice of a turn, beside the best one.
public struct ReviewedChoice: Sendable, Hashable {
    /// What the dice showed.
    public let faces: [Int]
    public let made: HintChoice
    public let best: HintChoice
    /// By how much the roll before it was better than the mean of what it could bring.
    public let luck: Double

    /// What it has cost, on average: at least 0.
    public var loss: Double { best.expected - made.expected }
}

extension HintTable {
    /// The choices of a turn that has ended. What the sheet was worth before it, and the luck less
    /// the losses, make what the sheet is worth after it.
    ///
    /// - Parameters:
    ///   - sheet: before the turn.
    ///   - rolls: what the dice showed after each, and the indices of those that the next one left
    ///     alone.
    ///   - box: where it has ended.
    /// - Returns: nil if it cannot have been so by the rules.
    public func review(
        _ sheet: Sheet,
        rolls: [(faces: [Int], kept: [Int])],
        box: String
    )
        -> [ReviewedChoice]?
    {
        var expected = expected(sheet)
        var reviewed: [ReviewedChoice] = []
        for (index, roll) in rolls.enumerated() {
            let choices = choices(sheet, faces: roll.faces, roll: index + 1)
            func shown(_ dice: [Int]) -> [Int] {
                dice.map { roll.faces[$0] }.sorted()
            }
            let made = choices.first { choice in
                switch choice.action {
                case .box(let name): index == rolls.count - 1 && name == box
                case .keep(let dice):
                    index < rolls.count - 1 && shown(dice) == shown(roll.kept)
                }
            }
            guard let made, let best = choices.first else { return nil }
            reviewed.append(
                ReviewedChoice(
                    faces: roll.faces,
                    made: made,
                    best: best,
                    luck: best.expected - expected
                )
            )
            expected = made.expected
        }
        return reviewed
    }
}
