package import DiceGames
package import DiceModel
package import DiceProof

/// What a table tells anyone who shows it, in the order in which it happens.
@TableActor
package protocol DiceGroupObserver: AnyObject {
    /// A die of the table or of a throw shows another value, or was locked or unlocked, or started
    /// or ended its animation.
    ///
    /// - Parameters:
    ///   - isPassing: whether it shows a value in passing.
    ///   - recipients: who may know of the die.
    func diceGroupDidChange(
        _ group: DiceGroup,
        isPassing: Bool,
        for recipients: Recipients
    )
    /// The dice of `roll` animate, or were shown at once.
    func diceGroup(_ group: DiceGroup, didStart roll: RollFlight)
    /// The last die of `roll` has settled.
    func diceGroup(_ group: DiceGroup, didSettle roll: RollFlight)
    /// The last die of `thrown` has settled.
    func diceGroup(_ group: DiceGroup, didSettle thrown: ThrowFlight)
    func diceGroup(_ group: DiceGroup, didChangeLocksOf dice: [Int], by: String)
}

/// A table: its dice, its open turn and what is in flight.
///
/// Changes come in two steps so that they can be stored before anyone sees them: a `draw…` or
/// `plan…` method checks the rules and computes the stored state, changing nothing; the method that
/// takes its result makes the change.
@TableActor
package final class DiceGroup {
    /// What is stored of it except the dice, which stand in `dice`.
    var state: StoredTable
    package internal(set) var dice: [Die]
    /// Goes up with every change.
    package private(set) var revision: Int
    /// The roll whose dice tumble; nil when all are at rest.
    package internal(set) var roll: RollFlight?
    /// The throws that have not settled, in the order of their numbers.
    package internal(set) var throwsInFlight: [ThrowFlight] = []
    /// The last changes of what a frame shows.
    package private(set) var changes = LastChange()
    /// Goes up with every change of a throw, whoever may know of it. It is never told.
    package private(set) var throwChanges = 0
    package weak var observer: (any DiceGroupObserver)?

    let clock: any TableClock
    let randomness: DiceRandomness

    /// - Parameter revision: the first one.
    package init(
        _ stored: StoredTable,
        revision: Int = 1,
        clock: any TableClock,
        randomness: DiceRandomness
    ) {
        state = stored
        self.revision = revision
        self.clock = clock
        self.randomness = randomness
        dice = []
        changes.note(revision)
        state.unlockIfAllMustRoll()
        place(state.dice)
        state.dice = []
    }

    func place(_ stored: [TurnDie]) {
        dice = stored.map { die in
            Die(
                number: die.die,
                sides: die.sides,
                value: die.value,
                locked: die.locked,
                faces: die.faces
            )
        }
        for die in dice {
            die.owner = self
            die.changes.note(revision)
        }
    }

    isolated deinit {
        for flight in flights {
            flight.animationTask?.cancel()
        }
    }

    package var name: TableName { state.name }
    package var owner: String? { state.owner }
    package var settings: TableSettings { state.settings }
    package var lastRoller: String? { state.lastRoller }
    package var turn: Int { state.turn }
    package var rollCount: Int { state.rollCount }
    package var voids: VoidRolls { state.voids }
    package var throwCount: Int { state.throwCount }
    package var seed: CommittedSeed? { state.seed }
    package var throwSeed: CommittedSeed? { state.throwSeed }
    package var match: Match? { state.match }

    /// How long dice take here for what takes them `time` at pace 1.
    package func stretched(_ time: Duration) -> Duration {
        randomness.stretched(time, pace: settings.pace ?? 1)
    }

    /// The roll and the throws that have not settled.
    package var flights: [Flight] { (roll.map { [$0] } ?? []) + throwsInFlight }

    /// How many rolls of the open turn have moved dice, those in flight among them.
    package var rollsMade: Int { state.rollsMade }

    /// How many more the open turn may have; nil for any number.
    package var rollsLeft: Int? { settings.rollsPerTurn.map { max(0, $0 - rollsMade) } }

    /// Whether any die tumbles: computed from the dice, kept nowhere.
    package var isAnyDieAnimating: Bool { dice.isAnyAnimating }

    /// Whether the dice of a stored roll show what was drawn. A roll that has not begun yet has not
    /// settled.
    package func hasSettled(roll number: Int, ofTurn turn: Int) -> Bool {
        turn != self.turn || (number <= rollCount && number != roll?.number)
    }

    /// Only the observer knows who watches.
    package var snapshot: TableSnapshot {
        var frame = frame(since: -1)
        for die in dice where die.faces != nil {
            frame.dice[die.number - 1].faces = die.faces
        }
        return TableSnapshot(
            table: frame.table,
            revision: frame.revision,
            turn: frame.turn,
            roll: frame.roll,
            rolling: frame.rolling,
            by: lastRoller,
            settings: settings,
            rollsLeft: rollsLeft,
            total: frame.rolling ? nil : frame.dice.total,
            commitment: seed?.commitment,
            throwCommitment: throwSeed?.commitment,
            archived: state.archived,
            dice: frame.dice,
            game: game
        )
    }

    /// What the table's dice in flight will show until they settle; nil if none is.
    package var flight: FlightPlan? { roll?.clock?.plan(of: dice) }

    /// The table with the dice that changed after `revision`.
    package func frame(since revision: Int, _ frames: FrameKind = .values) -> Frame {
        Frame(
            table: name.description,
            revision: self.revision,
            turn: turn,
            roll: rollCount,
            rolling: isAnyDieAnimating,
            dice: dice.changed(since: revision, frames).states
        )
    }

    /// The table as it is stored: dice in flight at rest on the faces already drawn.
    package var stored: StoredTable {
        var stored = state
        stored.dice.reserveCapacity(dice.count)
        for die in dice {
            stored.dice.append(die.stored)
        }
        return stored
    }

    func touch(isPassing: Bool = false) {
        revision += 1
        changes.note(revision, isPassing: isPassing)
    }

    /// A change of a throw, which no frame tells of. One that not everybody may know of leaves the
    /// revision alone.
    func touchThrow(for recipients: Recipients) {
        throwChanges += 1
        if recipients.includeStrangers {
            touchBesideFrames()
        }
    }

    /// A change that an event tells of, and no frame.
    func touchBesideFrames() {
        revision += 1
    }

    /// Tells the observer that what everybody may know has changed.
    func tell(isPassing: Bool = false) {
        observer?.diceGroupDidChange(self, isPassing: isPassing, for: .everybody)
    }

    /// The dice of these numbers. Throws `noSuchDie` with those that the table does not have.
    func dice(numbered numbers: [Int]) throws(DiceError) -> [Die] {
        let unknown = numbers.filter { !(1...dice.count).contains($0) }
        guard unknown.isEmpty else { throw .noSuchDie(unknown) }
        return numbers.map { dice[$0 - 1] }
    }
}

