public import DiceGames

/// One choice in a turn, compared with the best choice.
public struct ReviewedChoice: Sendable, Hashable {
    /// The faces of the dice at that choice.
    public let faces: [Int]
    public let actual: HintChoice
    public let best: HintChoice
    /// The difference between the value of the roll before this choice and the mean over all rolls
    /// that were possible.
    public let luck: Double

    /// The average cost of the choice in points, at least 0.
    public var loss: Double { best.expected - actual.expected }
}

extension HintTable {
    /// Returns the choices of a turn that has ended. The value of the sheet before the turn, plus
    /// the luck, minus the losses, is the sheet's value after the turn.
    ///
    /// - Parameters:
    ///   - sheet: the sheet before the turn.
    ///   - rolls: the faces after each roll, and the indices of the dice that the next roll keeps.
    ///   - box: the box that the turn filled.
    /// - Returns: `nil` if the rules do not allow such a turn.
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
                    actual: made,
                    best: best,
                    luck: best.expected - expected
                )
            )
            expected = made.expected
        }
        return reviewed
    }
}
