import DiceNotation

/// Chains of dice that follow from one another, after modifiers that do not depend on the other
/// dice of the term.
extension DicePool {
    /// Returns the sum of all dice.
    func sum(after steps: ArraySlice<Modifier>) throws(OddsError) -> Series {
        let isPlain = steps.count == 1 && !isCounted
        guard let step = steps.first, case .explode(let explosion, _, nil) = step,
            explosion == .another || isPlain
        else {
            return try series(die, after: steps).power(count, work)
        }
        // A die that explodes starts a chain. Each chain ends with exactly one last die, so there
        // are as many last dice as there were dice at first.
        let less = explosion == .penetrate ? 1 : 0
        return try chains(count, by: step, less: less, after: steps.dropFirst())
            .shifted(
                by: less * count
            )
    }

    /// Returns the series for a die with these odds.
    func series(_ die: DieOdds, after steps: ArraySlice<Modifier>) throws(OddsError)
        -> Series
    {
        guard let step = steps.first else {
            return try die.series(isCounted: isCounted, work)
        }
        let rest = steps.dropFirst()
        guard case .explode(let explosion, _, let maximum) = step, explosion != .compound
        else {
            return try series(die.after(step, of: self), after: rest)
        }
        let (hits, misses) = try die.split(by: step.test(self.die))
        if hits.isEmpty {
            return try series(die, after: rest)
        }
        let chain =
            if let maximum {
                try chain(atMost: maximum, by: step, after: rest)
            } else {
                try chains(
                    1,
                    by: step,
                    less: explosion == .penetrate ? 1 : 0,
                    after: rest
                )
            }
        let exploded = try series(hits, after: rest).plus(chain, work)
        return try .mixture(
            [(.one, exploded), (.one, series(misses, after: rest))],
            of: .one,
            work
        )
    }

    /// Returns a chain of at most `most` dice, each of which follows from an explosion of the
    /// previous die.
    private func chain(
        atMost maximum: Int,
        by step: Modifier,
        after steps: ArraySlice<Modifier>
    ) throws(OddsError) -> Series {
        let (onward, last) = try die.split(by: step.test(die))
        if onward.isEmpty {
            return try series(last, after: steps)
        }
        let more = try series(onward, after: steps)
        let end = try series(last, after: steps)
        var chain = try series(die, after: steps)
        for _ in 1..<maximum {
            let longer = try more.plus(chain, work)
            chain = try .mixture([(.one, longer), (.one, end)], of: .one, work)
        }
        return chain
    }

    /// Returns the sum of chains of exploding dice, in which each further die is worth `less`
    /// points fewer than the die shows.
    private func chains(
        _ number: Int,
        by step: Modifier,
        less: Int,
        after steps: ArraySlice<Modifier>
    ) throws(OddsError) -> Series {
        let (onward, last) = try die.split(by: step.test(die))
        return try .chains(
            number,
            onward: series(onward.shifted(by: -less), after: steps),
            last: series(last.shifted(by: -less), after: steps),
            reach: reach,
            work
        )
    }
}