extension DiceGroup: DieOwner {
    func nextRevision(isPassing: Bool) -> Int {
        touch(isPassing: isPassing)
        return revision
    }

    func dieDidChange(_ die: Die, isPassing: Bool) {
        tell(isPassing: isPassing)
    }
}

// MARK: locks

/// What to do to the locks of dice.
package enum LockChange: Sendable, Hashable, CaseIterable {
    case lock
    case unlock
    case toggle
    /// Lock these and unlock all others.
    case only
}

/// Locks to be set, checked and not yet made.
package struct LockPlan: Sendable {
    /// The table's stored state once the locks have changed.
    package let stored: StoredTable
    /// The numbers of the dice whose lock really changes.
    package let changing: [Int]
    let by: String
}

extension DiceGroup {
    /// Checks a lock change and changes nothing. Throws `notYourTurn`, `nothingRolled`, `noSuchDie`
    /// or `dieAnimating`.
    package func planLocks(_ change: LockChange, dice numbers: [Int], by: String)
        throws(DiceError)
        -> LockPlan
    {
        try checkTurn(of: by)
        var stored = self.stored
        guard !stored.mustRollAll else { throw .nothingRolled }
        let named = try dice(numbered: numbers)
        let animating = named.filter(\.isAnimating).map(\.number)
        guard animating.isEmpty else { throw .dieAnimating(animating) }
        let changing = (change == .only ? dice : named).filter { die in
            switch change {
            case .lock: !die.locked
            case .unlock: die.locked
            case .toggle: true
            case .only: die.locked != numbers.contains(die.number)
            }
        }
        for die in changing {
            stored.dice[die.number - 1].locked.toggle()
        }
        if !changing.isEmpty {
            try checkLocks(stored.dice)
        }
        return LockPlan(stored: stored, changing: changing.map(\.number), by: by)
    }

    /// Makes the lock change.
    package func apply(_ plan: LockPlan) {
        for number in plan.changing {
            dice[number - 1].toggleLock()
        }
        if !plan.changing.isEmpty {
            observer?.diceGroup(self, didChangeLocksOf: plan.changing, by: plan.by)
        }
    }
}
