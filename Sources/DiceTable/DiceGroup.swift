public import DiceModel

/// What a table tells whoever shows it, in the order in which it happens.
@TableActor
public protocol DiceGroupObserver: AnyObject {
    /// A die shows another value, or was locked or unlocked, or started or ended its animation.
    func diceGroupDidChange(_ group: DiceGroup)
    /// The dice of `roll` animate, or were shown at once.
    func diceGroup(_ group: DiceGroup, didStart roll: Roll)
    /// The last die of `roll` has settled.
    func diceGroup(_ group: DiceGroup, didSettle roll: Roll)
    func diceGroup(_ group: DiceGroup, didChangeLocksOf dice: [Int])
}

/// A table: its dice, its open turn and the roll in flight.
///
/// Changes come in two steps so that they can be stored before anyone sees them: a `draw…` or `plan…` method checks
/// the rules and computes the stored state, changing nothing; the method that takes its result makes the change.
@TableActor
public final class DiceGroup {
    public let name: TableName
    public let dice: [Die]
    /// The open turn, from 1.
    public private(set) var turn: Int
    /// How many rolls the open turn has.
    public internal(set) var rollCount: Int
    /// Goes up with every change.
    public private(set) var revision: Int
    /// The roll whose dice tumble; nil when all are at rest.
    public internal(set) var roll: Roll?
    public weak var observer: (any DiceGroupObserver)?

    let clock: any TableClock
    let randomness: DiceRandomness
    /// Why dice are being settled early; nil when they settle in their own time.
    var stopReason: CancelReason?

    /// - Parameter revision: the first one.
    public init(
        _ stored: StoredTable, revision: Int = 1, clock: any TableClock, randomness: DiceRandomness
    ) {
        name = stored.name
        self.revision = revision
        turn = stored.turn
        rollCount = stored.rollCount
        self.clock = clock
        self.randomness = randomness
        dice = stored.dice.enumerated().map { Die(number: $0.offset + 1, stored: $0.element) }
        for die in dice { die.group = self }
    }

    isolated deinit { roll?.animationTask?.cancel() }

    // Loops where dice are counted in thousands: at each call of an isolated closure by the standard library Swift
    // checks the executor, which is some 400 instructions.

    /// Whether any die tumbles: computed from the dice, kept nowhere.
    public var isAnyDieAnimating: Bool {
        for die in dice where die.isAnimating { return true }
        return false
    }

    public var snapshot: TableSnapshot {
        frame(since: -1)
    }

    /// The table with the dice that changed after `revision`.
    public func frame(since revision: Int) -> TableSnapshot {
        var changed: [DieState] = []
        changed.reserveCapacity(dice.count)
        for die in dice where die.changedAt > revision { changed.append(die.state) }
        return TableSnapshot(
            table: name.description, revision: self.revision, turn: turn, roll: rollCount, rolling: isAnyDieAnimating,
            dice: changed)
    }

    /// The table as it is stored: dice in flight at rest on the faces already drawn.
    public var stored: StoredTable {
        var stored = StoredTable(name: name, turn: turn, rollCount: rollCount, dice: [])
        stored.dice.reserveCapacity(dice.count)
        for die in dice { stored.dice.append(die.stored) }
        return stored
    }

    func touch() {
        revision += 1
    }

    func dieDidChange(_ die: Die) {
        touch()
        die.changedAt = revision
        observer?.diceGroupDidChange(self)
    }

    /// The dice of these numbers. Throws `noSuchDie` with those that the table does not have.
    func dice(numbered numbers: [Int]) throws(DiceError) -> [Die] {
        let unknown = numbers.filter { !(1...dice.count).contains($0) }
        guard unknown.isEmpty else { throw .noSuchDie(unknown) }
        return numbers.map { dice[$0 - 1] }
    }
}

// MARK: locks

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

// MARK: turns

extension DiceGroup {
    /// The history entry of the open turn, without its rolls and id, which the store adds. Changes nothing.
    ///
    /// - Parameter isFull: whether it ends because it has no room for another roll; then the dice keep their locks, and those
    ///   in flight count as they will settle.
    /// - Throws: `busy` or `nothingRolled`.
    public func planEndTurn(
        by: String, at: Timestamp, isFull: Bool = false
    ) throws(DiceError) -> (ending: Turn, stored: StoredTable) {
        var stored = self.stored
        guard isFull || !isAnyDieAnimating else { throw .busy }
        guard rollCount > 0 else { throw .nothingRolled }
        let ending = Turn(
            id: 0, table: name.description, turn: turn, endedAt: at, by: by, rolls: [],
            dice: stored.dice.enumerated().map { index, die in
                TurnDie(die: index + 1, sides: die.sides, value: die.value, locked: die.locked)
            },
            total: stored.dice.reduce(0) { $0 + $1.value }, full: isFull ? true : nil)
        stored.turn += 1
        stored.rollCount = 0
        if !isFull {
            for index in stored.dice.indices { stored.dice[index].locked = false }
        }
        return (ending, stored)
    }

    /// Whether another roll would pass what a turn holds (`Limits`).
    public var isTurnFull: Bool {
        rollCount >= Limits.rollsPerTurn || (rollCount + 1) * dice.count > Limits.valuesPerTurn
    }

    /// Begins the next turn: no rolls, and every die unlocked unless the locks are kept.
    public func beginNextTurn(keepingLocks: Bool = false) {
        turn += 1
        rollCount = 0
        touch()
        if !keepingLocks {
            for die in dice where die.locked { die.toggleLock() }
        }
        observer?.diceGroupDidChange(self)
    }
}
