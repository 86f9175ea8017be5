public import DiceNotation

extension Expression {
    /// The exact distribution of the total.
    ///
    /// Dice that may explode without end are followed until the rest of the probability is below 10⁻¹²; `isExact`
    /// tells. It also tells of irrational totals, for which the nearest multiple of 10⁻⁶ stands. Throws `NotationError`
    /// with the part of the expression that no rule covers, or whose answer would be too large.
    public func odds(of subject: OddsSubject = .total) throws(NotationError) -> Distribution {
        try odds(of: subject, within: Work())
    }

    func odds(of subject: OddsSubject = .total, within work: Work) throws(NotationError) -> Distribution {
        for reach in [16, 32, 64, 128, 256, 512, NotationLimits.chain] {
            do throws(OddsError) {
                work.isRounded = false
                var walk = OddsWalk(reach: reach, work: work)
                if var distribution = try walk.distribution(of: self, subject).trimmed() {
                    distribution.isRounded = work.isRounded
                    return distribution
                }
            } catch .invalid(let error) {
                throw error
            } catch {}
        }
        throw OddsWalk.error("no exact odds of dice that hardly ever stop exploding", at: place)
    }
}
