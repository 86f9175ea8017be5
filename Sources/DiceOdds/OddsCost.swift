import DiceNotation

/// The dice and steps needed for one throw of an expression.
struct OddsCost {
    /// The average number of dice rolled, or an upper estimate of it.
    var dice = 0.0
    /// The maximum average number of dice to which one die may lead; 0 if no number of dice depends
    /// on faces.
    var longest = 0.0
    /// The number of steps that do not depend on faces.
    var steps = 0

    mutating func add(_ other: OddsCost, times: Int) {
        dice += other.dice * Double(times)
        longest = max(longest, other.longest)
        steps += other.steps * times
    }

    func joined(with other: OddsCost) -> OddsCost {
        OddsCost(
            dice: max(dice, other.dice),
            longest: max(longest, other.longest),
            steps: max(steps, other.steps)
        )
    }

    /// Throws if a throw may exceed its limits. A sum of geometric distributions exceeds its mean
    /// by this much less than once in 10¹³ times.
    func check() throws(OddsError) {
        guard steps <= NotationLimits.dice * NotationLimits.stepsPerDie else {
            throw .noRule(.manySteps)
        }
        guard
            dice + 8 * (dice * longest).squareRoot() + 30 * longest
                <= Double(NotationLimits.dice)
        else {
            throw .noRule(.manyDice)
        }
    }
}
