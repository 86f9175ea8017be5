import DiceNotation

/// What a throw of an expression takes.
struct OddsCost {
    /// The dice that are rolled on average, or some more.
    var dice = 0.0
    /// How many of them one may lead to, on average at most; 0 if no number of dice depends on
    /// faces.
    var longest = 0.0
    /// Those that do not depend on faces.
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

    /// Throws if it may pass the limits of a throw: so far beyond its mean a sum of geometric
    /// distributions lies less often than once in 10¹³ times.
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
