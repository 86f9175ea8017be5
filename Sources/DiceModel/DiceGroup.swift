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
    public internal(set) var turn: Int
    /// How many rolls the open turn has.
    public internal(set) var rollCount: Int
    /// Goes up with every change.
    public private(set) var revision = 1
    /// The roll whose dice tumble; nil when all are at rest.
    public private(set) var roll: Roll?
    public weak var observer: (any DiceGroupObserver)?

    let clock: any TableClock
    let randomness: DiceRandomness
    /// Why dice are being settled early; nil when they settle in their own time.
    private var stopReason: CancelReason?

    public init(_ stored: StoredTable, clock: any TableClock, randomness: DiceRandomness) {
        name = stored.name
        turn = stored.turn
        rollCount = stored.rollCount
        self.clock = clock
        self.randomness = randomness
        dice = stored.dice.enumerated().map { Die(number: $0.offset + 1, stored: $0.element) }
        for die in dice { die.group = self }
    }

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

    /// Settles every die in flight at once. Returns their numbers.
    @discardableResult
    public func stopAnimation(_ reason: CancelReason) -> [Int] {
        let stopped = dice.filter(\.isAnimating)
        stopReason = reason
        for die in stopped { die.stopAnimation() }
        stopReason = nil
        return stopped.map(\.number)
    }

    func started(_ roll: Roll) {
        self.roll = roll
        observer?.diceGroup(self, didStart: roll)
        dieDidSettle()
    }

    func touch() {
        revision += 1
    }

    func dieDidChange(_ die: Die) {
        touch()
        die.changedAt = revision
        observer?.diceGroupDidChange(self)
    }

    func dieDidSettle() {
        guard let roll, !isAnyDieAnimating else { return }
        self.roll = nil
        roll.end(snapshot.dice, reason: stopReason)
        observer?.diceGroup(self, didSettle: roll)
    }

    /// The dice of these numbers. Throws `noSuchDie` with those that the table does not have.
    func dice(numbered numbers: [Int]) throws(DiceError) -> [Die] {
        let unknown = numbers.filter { !(1...dice.count).contains($0) }
        guard unknown.isEmpty else { throw .noSuchDie(unknown) }
        return numbers.map { dice[$0 - 1] }
    }
}
