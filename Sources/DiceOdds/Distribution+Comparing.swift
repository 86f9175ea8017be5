import DiceNotation

/// The chances that one of two independent totals is higher than, equal to or lower than the other.
///
/// The four chances and the chance that either fails add up to 1.
public struct ComparedTotals: Sendable, Hashable {
    public let higher: Chance
    public let equal: Chance
    public let lower: Chance
    /// The chance that the comparison is decided by totals that are not listed. If this chance is
    /// not 0, each of the other three chances may be higher by up to this much.
    public let undecided: Chance
}

extension Distribution {
    /// Returns the chances that this total is higher than, equal to and lower than the total of
    /// `other`.
    public func compared(with other: Distribution) -> ComparedTotals {
        var higher = Natural.zero
        var equal = Natural.zero
        var below = Natural.zero
        var index = 0
        for (total, weight) in zip(totals, weights) {
            while index < other.totals.count, other.totals[index] < total {
                below += other.weights[index]
                index += 1
            }
            higher += weight * below
            if index < other.totals.count, other.totals[index] == total {
                equal += weight * other.weights[index]
            }
        }
        var lower = listed * other.listed - higher - equal
        // All totals of a tail lie on the same side of any total that the tail's edge has passed.
        let ours = edge(over: other)
        let theirs = other.edge(over: self)
        higher += ours.above + theirs.below
        lower += ours.below + theirs.above
        if let tail, let end = other.tail, tail.side != end.side {
            let ends = rest * other.rest
            if tail.side > 0, tail.value > end.value {
                higher += ends
            }
            if tail.side < 0, tail.value < end.value {
                lower += ends
            }
        }
        let whole = denominator * other.denominator
        let undecided =
            (listed + rest) * (other.listed + other.rest) - higher - equal - lower
        let isExact = undecided.isZero
        return ComparedTotals(
            higher: Chance(higher, of: whole, isExact: isExact),
            equal: Chance(equal, of: whole, isExact: isExact),
            lower: Chance(lower, of: whole, isExact: isExact),
            undecided: Chance(undecided, of: whole)
        )
    }

    /// Returns the weight with which the total is unlisted and certainly above, or below, a listed
    /// total of `other`.
    private func edge(over other: Distribution) -> (above: Natural, below: Natural) {
        guard let tail else { return (.zero, .zero) }
        let passed = zip(other.totals, other.weights).reduce(Natural.zero) {
            tail.isPast($1.0) ? $0 + $1.1 : $0
        }
        return tail.side > 0 ? (rest * passed, .zero) : (.zero, rest * passed)
    }

    /// Returns the verdict on a target: 1 if it is met, else 0. Undecided verdicts are not listed.
    func verdict(on target: VerdictTarget) -> Distribution {
        let compared = compared(with: target.totals)
        var made = Natural.zero
        var missed = Natural.zero
        for (chance, order) in [
            (compared.lower, -1), (compared.equal, 0), (compared.higher, 1),
        ] {
            if target.relation.holds(Fraction(order), 0) {
                made += chance.parts
            } else {
                missed += chance.parts
            }
        }
        let whole = denominator * target.totals.denominator
        let failed = whole.natural - made - missed - compared.undecided.parts
        let verdicts = [(Fraction(0), missed), (Fraction(1), made)].filter {
            !$0.1.isZero
        }
        return Distribution(
            verdicts.map(\.0),
            verdicts.map(\.1),
            whole,
            failed: failed,
            tail: Total(value: 2, side: 1)
        )
    }

    /// Returns the chance of a verdict: 1 or 0 for a target that is met or missed, or the index of
    /// an outcome.
    public func chance(ofVerdict verdict: Int) -> Chance {
        let weight = zip(totals, weights).first { $0.0 == Fraction(verdict) }?.1
        return Chance(weight ?? .zero, of: denominator, isExact: isComplete)
    }

    /// Returns the distribution with failure wherever `target` fails. Nothing else about `target`
    /// matters.
    func failing(with target: Distribution, _ work: Work) throws(OddsError)
        -> Distribution
    {
        if target.failed.isZero {
            return self
        }
        let (failed, whole) = target.denominator.lowestTerms(target.failed)
        var result = try Distribution.mixture(
            [(whole.natural - failed, self)].filter { !$0.weight.isZero },
            failed: failed,
            of: whole,
            work
        )
        result.isRounded = isRounded
        return result
    }
}
