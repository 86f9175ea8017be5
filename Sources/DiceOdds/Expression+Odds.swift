public import DiceNotation

extension Expression {
    /// The exact distribution of the total.
    ///
    /// Dice that may explode without end are followed until the rest of the probability is below
    /// 10⁻¹²; `isExact` tells. It also tells of irrational totals, for which the nearest multiple
    /// of 10⁻⁶ is listed. Both sides of a target are worked out by themselves, each within the
    /// whole budget. Throws `NotationError` with the part of the expression that no rule covers, or
    /// whose answer would be too large.
    public func odds(of subject: OddsSubject = .total) throws(NotationError)
        -> Distribution
    {
        do throws(OddsError) {
            return try odds(of: subject, within: Work())
        } catch { throw error.refusal }
    }

    /// - Throws: what no rule covers, and where.
    func odds(of subject: OddsSubject = .total, within work: Work) throws(OddsError)
        -> Distribution
    {
        guard case .check(let body, let relation, let target) = kind else {
            return try followed(subject, work, with: nil)
        }
        let budget = work.left
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
        } catch { throw error.placed(at: place) }
    }

    /// The odds, with explosions followed as far as it takes.
    private func followed(
        _ subject: OddsSubject,
        _ work: Work,
        with target: VerdictTarget?
    ) throws(OddsError) -> Distribution {
        var undecided: Distribution?
        var refusal = OddsError.noRuleAt(place, .hardlyEverStops)
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
                    // Both sides are endless: no reach decides between their ends.
                    if target?.totals.isComplete == false {
                        return distribution
                    }
                    undecided = undecided ?? distribution
                }
            } catch {
                refusal = error.placed(at: place)
                if error.isFinal {
                    break
                }
            }
        }
        guard let undecided else { throw refusal }
        return undecided
    }
}
