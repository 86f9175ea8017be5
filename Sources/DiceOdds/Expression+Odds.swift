public import DiceNotation

extension Expression {
    /// Returns the exact distribution of the total.
    ///
    /// Endless explosions are followed until the remaining probability is below 10⁻¹²; `isExact` is
    /// then false. It is also false for irrational totals, which are rounded to the nearest
    /// multiple of 10⁻⁶. Both sides of a target are computed separately, each with the whole
    /// budget. Throws `NotationError` with the part of the expression that no rule covers, or whose
    /// odds would be too large.
    public func odds(of subject: OddsSubject = .total) throws(NotationError)
        -> Distribution
    {
        do throws(OddsError) {
            return try odds(of: subject, within: Work())
        } catch { throw error.refusal }
    }

    /// - Throws: `OddsError` for the part that no rule covers, with its position.
    func odds(of subject: OddsSubject = .total, within work: Work) throws(OddsError)
        -> Distribution
    {
        guard case .check(let body, let relation, let target) = kind else {
            return try followed(subject, work, with: nil)
        }
        let budget = work.remaining
        let targets = try target.followed(.total, Work(budget), with: nil)
        if subject == .verdict {
            return try body.followed(
                .verdict,
                work,
                with: VerdictTarget(relation: relation, totals: targets)
            )
        }
        let totals = try body.followed(subject, work, with: nil)
        do throws(OddsError) {
            return try totals.failing(with: targets, Work(budget))
        } catch { throw error.placed(at: range) }
    }

    /// Returns the odds, following explosions as far as necessary.
    private func followed(
        _ subject: OddsSubject,
        _ work: Work,
        with target: VerdictTarget?
    ) throws(OddsError) -> Distribution {
        var undecided: Distribution?
        var refusal = OddsError.noRuleAt(range, .hardlyEverStops)
        for reach in [16, 32, 64, 128, 256, 512, NotationLimits.chain] {
            do throws(OddsError) {
                work.isRounded = false
                var walk = OddsWalk(reach: reach, work: work)
                var distribution = try walk.distribution(of: self, subject, target)
                distribution.isRounded = work.isRounded
                if distribution.isComplete {
                    return distribution
                }
                if subject != .verdict {
                    if let trimmed = distribution.trimmed() {
                        return trimmed
                    }
                } else if distribution.unlisted.probability < Distribution.negligible {
                    // Both sides are endless: no reach decides between their tails.
                    if target?.totals.isComplete == false {
                        return distribution
                    }
                    undecided = undecided ?? distribution
                }
            } catch {
                refusal = error.placed(at: range)
                if error.isFinal {
                    break
                }
            }
        }
        guard let undecided else { throw refusal }
        return undecided
    }
}
