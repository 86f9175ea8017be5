public import DiceNotation

extension Expression {
    /// The exact distribution of the total.
    ///
    /// Dice that may explode without end are followed until the rest of the probability is below 10⁻¹²; `isExact`
    /// tells. It also tells of irrational totals, for which the nearest multiple of 10⁻⁶ stands. Throws `NotationError`
    /// with the part of the expression that no rule covers, or whose answer would be too large.
    public func odds() throws(NotationError) -> Distribution { try odds(within: Work()) }

    func odds(within work: Work) throws(NotationError) -> Distribution {
        var reach = 16
        while true {
            do throws(OddsError) {
                work.isRounded = false
                var walk = OddsWalk(reach: reach, work)
                let distribution = try walk.distribution(of: self)
                guard walk.draws.isPossible else {
                    throw .noRule("more dice than the \(NotationLimits.dice) of a throw")
                }
                if var trimmed = distribution.trimmed() {
                    // Each total is written later.
                    let width = trimmed.denominator.width
                    try work.spend(trimmed.totals.count, 8 * width * width + 1_000)
                    trimmed.isRounded = work.isRounded
                    return trimmed
                }
            } catch .invalid(let error) {
                throw error
            } catch .noRule(let reason) {
                throw OddsWalk.error("no exact odds of \(reason)", at: place)
            } catch .tooLarge {
                throw OddsWalk.error(OddsWalk.tooLarge, at: place)
            } catch {}
            guard reach < NotationLimits.chain else {
                throw OddsWalk.error("no exact odds of dice that hardly ever stop exploding", at: place)
            }
            reach = min(2 * reach, NotationLimits.chain)
        }
    }
}
