/// What to do to the locks of dice.
public enum LockChange: Sendable, Hashable, CaseIterable {
    case lock
    case unlock
    case toggle
}

/// Locks to be set, checked and not yet made.
public struct LockPlan: Sendable {
    /// The table's stored state once the locks have changed.
    public let stored: StoredTable
    /// The numbers of the dice whose lock really changes.
    public let changing: [Int]
}

extension DiceGroup {
    /// Checks a lock change and changes nothing. Throws `noSuchDie` or `dieAnimating`.
    public func planLocks(_ change: LockChange, dice numbers: [Int]) throws(DiceError) -> LockPlan {
        let named = try dice(numbered: numbers)
        let animating = named.filter(\.isAnimating).map(\.number)
        guard animating.isEmpty else { throw .dieAnimating(animating) }
        let changing = named.filter { die in
            switch change {
            case .lock: !die.locked
            case .unlock: die.locked
            case .toggle: true
            }
        }
        var stored = self.stored
        for die in changing { stored.dice[die.number - 1].locked.toggle() }
        return LockPlan(stored: stored, changing: changing.map(\.number))
    }

    /// Makes the lock change.
    public func apply(_ plan: LockPlan) {
        for number in plan.changing { dice[number - 1].toggleLock() }
        if !plan.changing.isEmpty { observer?.diceGroup(self, didChangeLocksOf: plan.changing) }
    }
}
